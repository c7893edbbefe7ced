internal import JourneyBase
internal import Synchronization

/// Delivers the events of one run to the host's listener, in order, one at a time.
final class EventBus: Sendable {
    /// The host's listener: an event's name and attributes.
    typealias Listener = @Sendable (_ name: String, _ attributes: [String: AnyCodable]) -> Void
    /// An internal observer of the run's events.
    typealias Observer = @Sendable (JourneyEvent) -> Void

    private struct State {
        var queue: [JourneyEvent] = []
        var isDelivering = false
        /// `true` after the result event, which is the last of a run.
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

    /// Sends all events from now on to `observer` too.
    func attach(_ observer: @escaping Observer) { state.withLock { $0.observer = observer } }

    /// Sends `event` to the listener. A listener that is busy on another thread, or that caused this event itself, receives it
    /// next.
    func send(_ event: JourneyEvent) {
        if case .error(let code, _, let step) = event {
            log.record(.warning, "A journey reported an error", [.code: code, .step: step?.rawValue ?? ""])
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

    /// Sends `error` to the listener.
    func send(_ error: JourneyError, step: StepID? = nil) {
        send(.error(code: error.code.rawValue, message: error.message, step: step))
    }
}
