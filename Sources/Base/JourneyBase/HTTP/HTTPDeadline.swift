/// One moment that all tries of an exchange have to be done by, waits included.
public struct HTTPDeadline: Sendable {
    private let clock: any Clock<Duration>
    private let left: @Sendable () -> Duration

    /// The moment `duration` from now, by `clock`.
    package init(after duration: Duration, clock: any Clock<Duration>) {
        self.clock = clock
        left = HTTPDeadline.countdown(duration, clock)
    }

    private static func countdown(_ duration: Duration, _ clock: some Clock<Duration>) -> @Sendable () -> Duration {
        let end = clock.now.advanced(by: duration)
        return { clock.now.duration(to: end) }
    }

    /// How long it is until then; negative afterwards.
    package var remaining: Duration { left() }

    /// Waits for `duration`, or gives `false` at once when the moment would come first. Throws `CancellationError`.
    package func wait(_ duration: Duration) async throws -> Bool {
        guard duration < remaining else { return false }
        try await clock.sleep(for: duration)
        return true
    }

    /// `options` with no more time than is left.
    package func cut(_ options: HTTPOptions) -> HTTPOptions {
        var options = options
        options.timeout = min(options.timeout, remaining)
        return options
    }
}
