internal import JourneyBase

/// What `work` gives; `nil` when it takes longer than `limit` by `clock`, or the caller is cancelled: at once, whether or not
/// `work` hears of it. What is the host's may never answer, and must not keep a run for ever.
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
