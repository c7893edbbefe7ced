extension Clock where Duration == Swift.Duration {
    /// A closure that returns the time elapsed since this property was read.
    var stopwatch: @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
