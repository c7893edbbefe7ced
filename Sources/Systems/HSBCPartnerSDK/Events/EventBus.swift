internal import JourneyBase
internal import Synchronization

/// Hands the events of one run to the host's listener: each one, in order, one at a time.
final class EventBus: Sendable {
    /// The host's listener: an event's name and attributes.
    typealias Listener = @Sendable (_ name: String, _ attributes: [String: AnyCodable]) -> Void
    /// Follows a run beside the host.
    typealias Observer = @Sendable (JourneyEvent) -> Void

    private struct State {
        var queue: [JourneyEvent] = []
        var isDelivering = false
        /// The result has been told; it is the last that is said of a run.
        var isOver = false
        var observer: Observer?
    }

    private let correlationID: String
    private let listener: Listener
    private let log: Log
    private let state = Mutex(State())

    init(correlationID: String, log: Log, listener: @escaping Listener) {
        self.correlationID = correlationID
        self.log = log
        self.listener = listener
    }

    /// Has `observer` follow what is told from now on.
    func attach(_ observer: @escaping Observer) { state.withLock { $0.observer = observer } }

    /// Tells the listener of `event`. A listener that is busy on another thread, or that caused this event itself, gets
    /// it next.
    func send(_ event: JourneyEvent) {
        if case .error(let code, _, let step) = event {
            log.record(.warning, "A journey reports an error", [.code: code, .step: step?.rawValue ?? ""])
        }
        let (isFirst, observer) = state.withLock { state -> (Bool, Observer?) in
            guard !state.isOver else { return (false, nil) }
            if case .result = event { state.isOver = true }
            state.queue.append(event)
            defer { state.isDelivering = true }
            return (!state.isDelivering, state.observer)
        }
        observer?(event)
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
