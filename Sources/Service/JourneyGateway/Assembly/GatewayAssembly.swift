public import JourneyBase
public import JourneyServer

/// The composition root of a gateway: signed manifests, suspended runs, remote configuration with the kill switch, telemetry from
/// devices with consent, the bank's proof checks, attestation, the card proxy, and the pass service.
///
/// The gateway program, the sandbox, tests, and a bank's own server set the parts they have and call `service(beside:)`.
public struct GatewayAssembly: Sendable {
    public let stores: GatewayStores
    /// The authentication for manifests, runs, attestation and telemetry.
    public var identity: any GatewayIdentity
    /// The environment whose remote configuration is served.
    public var environment: String
    /// SHA-256 of the credentials with which a bank's servers check proofs and tickets.
    public var checkers: Set<[UInt8]> = []
    /// The apps that may be attested; `nil` turns attestation off.
    public var attestation: AttestationPolicy?
    /// The bank's endpoint that reports the outcome of a call, as `SessionService` describes; `nil` leaves outcomes unknown.
    public var bank: (service: any HTTPService, settlements: HTTPSURL)?
    /// The telemetry destination; the gateway's own store by default.
    public var telemetry: any TelemetryDestination
    /// The banks to which calls are forwarded, with the operations of published journeys.
    var banks: [(account: BankAccount, operations: BankOperations)] = []
    /// The card proxy, over `stores.cards`.
    public var cards: CardRoutes?
    /// The factory that builds passes and the settings of the pass service; `nil` turns the service off.
    public var passes: (factory: PassFactory, settings: PassSettings)?
    public var dependencies: Dependencies

    /// Creates an assembly without optional services.
    ///
    /// - Parameters:
    ///   - stores: The gateway's stores. Telemetry goes there unless `telemetry` is changed.
    ///   - identity: The authentication for manifests, runs, attestation and telemetry.
    ///   - environment: The environment whose remote configuration is served.
    ///   - dependencies: Time, randomness and log.
    public init(
        _ stores: GatewayStores, identity: any GatewayIdentity, environment: String,
        dependencies: Dependencies = .system
    ) {
        self.stores = stores
        self.identity = identity
        self.environment = environment
        telemetry = stores.telemetry
        self.dependencies = dependencies
    }

    /// Builds the gateway's service. The order of routes is irrelevant.
    ///
    /// - Parameter routes: The bank's own routes, served next to the gateway's.
    /// - Returns: The service with all routes.
    /// - Throws: `CONFIGURATION_INVALID` for two routes with the same method and path, for a route of `routes` that would answer
    ///   requests of the gateway's own routes or of the health checks, and for a pass service origin that forms no valid URL; `FILE_UNUSABLE` for a missing document.
    public func service(beside routes: [Route] = []) throws(JourneyError) -> GatewayService {
        var own = try services().flatMap { $0.router.routes }
        if let (factory, settings) = passes {
            own += try stores.passService.service(factory, settings, dependencies: dependencies).routes
        }
        let router = Router(own + routes)
        // A literal segment goes before a named one: such a route would answer requests that the gateway's own route checks.
        let taking = routes.first { route in
            HealthRoutes.takeRequests(of: route) || own.contains(where: route.takesRequests)
        }
        if let route = taking?.title ?? router.hidden.first {
            throw JourneyError(
                .configurationInvalid,
                "The gateway has two routes for \(route). Give the one beside the gateway's another path or method.")
        }
        return GatewayService(router)
    }

    private func services() throws(JourneyError) -> [any RoutedService] {
        var services: [any RoutedService] = [
            ManifestService(store: stores.manifests, keySets: stores.keySets, access: identity),
            SessionService(store: stores.manifests, access: identity, bank: bank),
            RemoteConfigurationService(store: stores.remote, keySets: stores.keySets, environment: environment),
            TelemetryService(access: identity, destination: telemetry),
            ProofService(
                store: stores.proofs, manifests: stores.manifests, access: identity, checkers: checkers,
                attestations: attestation.map { (stores.attestations, $0) }, dependencies: dependencies),
        ]
        if let attestation {
            services.append(
                AttestationRoutes(
                    store: stores.attestations, instances: stores.proofs, manifests: stores.manifests,
                    policy: attestation, access: identity, checkers: checkers, dependencies: dependencies))
        }
        var authorizations: [String: BankAuthorizationService] = [:]
        for (account, operations) in banks {
            authorizations[account.name] = BankAuthorizationService(
                account, stores.bankAuthorizations, dependencies: dependencies)
            services.append(
                try BankProxy(
                    account, operations, identity: identity, authorizations: authorizations[account.name],
                    dependencies: dependencies))
        }
        services.append(BankAuthorizationRoutes(authorizations, identity: identity))
        if let cards { services.append(cards) }
        return services
    }
}
