/// The OpenTelemetry protocol in JSON (OTLP 1.x, "JSON Protobuf Encoding"): ids in hexadecimal, 64-bit numbers as strings,
/// enumerations as numbers.
public enum OTLP {
    /// The two kinds of requests, each with its path below an endpoint.
    public enum Signal: String, Hashable, Sendable, CaseIterable {
        case traces, logs

        package var path: String { "v1/\(rawValue)" }
    }

    /// The instrumentation scope of all items.
    static let scope: JSONValue = ["name": "journeykit", "version": .string(JourneyKitVersion.current)]

    /// Creates an `ExportTraceServiceRequest`.
    package static func request(_ spans: [TelemetrySpan], resource: [TelemetryField]) -> JSONValue {
        [
            "resourceSpans": [
                [
                    "resource": ["attributes": attributes(resource)],
                    "scopeSpans": [["scope": scope, "spans": .array(spans.map(json))]],
                ]
            ]
        ]
    }

    /// Creates an `ExportLogsServiceRequest`.
    package static func request(_ events: [TelemetryEvent], resource: [TelemetryField]) -> JSONValue {
        [
            "resourceLogs": [
                [
                    "resource": ["attributes": attributes(resource)],
                    "scopeLogs": [["scope": scope, "logRecords": .array(events.map(json))]],
                ]
            ]
        ]
    }

    private static func json(_ span: TelemetrySpan) -> JSONValue {
        var members: [String: JSONValue] = [
            "traceId": .string("\(span.traceID)"), "spanId": .string("\(span.spanID)"),
            "name": .string(span.name.rawValue), "kind": span.name == .call ? 3 : 1,
            "startTimeUnixNano": .string(String(span.start.nanoseconds)),
            "endTimeUnixNano": .string(String(span.end.nanoseconds)), "attributes": attributes(span.fields),
            "status": ["code": span.hasFailed ? 2 : 1],
        ]
        members["parentSpanId"] = span.parent.map { .string("\($0)") }
        return .object(members)
    }

    private static func json(_ event: TelemetryEvent) -> JSONValue {
        var members: [String: JSONValue] = [
            "timeUnixNano": .string(String(event.time.nanoseconds)),
            "severityNumber": .number(JSONNumber(event.name.severity)),
            "body": ["stringValue": .string(event.name.rawValue)], "attributes": attributes(event.fields),
            "traceId": .string("\(event.traceID)"),
        ]
        members["spanId"] = event.spanID.map { .string("\($0)") }
        return .object(members)
    }

    private static func attributes(_ fields: [TelemetryField]) -> JSONValue {
        .array(
            fields.map { field in
                let value: JSONValue =
                    switch field.value {
                    case .text(let text): ["stringValue": .string(text)]
                    case .number(let number): ["intValue": .string(String(number))]
                    }
                return ["key": .string(field.key.rawValue), "value": value]
            })
    }
}
