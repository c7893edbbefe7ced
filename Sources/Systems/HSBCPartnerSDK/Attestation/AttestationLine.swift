internal import Synchronization

/// Lets one through at a time, in the order in which they came: assertions of a key are numbered, and a server that saw a
/// later one refuses an earlier one.
final class AttestationLine: Sendable {
    private struct State {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Runs `work` when all who came before are done.
    func one<Value: Sendable>(_ work: () async throws -> Value) async throws -> Value {
        await withCheckedContinuation { continuation in
            let isFirst = state.withLock { state in
                guard state.isTaken else {
                    state.isTaken = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFirst { continuation.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard !state.waiting.isEmpty else {
                    state.isTaken = false
                    return nil
                }
                return state.waiting.removeFirst()
            }
            next?.resume()
        }
        return try await work()
    }
}
