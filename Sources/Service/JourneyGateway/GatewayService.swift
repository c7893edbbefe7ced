public import JourneyBase

/// A partner's gateway: signed manifests, runs that were left, and telemetry of devices whose persons have agreed.
///
/// All know their callers by the same `GatewayAccess`. What is under `/v1/` is telemetry's (OTLP's own paths); what is
/// posted under `/journeys/` is about runs; the rest is the manifests'.
public struct GatewayService: HTTPService {
    private let manifests: ManifestService
    private let sessions: SessionService
    private let telemetry: TelemetryService

    public init(manifests: ManifestService, sessions: SessionService, telemetry: TelemetryService) {
        self.manifests = manifests
        self.sessions = sessions
        self.telemetry = telemetry
    }

    private func service(for request: HTTPRequest) -> any HTTPService {
        if request.url.path.hasPrefix("/v1/") { return telemetry }
        return SessionService.takes(request) ? sessions : manifests
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await service(for: request).handle(request) }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service(for: head).bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { service(for: head).routeName(for: head) }
}
