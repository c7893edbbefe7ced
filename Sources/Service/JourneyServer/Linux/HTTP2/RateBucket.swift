/// A rate that a client may keep up: so many at once, and so many a second after that.
struct RateLimit: Sendable {
    var burst: Int
    var perSecond: Int
}

/// A token bucket. It has no clock: the time is handed in and never goes back.
struct RateBucket {
    private let limit: RateLimit
    private var level: Double
    private var last: ClockInstant

    /// Makes a full bucket.
    init(_ limit: RateLimit, at now: ClockInstant) {
        self.limit = limit
        level = Double(limit.burst)
        last = now
    }

    /// Takes `count` tokens.
    ///
    /// - Returns: Whether there were so many; none is taken otherwise.
    mutating func take(_ count: Int = 1, at now: ClockInstant) -> Bool {
        if now > last {
            let elapsed = Double((now - last).nanoseconds) / 1e9
            level = min(Double(limit.burst), level + elapsed * Double(limit.perSecond))
            last = now
        }
        guard level >= Double(count) else { return false }
        level -= Double(count)
        return true
    }

    /// Puts `count` tokens back, at most until the bucket is full.
    mutating func give(_ count: Int = 1) { level = min(Double(limit.burst), level + Double(count)) }
}
