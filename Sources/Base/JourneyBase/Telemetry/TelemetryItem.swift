package import Foundation

/// A time in nanoseconds since 1970.
public struct TelemetryTime: Hashable, Comparable, Sendable {
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    /// Converts a date. Dates before 1970 or beyond 64 bits become 1970.
    package init(_ date: Date) { nanoseconds = UInt64(exactly: (date.timeIntervalSince1970 * 1e9).rounded()) ?? 0 }

    public static func < (a: TelemetryTime, b: TelemetryTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// Returns this time plus `duration`, which must not be negative.
    package func after(_ duration: Duration) -> TelemetryTime {
        let (seconds, attoseconds) = duration.components
        let (sum, overflow) = nanoseconds.addingReportingOverflow(
            UInt64(max(0, min(seconds, 1 << 32))) * 1_000_000_000 + UInt64(max(0, attoseconds)) / 1_000_000_000)
        return TelemetryTime(nanoseconds: overflow ? .max : sum)
    }
}

/// A timed operation.
public struct TelemetrySpan: Hashable, Sendable {
    /// The names of spans. The set is closed, so that no name carries data.
    public enum Name: String, Hashable, Sendable, CaseIterable { case journey, step, call, plugin }

    public var name: Name
    public var traceID: TraceID
    public var spanID: SpanID
    /// The parent span; `nil` for the root of the trace.
    public var parent: SpanID?
    public var start: TelemetryTime
    public var end: TelemetryTime
    /// `true` if the operation failed.
    public var hasFailed: Bool
    /// The attributes, with unique keys.
    public var fields: [TelemetryField]

    /// Creates a span.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - traceID: The trace.
    ///   - spanID: The span's id.
    ///   - parent: The parent span.
    ///   - start: The start.
    ///   - end: The end. One before `start` becomes `start`.
    ///   - hasFailed: `true` if the operation failed.
    ///   - fields: The attributes; `nil` entries are left out.
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

/// A point in time of a run that telemetry reports, such as `journey_begin`.
public struct TelemetryEvent: Hashable, Sendable {
    /// The names of events, also a closed set.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case journeyBegin = "journey_begin"
        case error
        case result
        /// Telemetry was dropped because there was too much; `count` is the number of items.
        case dropped = "telemetry_dropped"

        /// The severity number of OTLP.
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

    /// Creates an event.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - traceID: The trace.
    ///   - spanID: The span in which it occurred.
    ///   - time: The time.
    ///   - fields: The attributes; `nil` entries are left out.
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

/// A span or an event.
package enum TelemetryItem: Hashable, Sendable {
    case span(TelemetrySpan)
    case event(TelemetryEvent)
}
