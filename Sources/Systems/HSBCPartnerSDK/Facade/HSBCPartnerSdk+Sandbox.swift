internal import JourneyBase

extension HSBCPartnerSdk {
    /// Runs a journey in an engine of its own, beside the one that `initialize` has set up: for sandboxes in one process.
    package static func run(
        _ params: JourneyStartParams, from host: JourneyHost, config: HSBCInitConfig, listener: @escaping EventListener
    ) async -> JourneyResult {
        do throws(JourneyError) { try config.check() } catch { return JourneyResult(.failed(error)) }
        return await RuntimeEngine(config: config).start(from: host, params: params, listener: listener)
    }
}
