internal import JourneyBase
internal import JourneyDevice
internal import JourneyWire

extension RunTelemetry {
    /// The time limit for sending telemetry after a run's result.
    static let flushTimeout = Duration.seconds(5)

    /// Returns an exporter to the gateway of `config`, with the run's token and the partner's headers.
    ///
    /// `nil` without the person's consent, and where the installation's id can't be stored.
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
