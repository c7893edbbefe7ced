import Foundation
import JourneyBase
import Testing

@testable import JourneyWeb

@Suite("Limits")
struct LimitTests {
    private let now = Date(timeIntervalSince1970: 1_000)

    @Test("a nonce that was dropped for lack of space is refused by its time")
    func boundedNonces() {
        var window = NonceWindow(skew: .seconds(60), capacity: 4)
        for index in 0..<8 {
            #expect(window.judge("nonce-\(index)", time: 1_000_000 + Int64(index), now: now) == .fresh)
        }
        for index in 0..<8 {
            #expect(window.judge("nonce-\(index)", time: 1_000_000 + Int64(index), now: now) != .fresh)
        }
        // A fresh nonce of a forgotten time can't be distinguished from a replay.
        #expect(window.judge("fresh-old", time: 1_000_002, now: now) == .outOfTime)
        #expect(window.judge("fresh-new", time: 1_000_009, now: now) == .fresh)
    }

    @Test("times at the ends of the number range are refused", arguments: [Int64.min, .max, 0, -1])
    func extremeTimes(time: Int64) {
        var window = NonceWindow(skew: .seconds(60), capacity: 4)
        #expect(window.judge("nonce", time: time, now: now) == .outOfTime)
    }

    @Test("a rate limit allows its burst, then its rate, and nothing for a clock set back")
    func bucket() {
        var limit = RateLimit(rate: 2, burst: 3)
        for _ in 0..<3 { #expect(limit.take(at: now) == nil) }
        #expect(limit.take(at: now) == .milliseconds(500))
        #expect(limit.take(at: now - 100) != nil)
        #expect(limit.take(at: now - 99.5) == nil)
        #expect(limit.take(at: now + 1_000) == nil)
        for _ in 0..<2 { #expect(limit.take(at: now + 1_000) == nil) }
        #expect(limit.take(at: now + 1_000) != nil)
    }
}
