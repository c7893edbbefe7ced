import JourneyServer
import JourneyWire
import Synchronization

/// Limits the requests of each caller, tag, session and pass in ten minutes. Each process counts for itself, and counts only
/// known callers and passes: unknown ones are refused before and use no memory.
final class PassRateLimiter: Sendable {
    private struct Count {
        var began: Int64
        var asked: Int
        /// The counted caller, if the key doesn't identify it.
        var caller: PassStore.Caller?
    }

    /// The length of the window, in milliseconds.
    static let window: Int64 = 600_000
    /// The maximum number of keys. Above it, expired windows are dropped first, then the keys with the fewest requests: to clear
    /// a count, an attacker needs at least as many requests under each of half as many other keys.
    private let capacity: Int

    private let counts = Mutex<[[UInt8]: Count]>([:])

    /// Creates a limiter without counts.
    init(capacity: Int = 200_000) { self.capacity = capacity }

    /// The number of stored keys.
    var size: Int { counts.withLock(\.count) }

    /// Refuses early, before any work, a request that `count` would refuse anyway. Concurrent requests are limited by `count`
    /// alone. Throws `RATE_LIMITED` above the limit, and records the caller in the request log.
    func refuseExhausted(_ key: [UInt8], most: Int, now: Int64) throws(PassRefusal) {
        let count = counts.withLock { $0[key] }
        do throws(PassRefusal) { try PassRateLimiter.refuse(count, most: most, now: now) } catch {
            count?.caller?.identify()
            throw error
        }
    }

    /// Counts one request of `key` atomically, so that of concurrent requests at most `most` pass. Throws `RATE_LIMITED` above
    /// the limit.
    func count(_ key: [UInt8], of caller: PassStore.Caller? = nil, most: Int, now: Int64) throws(PassRefusal) {
        try counts.withLock { counts throws(PassRefusal) in
            try PassRateLimiter.refuse(counts[key], most: most, now: now)
            if let count = counts[key], count.began + PassRateLimiter.window > now {
                counts[key]?.asked = count.asked + 1
                return
            }
            if counts.count >= capacity { PassRateLimiter.makeRoom(in: &counts, capacity, now: now) }
            counts[key] = Count(began: now, asked: 1, caller: caller)
        }
    }

    /// Removes keys with an expired window and, if more than half of `capacity` remain, those with the fewest requests.
    private static func makeRoom(in counts: inout [[UInt8]: Count], _ capacity: Int, now: Int64) {
        counts = counts.filter { $0.value.began + PassRateLimiter.window > now }
        let half = capacity / 2
        guard counts.count > half else { return }
        let ranks = counts.values.map(\.asked).sorted(by: >)
        // Among keys with as many requests as the last one kept, as many stay as fit.
        let least = half > 0 ? ranks[half - 1] : .max
        var room = half - ranks.prefix(half).count { $0 > least }
        counts = counts.filter { count in
            guard count.value.asked == least, room > 0 else { return count.value.asked > least }
            room -= 1
            return true
        }
    }

    /// Reverts a count made at `now` for a request that was refused for another reason.
    func revert(_ key: [UInt8], now: Int64) {
        counts.withLock { counts in
            guard let count = counts[key], count.began <= now, count.asked > 0 else { return }
            counts[key]?.asked = count.asked - 1
        }
    }

    private static func refuse(_ count: Count?, most: Int, now: Int64) throws(PassRefusal) {
        guard let count, count.began + PassRateLimiter.window > now, count.asked >= most else { return }
        throw PassRefusal(.rateLimited, retryAfter: .milliseconds(count.began + PassRateLimiter.window - now))
    }
}

/// Rate limits: the maximum number of requests in ten minutes.
package struct PassRates: Hashable, Sendable {
    /// Binding data per token.
    package var issuerData = 60_000
    /// Binding data per tag.
    package var tag = 60
    /// Callbacks per session.
    var callbacks = 30
    /// Session queries per token.
    var reads = 120_000
    /// User tokens per API user's token.
    var userTokens = 60_000

    init() {}
}
