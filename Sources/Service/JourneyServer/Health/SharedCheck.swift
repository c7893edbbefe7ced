import Synchronization

/// A check that runs at most once at a time for any number of callers, none of whom waits longer than a time limit.
///
/// It runs in a task of its own, on none of the callers' executors: one that hangs blocks no caller.
final class SharedCheck: Sendable {
    private let limit: Duration
    private let clock: any Clock<Duration>
    private let work: @Sendable () async -> Bool
    private let current = Mutex<Task<Bool, Never>?>(nil)

    init(limit: Duration, clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Bool) {
        self.limit = limit
        self.clock = clock
        self.work = work
    }

    /// Returns the result of the running check, or of a new one; `nil` if there is none within the time limit.
    func result() async -> Bool? {
        let task = current.withLock { current in
            if let current { return current }
            let task = Task { [self] in
                let result = await work()
                forget()
                return result
            }
            current = task
            return task
        }
        let answer = Answer()
        return await withCheckedContinuation { continuation in
            answer.begin(continuation)
            let alarm = Task { [clock, limit] in
                if (try? await clock.sleep(for: limit)) != nil { answer.give(nil) }
            }
            Task {
                answer.give(await task.value)
                alarm.cancel()
            }
        }
    }

    private func forget() { current.withLock { $0 = nil } }

    /// The first of two answers.
    private final class Answer: Sendable {
        private let waiting = Mutex<CheckedContinuation<Bool?, Never>?>(nil)

        func begin(_ continuation: CheckedContinuation<Bool?, Never>) { waiting.withLock { $0 = continuation } }

        func give(_ result: Bool?) {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: result)
        }
    }
}
