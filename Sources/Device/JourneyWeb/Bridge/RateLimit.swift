internal import Foundation
internal import JourneyBase

/// A token bucket: `burst` at once, then `rate` a second.
struct RateLimit {
    private let rate: Double
    private let burst: Double
    private var tokens: Double
    private var last: Date?

    init(rate: Int, burst: Int) {
        self.rate = Double(rate)
        self.burst = Double(burst)
        tokens = Double(burst)
    }

    /// Takes one token, or returns the wait for it.
    mutating func take(at now: Date) -> Duration? {
        // A clock that goes back refills nothing.
        let elapsed = max(0, last.map { now.timeIntervalSince($0) } ?? 0)
        last = now
        tokens = min(burst, tokens + elapsed * rate)
        guard tokens >= 1 else { return .milliseconds(Int(((1 - tokens) / rate * 1_000).rounded(.up))) }
        tokens -= 1
        return nil
    }
}
