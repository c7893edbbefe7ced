import Testing

@testable import JourneyServer

@Suite("Clock instants and intervals")
struct ClockInstantTests {
    private let start = ClockInstant.now

    @Test("an instant plus an interval, and the difference of two instants, are exact")
    func arithmetic() {
        let span = ClockInstant.Interval(nanoseconds: 1_500_000_000)
        #expect((start + span - start).nanoseconds == 1_500_000_000)
        #expect((start - (start + span)).nanoseconds == -1_500_000_000)
        #expect(start + .milliseconds(1_500) == start + span)
        #expect(start + .seconds(-2) + .seconds(2) == start)
    }

    @Test("a later instant is greater, even by a nanosecond")
    func order() {
        let next = start + ClockInstant.Interval(nanoseconds: 1)
        #expect(start < next && !(next < start) && start != next)
        #expect(
            min(next, start) == start
                && max(ClockInstant.Interval(.seconds(1)), ClockInstant.Interval(.seconds(2))) == .init(.seconds(2)))
    }

    @Test("the clock is monotonic")
    func clock() {
        #expect(start <= ClockInstant.now)
    }

    @Test(
        "a duration is converted to nanoseconds",
        arguments: [
            (Duration.zero, 0), (.nanoseconds(1), 1), (.nanoseconds(-1), -1), (.milliseconds(2_500), 2_500_000_000),
            (.milliseconds(-2_500), -2_500_000_000), (.seconds(86_400), 86_400_000_000_000),
        ] as [(Duration, Int64)])
    func spans(duration: Duration, nanoseconds: Int64) {
        #expect(ClockInstant.Interval(duration).nanoseconds == nanoseconds)
    }

    @Test("the longest durations are capped at 73 years, and two can be added to an instant")
    func longest() {
        let most = ClockInstant.Interval(.seconds(Int64.max))
        let least = ClockInstant.Interval(.seconds(Int64.min))
        let century = Duration.seconds(100 * 365 * 86_400)
        #expect(most == ClockInstant.Interval(century) && most.nanoseconds == -least.nanoseconds)
        #expect(most > ClockInstant.Interval(.seconds(72 * 365 * 86_400)))
        #expect(start < start + most && start + most < start + most + most)
        #expect(start + least < start && start + least + most == start)
        #expect(start + Duration.seconds(Int64.max) + Duration.seconds(Int64.max) - start > most)
    }

    @Test("a server's timeouts are capped by the transfer time, and unchanged without one")
    func serverTimes() {
        var limits = ServerLimits()
        limits.transfer = .seconds(3)
        limits.handshake = .seconds(5)
        limits.headTime = .seconds(2)
        limits.idle = .seconds(4)
        let times = ServerTimes(limits)
        #expect([times.opening, times.head, times.silence].map(\.nanoseconds) == [3, 2, 3].map { $0 * 1_000_000_000 })
        #expect([times.idle, times.transfer].map(\.nanoseconds) == [4, 3].map { $0 * 1_000_000_000 })
    }
}
