internal import JourneyDevice
internal import Synchronization

/// The telemetry of one engine: that of the run under way, or of the last run until it is sent.
final class EngineTelemetry: Sendable {
    private struct State {
        /// Whether the person agrees now; a start may have begun before.
        var isAgreed: Bool
        var exporter: TelemetryExporter?
        /// Sends what the last run has left.
        var flush: Task<Void, Never>?
    }

    private let state: Mutex<State>

    init(isAgreed: Bool) { state = Mutex(State(isAgreed: isAgreed)) }

    /// Records whether the person agrees. Without consent, nothing that was not sent is kept.
    func setAgreed(_ isAgreed: Bool) {
        state.withLock { $0.isAgreed = isAgreed }
        if !isAgreed { discard() }
    }

    /// Forgets what has not been sent, and has the run under way record nothing more.
    func discard() { state.withLock(\.exporter)?.discard() }

    /// Keeps `exporter` as that of the run which begins.
    ///
    /// - Returns: Whether the person still agrees: consent may have been taken back since the start began.
    func adopt(_ exporter: TelemetryExporter?) -> Bool {
        state.withLock { state in
            state.exporter = exporter
            return state.isAgreed
        }
    }

    /// Sends what is left of the run, and lets go of its exporter, which holds the run's token. Returns at once.
    func flush() {
        state.withLock { state in
            guard let exporter = state.exporter else { return }
            state.flush = Task { [weak self] in
                await exporter.finish(within: RunTelemetry.farewell)
                self?.state.withLock { if $0.exporter === exporter { $0.exporter = nil } }
            }
        }
    }

    /// Waits until what the last run has left is sent, or given up.
    func settle() async { await state.withLock(\.flush)?.value }
}
