/// The deadline of an exchange, with all its attempts and waits.
public struct HTTPDeadline: Sendable {
    private let clock: any Clock<Duration>
    private let left: @Sendable () -> Duration

    /// Creates a deadline.
    ///
    /// - Parameters:
    ///   - duration: The time from now.
    ///   - clock: The clock that measures it, such as `ContinuousClock()`.
    public init(after duration: Duration, clock: any Clock<Duration>) {
        self.clock = clock
        left = HTTPDeadline.countdown(duration, clock)
    }

    private static func countdown(_ duration: Duration, _ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: duration)
        return { clock.now.duration(to: end) }
    }

    /// The time until the deadline; negative afterwards.
    package var remaining: Duration { left() }

    /// Waits for `duration`, or returns `false` at once if the deadline is earlier. Throws `CancellationError`.
    package func wait(_ duration: Duration) async throws -> Bool {
        guard duration < remaining else { return false }
        try await clock.sleep(for: duration)
        return true
    }

    /// Returns `options` with the timeout limited to the remaining time.
    package func cut(_ options: HTTPOptions) -> HTTPOptions {
        var options = options
        options.timeout = min(options.timeout, remaining)
        return options
    }
}
