internal import JourneyBase

/// Returns the result of `work`; `nil` when it takes longer than `limit` by `clock`, or the caller is cancelled.
///
/// Returns at once even when `work` ignores its cancellation: a host's code may never return, and must not block a run.
func withTimeout<Value: Sendable>(
    for limit: Duration, by clock: any Clock<Duration>, _ work: @escaping @Sendable () async -> Value
) async -> Value? {
    let (ends, end) = AsyncStream<Value?>.makeStream()
    let working = Task { end.yield(await work()) }
    let timer = Task { if (try? await clock.sleep(for: limit)) != nil { end.yield(nil) } }
    defer {
        working.cancel()
        timer.cancel()
        end.finish()
    }
    for await value in ends { return value }
    return nil
}
