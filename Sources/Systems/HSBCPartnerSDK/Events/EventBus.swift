internal import JourneyBase
internal import Synchronization

/// Hands the events of one run to the host's listener: each one, in order, one at a time.
final class EventBus: Sendable {
    private struct State {
        var queue: [JourneyEvent] = []
        var isDelivering = false
        /// The result has been told; it is the last that is said of a run.
        var isOver = false
        var telemetry: RunTelemetry?
    }

    private let correlationID: String
    private let listener: HSBCPartnerSdk.EventListener
    private let log: Log
    private let state = Mutex(State())

    init(correlationID: String, log: Log, listener: @escaping HSBCPartnerSdk.EventListener) {
        self.correlationID = correlationID
        self.log = log
        self.listener = listener
    }

    /// Has `telemetry` follow what is told from now on.
    func attach(_ telemetry: RunTelemetry) { state.withLock { $0.telemetry = telemetry } }

    /// Tells the listener of `event`. A listener that is busy on another thread, or that caused this event itself, gets
    /// it next.
    func send(_ event: JourneyEvent) {
        if case .error(let code, _, let step) = event {
            log.record(.warning, "A journey reports an error", [.code: code, .step: step?.rawValue ?? ""])
        }
        let (isFirst, telemetry) = state.withLock { state -> (Bool, RunTelemetry?) in
            guard !state.isOver else { return (false, nil) }
            if case .result = event { state.isOver = true }
            state.queue.append(event)
            defer { state.isDelivering = true }
            return (!state.isDelivering, state.telemetry)
        }
        telemetry?.observe(event)
        guard isFirst else { return }
        while let next = state.withLock({ state -> JourneyEvent? in
            state.isDelivering = !state.queue.isEmpty
            return state.queue.isEmpty ? nil : state.queue.removeFirst()
        }) {
            var attributes = next.attributes
            attributes["correlationId"] = .string(correlationID)
            listener(next.name, attributes)
        }
    }

    /// Tells the listener of `error`.
    func send(_ error: JourneyError, step: StepID? = nil) {
        send(.error(code: error.code.rawValue, message: error.message, step: step))
    }
}
