internal import Synchronization

/// A queue of connection events for one consumer.
final class EventQueue: Sendable {
    private struct State {
        var events: [ConnectionEvent] = []
        var reader: CheckedContinuation<ConnectionEvent?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Appends `event`. Events after `disconnected` are dropped.
    func put(_ event: ConnectionEvent) {
        let reader = state.withLock { state -> CheckedContinuation<ConnectionEvent?, Never>? in
            guard !state.isClosed else { return nil }
            if case .disconnected = event { state.isClosed = true }
            guard let reader = state.reader else {
                state.events.append(event)
                return nil
            }
            state.reader = nil
            return reader
        }
        reader?.resume(returning: event)
    }

    /// Returns the next event; `nil` after the last, for a second consumer, and when the task is cancelled.
    func next() async -> ConnectionEvent? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (event, isWaiting) = state.withLock { state -> (ConnectionEvent?, Bool) in
                    if !state.events.isEmpty { return (state.events.removeFirst(), false) }
                    if state.isClosed || state.reader != nil || Task.isCancelled { return (nil, false) }
                    state.reader = continuation
                    return (nil, true)
                }
                if !isWaiting { continuation.resume(returning: event) }
            }
        } onCancel: {
            let reader = state.withLock { state in
                defer { state.reader = nil }
                return state.reader
            }
            reader?.resume(returning: nil)
        }
    }
}
