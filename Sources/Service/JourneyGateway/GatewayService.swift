public import JourneyBase

/// A partner's gateway: signed manifests, remote configuration with the kill switch, the bank's proof checks, attestation,
/// runs that were left, telemetry of devices whose persons have agreed, the card proxy, and the pass service.
///
/// Manifests, runs and telemetry know their callers by the same `GatewayAccess`. What is under `/v1/` is telemetry's (OTLP's
/// own paths); what is under `/journeys/` and no `.json` is about runs; the rest is found by its path. The card proxy, under
/// `/striga/`, knows users by the tokens of their hosts' backends; the pass service, under `/api/v2/in_app_provisioning/`, has
/// API users of its own, and what is under `/wallet/` is asked by devices that have a pass.
public struct GatewayService: HTTPService {
    private let manifests: ManifestService
    private let sessions: SessionService
    private let remote: RemoteConfigurationService
    private let telemetry: TelemetryService
    private let proofs: ProofService
    private let attestations: AttestationService?
    let cards: CardService?
    private let passes: PassService?
    private let passUpdates: PassUpdateService?

    public init(
        manifests: ManifestService, sessions: SessionService, remote: RemoteConfigurationService,
        telemetry: TelemetryService, proofs: ProofService, attestations: AttestationService? = nil,
        cards: CardService? = nil, passes: PassService? = nil,
        passUpdates: PassUpdateService? = nil
    ) {
        self.manifests = manifests
        self.sessions = sessions
        self.remote = remote
        self.telemetry = telemetry
        self.proofs = proofs
        self.attestations = attestations
        self.cards = cards
        self.passes = passes
        self.passUpdates = passUpdates
    }

    private func service(for request: HTTPRequest) -> any HTTPService {
        let path = request.url.path
        if path.hasPrefix("/v1/") { return telemetry }
        if let passes, PassService.takes(path) { return passes }
        if let passUpdates, path.hasPrefix(PassUpdateService.place) { return passUpdates }
        if let cards, path.hasPrefix("/striga/") { return cards }
        if path.hasPrefix("/remote-configuration/") || path == "/.well-known/remote-configuration-keys.json" {
            return remote
        }
        if let attestations, path == "/attestations" || path.hasPrefix("/attestations/") { return attestations }
        if path == "/instances" || path.hasPrefix("/instances/") || path.hasPrefix("/proofs/") { return proofs }
        return SessionService.takes(request) ? sessions : manifests
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse {
        var response = await service(for: request).handle(request)
        // Nothing that is answered here, an error's body included, is taken for another type than it says.
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response
    }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service(for: head).bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { service(for: head).routeName(for: head) }
}
