import Glibc

/// A moment of the system's clock that runs while the system sleeps, as a number of nanoseconds: each request compares and adds
/// several, and a number needs no metadata and no division.
struct Moment: Comparable, Sendable {
    /// A length of time, at most 73 years.
    struct Span: Comparable, Sendable {
        let nanoseconds: Int64

        init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

        init(_ duration: Duration) {
            let (seconds, attoseconds) = duration.components
            let bounded = min(max(seconds, -Span.mostSeconds), Span.mostSeconds)
            nanoseconds = bounded * 1_000_000_000 + attoseconds / 1_000_000_000
        }

        /// Two of them added to a moment are a number still.
        private static let mostSeconds: Int64 = 1 << 61 / 1_000_000_000

        static func < (a: Span, b: Span) -> Bool { a.nanoseconds < b.nanoseconds }
    }

    private let nanoseconds: Int64

    private init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    static var now: Moment {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return Moment(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    static func < (a: Moment, b: Moment) -> Bool { a.nanoseconds < b.nanoseconds }

    static func + (moment: Moment, span: Span) -> Moment { Moment(nanoseconds: moment.nanoseconds + span.nanoseconds) }

    static func + (moment: Moment, duration: Duration) -> Moment { moment + Span(duration) }

    static func - (end: Moment, begin: Moment) -> Span { Span(nanoseconds: end.nanoseconds - begin.nanoseconds) }
}

/// The times that a server's limits allow, as its loops count.
struct ServerTimes: Sendable {
    let idle: Moment.Span
    let handling: Moment.Span
    let transfer: Moment.Span
    let streaming: Moment.Span
    /// How long a handshake, the head of a request and the silence between two requests may last: none longer than a transfer.
    let opening: Moment.Span
    let head: Moment.Span
    let silence: Moment.Span

    init(_ limits: ServerLimits) {
        (idle, handling) = (Moment.Span(limits.idle), Moment.Span(limits.handling))
        (transfer, streaming) = (Moment.Span(limits.transfer), Moment.Span(limits.streaming))
        opening = min(Moment.Span(limits.handshake), transfer)
        head = min(Moment.Span(limits.headTime), transfer)
        silence = min(idle, transfer)
    }
}
