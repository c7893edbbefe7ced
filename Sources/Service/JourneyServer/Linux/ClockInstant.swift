import Glibc

/// A moment of the system's clock that runs while the system sleeps, as a number of nanoseconds: each request compares and adds
/// several, and a number needs no metadata and no division.
struct ClockInstant: Comparable, Sendable {
    /// A length of time, at most 73 years.
    struct Interval: Comparable, Sendable {
        let nanoseconds: Int64

        init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let bounded = min(max(seconds, -Interval.mostSeconds), Interval.mostSeconds)
            nanoseconds = bounded * 1_000_000_000 + attoseconds / 1_000_000_000
        }

        /// Two of them added to a moment are a number still.
        private static let mostSeconds: Int64 = 1 << 61 / 1_000_000_000

        static func < (a: Interval, b: Interval) -> Bool { a.nanoseconds < b.nanoseconds }
    }

    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    static var now: ClockInstant {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return ClockInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (a: ClockInstant, b: ClockInstant) -> Bool { a.nanoseconds < b.nanoseconds }

    static func + (moment: ClockInstant, span: Interval) -> ClockInstant {
        ClockInstant(nanoseconds: moment.nanoseconds + span.nanoseconds)
    }

    static func + (moment: ClockInstant, duration: Duration) -> ClockInstant { moment + Interval(duration) }

    static func - (end: ClockInstant, begin: ClockInstant) -> Interval {
        Interval(nanoseconds: end.nanoseconds - begin.nanoseconds)
    }
}

/// The times that a server's limits allow, as its loops count.
struct ServerTimes: Sendable {
    let idle: ClockInstant.Interval
    let handling: ClockInstant.Interval
    let transfer: ClockInstant.Interval
    let streaming: ClockInstant.Interval
    /// The time limit of a handshake, of a request's head and of the pause between two requests; at most that of a transfer.
    let opening: ClockInstant.Interval
    let head: ClockInstant.Interval
    let silence: ClockInstant.Interval

    init(_ limits: ServerLimits) {
        (idle, handling) = (ClockInstant.Interval(limits.idle), ClockInstant.Interval(limits.handling))
        (transfer, streaming) = (ClockInstant.Interval(limits.transfer), ClockInstant.Interval(limits.streaming))
        opening = min(ClockInstant.Interval(limits.handshake), transfer)
        head = min(ClockInstant.Interval(limits.headTime), transfer)
        silence = min(idle, transfer)
    }
}
