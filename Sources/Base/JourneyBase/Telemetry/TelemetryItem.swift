package import Foundation

/// A moment, in nanoseconds since 1970.
public struct TelemetryTime: Hashable, Comparable, Sendable {
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Moments before 1970, and those that no 64 bits hold, are 1970.
    package init(_ date: Date) { nanoseconds = UInt64(exactly: (date.timeIntervalSince1970 * 1e9).rounded()) ?? 0 }

    public static func < (a: TelemetryTime, b: TelemetryTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// This moment and `duration`, which is not negative.
    package func after(_ duration: Duration) -> TelemetryTime {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = nanoseconds.addingReportingOverflow(
            UInt64(max(0, min(seconds, 1 << 32))) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000)
        return TelemetryTime(nanoseconds: overflow ? .max : sum)
    }
}

/// Something that took time.
public struct TelemetrySpan: Hashable, Sendable {
    /// What it was; the set is closed, so that no name carries anything else.
    public enum Name: String, Hashable, Sendable, CaseIterable { case journey, step, call, plugin }

    public var name: Name
    public var traceID: TraceID
    public var spanID: SpanID
    public var parent: SpanID?
    public var start: TelemetryTime
    public var end: TelemetryTime
    public var hasFailed: Bool
    /// One of a key at most.
    public var fields: [TelemetryField]

    public init(
        _ name: Name, traceID: TraceID, spanID: SpanID, parent: SpanID? = nil, start: TelemetryTime, end: TelemetryTime,
        hasFailed: Bool = false, fields: [TelemetryField?] = []
    ) {
        self.name = name
        self.traceID = traceID
        self.spanID = spanID
        self.parent = parent
        self.start = start
        self.end = max(start, end)
        self.hasFailed = hasFailed
        self.fields = fields.compactMap { $0 }
    }
}

/// Something that happened.
public struct TelemetryEvent: Hashable, Sendable {
    /// What it was; a closed set as well.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case journeyBegin = "journey_begin"
        case error
        case result
        /// Telemetry was lost because there was too much of it; `count` says how much.
        case dropped = "telemetry_dropped"

        /// OTLP's number of the severity.
        var severity: Int64 {
            switch self {
            case .journeyBegin, .result: 9
            case .dropped: 13
            case .error: 17
            }
        }
    }

    public var name: Name
    public var traceID: TraceID
    public var spanID: SpanID?
    public var time: TelemetryTime
    public var fields: [TelemetryField]

    public init(
        _ name: Name, traceID: TraceID, spanID: SpanID? = nil, time: TelemetryTime, fields: [TelemetryField?] = []
    ) {
        self.name = name
        self.traceID = traceID
        self.spanID = spanID
        self.time = time
        self.fields = fields.compactMap { $0 }
    }
}

/// What can be told.
package enum TelemetryItem: Hashable, Sendable {
    case span(TelemetrySpan)
    case event(TelemetryEvent)
}
