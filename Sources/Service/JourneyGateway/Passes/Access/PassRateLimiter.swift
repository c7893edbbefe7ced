import JourneyServer
import JourneyWire
import Synchronization

/// How often one caller, one tag, one session and one pass may be asked about, in ten minutes. Each instance counts for
/// itself, and only for callers and passes that it knows: what is not there is refused before, and takes no room.
final class PassRateLimiter: Sendable {
    private struct Count {
        var began: Int64
        var asked: Int
        /// Who was counted, where that is more than the key says.
        var caller: PassStore.Caller?
    }

    /// Milliseconds.
    static let window: Int64 = 600_000
    /// The most keys that are remembered. Beyond it, those go whose window is over, and then those with the fewest requests: to
    /// have a count forgotten, somebody would have to make that many requests under each of half as many other keys.
    private let capacity: Int

    private let counts = Mutex<[[UInt8]: Count]>([:])

    /// A gate that has counted nothing yet.
    init(capacity: Int = 200_000) { self.capacity = capacity }

    /// How many keys are remembered.
    var size: Int { counts.withLock(\.count) }

    /// Refuses early, before any work, whom `count` would refuse anyway. It decides nothing: requests that are under way at the
    /// same time are counted by `count` alone. Throws `RATE_LIMITED` where `key` has used up what it may, and tells the request log
    /// who it is.
    func refuseUsedUp(_ key: [UInt8], most: Int, now: Int64) throws(PassRefusal) {
        let count = counts.withLock { $0[key] }
        do throws(PassRefusal) { try PassRateLimiter.refuse(count, most: most, now: now) } catch {
            count?.caller?.identify()
            throw error
        }
    }

    /// Counts one request of `key`, unless it has used up what it may: in one step, so that of requests that come at one time
    /// no more than `most` are let through. Throws `RATE_LIMITED`.
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

    /// Forgets the keys whose window is over, and of more than half of `capacity` those with the fewest requests.
    private static func makeRoom(in counts: inout [[UInt8]: Count], _ capacity: Int, now: Int64) {
        counts = counts.filter { $0.value.began + PassRateLimiter.window > now }
        let half = capacity / 2
        guard counts.count > half else { return }
        let ranks = counts.values.map(\.asked).sorted(by: >)
        // Of those with as many requests as the last one that stays, as many stay as there is room for.
        let least = half > 0 ? ranks[half - 1] : .max
        var room = half - ranks.prefix(half).count { $0 > least }
        counts = counts.filter { count in
            guard count.value.asked == least, room > 0 else { return count.value.asked > least }
            room -= 1
            return true
        }
    }

    /// Takes back what `count` counted at `now` for a request that was refused for another reason.
    func takeBack(_ key: [UInt8], now: Int64) {
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

/// How often one may ask, in ten minutes.
package struct PassRates: Hashable, Sendable {
    /// Binding data, for one token.
    package var issuerData = 60_000
    /// Binding data, for one tag.
    package var tag = 60
    /// Callbacks, for one session.
    var callbacks = 30
    /// Looks at sessions, for one token.
    var reads = 120_000
    /// Tokens for persons, for one API user's token.
    var userTokens = 60_000

    init() {}
}
