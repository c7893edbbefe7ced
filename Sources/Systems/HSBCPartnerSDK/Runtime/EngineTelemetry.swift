internal import JourneyDevice
internal import Synchronization

/// The telemetry of one engine: that of the current run, or of the last run until it is sent.
final class EngineTelemetry: Sendable {
    private struct State {
        /// `true` while the person consents; a start may have begun earlier.
        var isAgreed: Bool
        var exporter: TelemetryExporter?
        /// Sends the last run's remaining telemetry.
        var flush: Task<Void, Never>?
    }

    private let state: Mutex<State>

    init(isAgreed: Bool) { state = Mutex(State(isAgreed: isAgreed)) }

    /// Records the person's consent. Without it, unsent telemetry is discarded.
    func setAgreed(_ isAgreed: Bool) {
        state.withLock { $0.isAgreed = isAgreed }
        if !isAgreed { discard() }
    }

    /// Discards unsent telemetry, and stops recording the current run.
    func discard() { state.withLock(\.exporter)?.discard() }

    /// Stores `exporter` as that of the run which begins.
    ///
    /// - Returns: `true` when the person still consents: consent may have been withdrawn since the start began.
    func adopt(_ exporter: TelemetryExporter?) -> Bool {
        state.withLock { state in
            state.exporter = exporter
            return state.isAgreed
        }
    }

    /// Sends the run's remaining telemetry and releases its exporter, which holds the run's token. Returns at once.
    func flush() {
        state.withLock { state in
            guard let exporter = state.exporter else { return }
            state.flush = Task { [weak self] in
                await exporter.finish(within: RunTelemetry.flushTimeout)
                self?.state.withLock { if $0.exporter === exporter { $0.exporter = nil } }
            }
        }
    }

    /// Waits until the last run's telemetry is sent or has failed.
    func waitForFlush() async { await state.withLock(\.flush)?.value }
}
