internal import Synchronization

/// Events that wait for their one reader, and word of each that was read.
final class EventQueue: Sendable {
    private struct State {
        var events: [ConnectionEvent] = []
        var reader: CheckedContinuation<ConnectionEvent?, Never>?
        var isClosed = false
    }

    private let state = Mutex(State())

    /// Puts `event` behind the others; the end is the last.
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

    /// The next event; `nil` after the last, for a second reader, and when the task is cancelled.
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
