/// Starts a stopwatch, and returns a function that gives the time since then by `clock`.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
