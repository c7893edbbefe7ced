public import JourneyBase

/// A partner's gateway: signed manifests, and telemetry of devices whose persons have agreed.
///
/// Both know their callers by the same `GatewayAccess`. What is under `/v1/` is telemetry's (OTLP's own paths); the rest is
/// the manifests'.
public struct GatewayService: HTTPService {
    private let manifests: ManifestService
    private let telemetry: TelemetryService

    public init(manifests: ManifestService, telemetry: TelemetryService) {
        self.manifests = manifests
        self.telemetry = telemetry
    }

    private func service(for request: HTTPRequest) -> any HTTPService {
        request.url.path.hasPrefix("/v1/") ? telemetry : manifests
    }

    public func handle(_ request: HTTPRequest) async -> HTTPResponse { await service(for: request).handle(request) }

    public func bodyRule(for head: HTTPRequest) -> HTTPBodyRule { service(for: head).bodyRule(for: head) }

    public func routeName(for head: HTTPRequest) -> String? { service(for: head).routeName(for: head) }
}
