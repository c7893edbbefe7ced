internal import Synchronization

/// Mutual exclusion for asynchronous work: one task at a time holds the mutex, in the order of the requests.
///
/// Cancellation doesn't end the wait: a cancelled task still gets the mutex in turn. The mutex isn't recursive; a task that locks
/// it twice waits forever.
package final class AsyncMutex: Sendable {
    private struct State {
        var isLocked = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Creates an unlocked mutex.
    package init() {}

    /// Locks the mutex if it is free, without waiting.
    ///
    /// - Returns: `true` if the caller now holds the mutex and must call `unlock()`.
    package func tryLock() -> Bool {
        state.withLock { state in
            defer { state.isLocked = true }
            return !state.isLocked
        }
    }

    /// Locks the mutex, after waiting for all earlier requests. The caller must call `unlock()`.
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

    /// Passes the mutex to the task that has waited longest, or unlocks it.
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
    ///   - work: The work. It starts when all earlier requests are done.
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

/// One `AsyncMutex` per key, created on demand and removed when no task uses it.
package final class AsyncMutexes<Key: Hashable & Sendable>: Sendable {
    private let used = Mutex<[Key: (mutex: AsyncMutex, count: Int)]>([:])

    /// Creates an empty set of mutexes.
    package init() {}

    /// Runs `work` while holding the mutex of `key`.
    ///
    /// - Parameters:
    ///   - key: The key. Work for other keys runs concurrently.
    ///   - isolation: The caller's actor, on which `work` runs.
    ///   - work: The work. It starts when all earlier requests for the same key are done.
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

    /// The number of keys whose mutex is held or waited for.
    package var count: Int { used.withLock { $0.count } }
}
