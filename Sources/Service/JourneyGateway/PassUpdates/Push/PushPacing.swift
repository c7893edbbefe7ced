/// When a service that does not answer is asked again. A value: moments come from outside, as time since any start.
///
/// After a failure nothing is sent for a while that doubles with each further one, up to five minutes, or for as long as the
/// service has asked for. Then one push goes first, and the others when it was answered.
struct PushPacing: Hashable, Sendable {
    static let first: Duration = .seconds(1)
    static let longest: Duration = .seconds(300)
    /// How many pushes are under way at a time.
    static let width = 200

    private var failures = 0
    private var end: Duration?

    /// How many pushes may go at `now`; none while it waits.
    func room(at now: Duration) -> Int {
        if let end, now < end { return 0 }
        return failures > 0 ? 1 : PushPacing.width
    }

    /// How long it waits from `now` on.
    func wait(at now: Duration) -> Duration { max(.zero, (end ?? now) - now) }

    /// The service has answered.
    mutating func succeed() {
        failures = 0
        end = nil
    }

    /// It has not. `asked` is its wish; `jitter`, 0 to 1, spreads instances by up to half of the wait.
    mutating func fail(at now: Duration, asked: Duration?, jitter: Double) {
        let own = min(PushPacing.longest, PushPacing.first * (1 << min(failures, 16)))
        failures += 1
        end = now + max(own, asked ?? .zero) + own * (min(max(jitter, 0), 1) / 2)
    }
}
