internal import Synchronization

/// Mutual exclusion for work that awaits: one task at a time holds it, in the order in which they asked.
///
/// A task that waits goes on waiting when it is cancelled; its work finds itself cancelled in its turn. A task that asks for a mutex
/// that it holds waits for ever.
package final class AsyncMutex: Sendable {
    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// A mutex that nobody holds.
    package init() {}

    /// Takes the mutex if nobody holds it.
    ///
    /// - Returns: Whether the caller holds it now, and has to call `unlock()`.
    package func tryLock() -> Bool {
        state.withLock { state in
            defer { state.isLocked = true }
            return !state.isLocked
        }
    }

    /// Waits until all who asked before have called `unlock()`, and takes the mutex. The caller has to call `unlock()`.
    package func lock() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                if state.isLocked { state.waiting.append(continuation) }
                defer { state.isLocked = true }
                return !state.isLocked
            }
            if isFree { continuation.resume() }
        }
    }

    /// Gives the mutex to the task that has waited longest.
    package func unlock() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.waiting.isEmpty else {
                state.isLocked = false
                return nil
            }
            return state.waiting.removeFirst()
        }
        next?.resume()
    }

    /// Runs `work` while holding the mutex.
    ///
    /// - Parameters:
    ///   - isolation: The caller's actor, on which `work` runs.
    ///   - work: The work, once all who asked before are done.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`.
    package func withLock<Value, Failure: Error>(
        isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await lock()
        defer { unlock() }
        return try await work()
    }
}

/// An `AsyncMutex` for each key that a task holds or waits for.
package final class AsyncMutexes<Key: Hashable & Sendable>: Sendable {
    private let used = Mutex<[Key: (mutex: AsyncMutex, count: Int)]>([:])

    /// Mutexes that nobody holds.
    package init() {}

    /// Runs `work` while holding the mutex of `key`.
    ///
    /// - Parameters:
    ///   - key: The key; work for other keys goes on beside it.
    ///   - isolation: The caller's actor, on which `work` runs.
    ///   - work: The work, once all who asked for the same key before are done.
    /// - Returns: The result of `work`.
    /// - Throws: The error of `work`.
    package func withLock<Value, Failure: Error>(
        for key: Key, isolation: isolated (any Actor)? = #isolation, _ work: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let mutex = used.withLock { used in
            let mutex = used[key]?.mutex ?? AsyncMutex()
            used[key] = (mutex, (used[key]?.count ?? 0) + 1)
            return mutex
        }
        await mutex.lock()
        defer {
            mutex.unlock()
            used.withLock { used in
                guard let one = used[key] else { return }
                used[key] = one.count > 1 ? (one.mutex, one.count - 1) : nil
            }
        }
        return try await work()
    }

    /// The number of keys that a task holds or waits for.
    package var count: Int { used.withLock { $0.count } }
}
