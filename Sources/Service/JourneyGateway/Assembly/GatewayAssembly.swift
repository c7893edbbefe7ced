public import JourneyBase
public import JourneyServer

/// The one place where a gateway's services and routes are put together: signed manifests, runs that were left, remote
/// configuration with the kill switch, telemetry of devices whose persons have agreed, the bank's proof checks, attestation, the
/// card proxy, and the pass service.
///
/// The gateway program, the sandbox, tests, and a bank's own server set what they have and take `service(beside:)`.
public struct GatewayAssembly: Sendable {
    public let stores: GatewayStores
    /// Who may ask for manifests, runs, attestation and telemetry.
    public var identity: any GatewayIdentity
    /// Whose remote configuration is served.
    public var environment: String
    /// SHA-256 of the credentials with which a bank's servers have proofs and tickets checked.
    public var checkers: Set<[UInt8]> = []
    /// Which apps are attested; without it none is.
    public var attestation: AttestationPolicy?
    /// Who knows what became of a call: `SessionService` says how it is asked. Without it, nobody does.
    public var bank: (service: any HTTPService, settlements: HTTPSURL)?
    /// Where telemetry goes: the gateway's own store, unless somebody else takes it.
    public var telemetry: any TelemetryDestination
    /// The card proxy, over `stores.cards`.
    public var cards: CardRoutes?
    /// What passes are made of, and what the pass service keeps to.
    public var passes: (factory: PassFactory, settings: PassSettings)?
    public var surroundings: Surroundings

    public init(
        _ stores: GatewayStores, identity: any GatewayIdentity, environment: String,
        surroundings: Surroundings = .system
    ) {
        self.stores = stores
        self.identity = identity
        self.environment = environment
        telemetry = stores.telemetry
        self.surroundings = surroundings
    }

    /// The gateway, with `routes` of the bank's beside its own. The order of routes changes nothing.
    ///
    /// - Throws: `CONFIGURATION_INVALID` for two routes of one method and path, and for a pass service's origin that makes no
    ///   addresses; `FILE_UNUSABLE` for a document that is missing.
    public func service(beside routes: [Route] = []) throws(JourneyError) -> GatewayService {
        let router = Router(try services().flatMap { $0.router.routes } + routes)
        if let route = router.hidden.first {
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
                attestations: attestation.map { (stores.attestations, $0) }, surroundings: surroundings),
        ]
        if let attestation {
            services.append(
                AttestationRoutes(
                    store: stores.attestations, instances: stores.proofs, manifests: stores.manifests,
                    policy: attestation, access: identity, checkers: checkers, surroundings: surroundings))
        }
        if let cards { services.append(cards) }
        if let (factory, settings) = passes {
            services.append(
                try PassRoutes(
                    store: stores.passes, factory: factory, settings: settings, gate: stores.passGate,
                    surroundings: surroundings))
            services.append(
                try PassUpdateRoutes(
                    source: IssuedPasses(store: stores.passes, factory: factory, surroundings: surroundings),
                    store: stores.passUpdates, gate: stores.passGate, surroundings: surroundings))
        }
        return services
    }
}
