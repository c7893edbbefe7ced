internal import JourneyBase

extension HSBCPartnerSdk {
    /// Runs a journey in a separate engine, beside that of `initialize`, for sandboxes in one process.
    ///
    /// - Parameters:
    ///   - params: The journey to start and its inputs.
    ///   - host: The host that runs it.
    ///   - config: The configuration of the engine.
    ///   - listener: Receives the events of the run.
    /// - Returns: The result. Failures are part of it.
    package static func run(
        _ params: JourneyStartParams, from host: JourneyHost, config: HSBCInitConfig, listener: @escaping EventListener
    ) async -> JourneyResult {
        do throws(JourneyError) { try config.check() } catch { return JourneyResult(.failed(error)) }
        return await RuntimeEngine(config: config).start(from: host, params: params, listener: listener)
    }
}
