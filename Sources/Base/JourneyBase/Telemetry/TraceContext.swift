/// A trace id: 16 bytes, not all zero (W3C Trace Context, section 3.2.2.3).
public struct TraceID: Hashable, Sendable, CustomStringConvertible {
    let high: UInt64
    let low: UInt64

    /// Parses 32 lower-case hexadecimal digits, or returns `nil`.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32, let high = LowerHex.number(text.utf8.prefix(16)),
            let low = LowerHex.number(text.utf8.dropFirst(16)), high != 0 || low != 0
        else { return nil }
        self.high = high
        self.low = low
    }

    /// Creates a random id.
    package static func random(_ dependencies: Dependencies) -> TraceID {
        while true { if let id = TraceID(dependencies.identifier()) { return id } }
    }

    /// The id as 32 lower-case hexadecimal digits.
    public var description: String { LowerHex.text(high) + LowerHex.text(low) }
}

/// A span id: eight bytes, not all zero (W3C Trace Context, section 3.2.2.4).
public struct SpanID: Hashable, Sendable, CustomStringConvertible {
    let value: UInt64

    /// Parses 16 lower-case hexadecimal digits, or returns `nil`.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 16, let value = LowerHex.number(text.utf8[...]), value != 0 else { return nil }
        self.value = value
    }

    /// Creates a random id.
    package static func random(_ dependencies: Dependencies) -> SpanID {
        while true { if let id = SpanID(Hex.encode(dependencies.random(8))) { return id } }
    }

    /// The id as 16 lower-case hexadecimal digits.
    public var description: String { LowerHex.text(value) }
}

/// The position of a request in a trace: the `traceparent` and `tracestate` header fields (W3C Trace Context, level 1).
package struct TraceContext: Hashable, Sendable {
    package var traceID: TraceID
    /// The caller's span, parent of the work done for it.
    package var spanID: SpanID
    /// `true` if the caller may have recorded its part.
    package var isSampled: Bool
    /// The `tracestate` of other systems; empty if it was missing or invalid.
    package var state: TraceState

    package init(traceID: TraceID, spanID: SpanID, isSampled: Bool, state: TraceState = TraceState()) {
        self.traceID = traceID
        self.spanID = spanID
        self.isSampled = isSampled
        self.state = state
    }

    /// Parses a `traceparent` value and, if present, the `tracestate` that came with it.
    ///
    /// Returns `nil` for anything but the format of section 3.2.2. Version 00 has exactly 55 characters; a later version may
    /// continue after another hyphen. Version ff, capital letters and zero ids are refused. An invalid `tracestate` is dropped
    /// and the trace continues without it (section 3.3.1.5).
    package init?(_ traceparent: String, state: String? = nil) {
        let bytes = traceparent.utf8
        guard (55...512).contains(bytes.count), let version = LowerHex.number(bytes.prefix(2)), version != 0xFF else {
            return nil
        }
        let head = traceparent.prefix(55)
        guard head.utf8.count == 55,
            bytes.count == 55 || (version > 0 && bytes.dropFirst(55).first == UInt8(ascii: "-"))
        else { return nil }
        let parts = head.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0].utf8.count == 2, let trace = TraceID(parts[1]), let span = SpanID(parts[2]),
            parts[3].utf8.count == 2, let flags = LowerHex.number(parts[3].utf8)
        else { return nil }
        self.init(
            traceID: trace, spanID: span, isSampled: flags & 1 == 1,
            state: state.flatMap { TraceState($0) } ?? TraceState())
    }

    /// Parses the context of a request: exactly one `traceparent`, and all `tracestate` fields combined (RFC 9110, section 5.3).
    /// Returns `nil` if it has none.
    package init?(_ headers: HTTPFields) {
        let parents = headers.values(of: "traceparent")
        guard parents.count == 1 else { return nil }
        let states = headers.values(of: "tracestate")
        self.init(parents[0], state: states.isEmpty ? nil : states.joined(separator: ","))
    }

    /// The header value, in version 00.
    package var traceparent: String { "00-\(traceID)-\(spanID)-\(isSampled ? "01" : "00")" }

    /// Returns this context with `span` as the parent.
    package func from(_ span: SpanID) -> TraceContext {
        var context = self
        context.spanID = span
        return context
    }

    /// Replaces the trace header fields in `headers`.
    package func put(in headers: inout HTTPFields) {
        headers["traceparent"] = traceparent
        headers["tracestate"] = state.isEmpty ? nil : state.description
    }
}

/// Lower-case hexadecimal digits, the only ones allowed in trace headers.
enum LowerHex {
    /// Parses at most 16 digits, or returns `nil`.
    static func number(_ digits: some Collection<UInt8>) -> UInt64? {
        var number: UInt64 = 0
        for digit in digits {
            switch digit {
            case 0x30...0x39: number = number << 4 | UInt64(digit - 0x30)
            case 0x61...0x66: number = number << 4 | UInt64(digit - 0x61 + 10)
            default: return nil
            }
        }
        return number
    }

    /// Formats a number as 16 digits.
    static func text(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
