import Testing

@testable import JourneyServer

@Suite("Rate bucket")
struct RateBucketTests {
    private let start = ClockInstant.now

    /// Takes all tokens and returns their number.
    private func drain(_ bucket: inout RateBucket, at now: ClockInstant) -> Int {
        var count = 0
        while bucket.take(at: now) { count += 1 }
        return count
    }

    @Test(
        "the burst is available at once, and then the rate",
        arguments: [(0, 0), (499, 0), (500, 1), (1_000, 2), (3_000, 6), (5_000, 10), (500_000, 10), (-1_000, 0)])
    func rate(milliseconds: Int, expected: Int) {
        var bucket = RateBucket(RateLimit(burst: 10, perSecond: 2), at: start)
        let burst = drain(&bucket, at: start)
        let later = drain(&bucket, at: start + .milliseconds(milliseconds))
        #expect(burst == 10)
        #expect(later == expected)
    }

    @Test("fractions of a second add up, and an earlier time changes nothing")
    func fractions() {
        var bucket = RateBucket(RateLimit(burst: 1, perSecond: 1), at: start)
        let times = [0, 125, 250, 500, 875, 1_000, -100_000, 1_500, 2_000]
        let taken = times.map { drain(&bucket, at: start + .milliseconds($0)) }
        #expect(taken == [1, 0, 0, 0, 0, 1, 0, 0, 1])
    }

    @Test("returned tokens fill the bucket up to its burst only")
    func give() {
        var bucket = RateBucket(RateLimit(burst: 3, perSecond: 0), at: start)
        bucket.give(5)
        let hasFour = bucket.take(4, at: start)
        let first = drain(&bucket, at: start)
        bucket.give(2)
        let second = drain(&bucket, at: start + .seconds(1_000))
        #expect(!hasFour)
        #expect(first == 3)
        #expect(second == 2)
    }
}
