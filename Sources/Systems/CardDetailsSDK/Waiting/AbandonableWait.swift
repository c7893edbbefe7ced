internal import JourneyBase

/// Waits for operations that may never end and may ignore cancellation.
enum AbandonableWait {
    /// Returns the value of `task`. A cancelled caller stops waiting; after `limit` all do, with `NET_TIMEOUT`. The task itself
    /// continues.
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
                            .netTimeout, "The operation did not finish in time.",
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
