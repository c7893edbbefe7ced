internal import JourneyBase
internal import JourneyDevice
internal import JourneyWire

extension RunTelemetry {
    /// What the run may spend on telemetry after its result.
    static let farewell = Duration.seconds(5)

    /// An exporter to the gateway of `config`, which is asked as it is for manifests: with the run's token and the partner's
    /// names. `nil` without the person's consent, and where the installation's id cannot be kept.
    static func exporter(
        config: HSBCInitConfig, host: JourneyHost, transport: any HTTPTransport, identity: RequestIdentity
    ) async -> TelemetryExporter? {
        guard config.telemetryOptIn else { return nil }
        let installation = TelemetryInstallation(store: host.store, dependencies: host.dependencies)
        guard let id = try? await installation.id(for: config.partnerId) else { return nil }
        return TelemetryExporter(
            resource: [
                TelemetryField(.service, "journeykit"), TelemetryField(.version, JourneyKitVersion.current), id,
                TelemetryField(.environment, config.environment.rawValue),
            ], transport: transport, dependencies: host.dependencies,
            headers: {
                var fields: HTTPFields = [
                    GatewayContract.partnerHeader: identity.partnerID, GatewayContract.clientHeader: identity.clientID,
                ]
                fields["Authorization"] = identity.token.current.authorization
                return fields
            }, address: { [endpoints = config.endpoints] in endpoints.address($0.path) })
    }
}
