internal import JourneyBase

/// Waiting for what may never end, and may not listen when it is called off.
enum AbandonableWait {
    /// What `task` makes. Whoever is cancelled does not wait for it any longer, and nobody does when `limit` is over: that is
    /// `NET_TIMEOUT`. The task itself goes on.
    static func value<Value: Sendable>(
        of task: Task<Value, any Error>, limit: (duration: Duration, clock: any Clock<Duration>)? = nil
    ) async throws -> Value {
        let (results, send) = AsyncStream<Result<Value, any Error>>.makeStream()
        Task { send.yield(await task.result) }
        let timer = limit.map { limit in
            Task {
                guard (try? await limit.clock.sleep(for: limit.duration)) != nil else { return }
                send.yield(
                    .failure(
                        JourneyError(
                            .netTimeout, "What was waited for did not come in time.",
                            recovery: .retry(after: .seconds(1)))))
            }
        }
        defer {
            timer?.cancel()
            send.finish()
        }
        for await result in results { return try result.get() }
        throw CancellationError()
    }
}
