extension Clock where Duration == Swift.Duration {
    /// Tells the time since now.
    var stopwatch: @Sendable () -> Duration {
        let start = now
        return { start.duration(to: now) }
    }
}
