/// Decides when an unresponsive service is called again. A value: callers pass the time as the duration since any fixed start.
///
/// After a failure, sending pauses for a time that doubles with each further failure, up to five minutes, or for as long as the
/// service asks. Then a single push goes out, and the others after its success.
struct PushPacing: Hashable, Sendable {
    static let first: Duration = .seconds(1)
    static let longest: Duration = .seconds(300)
    /// The maximum number of concurrent pushes.
    static let width = 200

    private var failures = 0
    private var end: Duration?

    /// Returns the number of pushes that may start at `now`; 0 during a pause.
    func room(at now: Duration) -> Int {
        if let end, now < end { return 0 }
        return failures > 0 ? 1 : PushPacing.width
    }

    /// Returns the remaining pause at `now`.
    func wait(at now: Duration) -> Duration { max(.zero, (end ?? now) - now) }

    /// Records an answer of the service.
    mutating func succeed() {
        failures = 0
        end = nil
    }

    /// Records a failure. `asked` is the pause that the service asks for; `jitter`, 0 to 1, adds up to half of the own pause to
    /// spread instances.
    mutating func fail(at now: Duration, asked: Duration?, jitter: Double) {
        let own = min(PushPacing.longest, PushPacing.first * (1 << min(failures, 16)))
        failures += 1
        end = now + max(own, asked ?? .zero) + own * (min(max(jitter, 0), 1) / 2)
    }
}
