import Foundation
import JourneyTesting
import TestSupport
import Testing

@testable import JourneyBase

@Suite("OTLP in JSON")
struct OTLPTests {
    private static let dependencies = Dependencies.fixed()
    private static let resource = [
        TelemetryField(.service, "journeykit"), TelemetryField(.version, "1.0"),
        TelemetryField(.installation, dependencies.uuid()),
    ].compactMap { $0 }

    private static let root = TelemetrySpan(
        .journey, traceID: .random(dependencies), spanID: .random(dependencies),
        start: TelemetryTime(nanoseconds: 1_800_000_000_000_000_001),
        end: TelemetryTime(nanoseconds: 1_800_000_001_000_000_000),
        fields: [TelemetryField(.journey, "money-transfer"), TelemetryField(.outcome, "completed")])
    private static let call = TelemetrySpan(
        .call, traceID: root.traceID, spanID: .random(dependencies), parent: root.spanID, start: root.start,
        end: root.end,
        hasFailed: true, fields: [TelemetryField(.status, 503), TelemetryField(.code, "SERVER_ERROR")])
    private static let event = TelemetryEvent(
        .error, traceID: root.traceID, spanID: root.spanID, time: root.end,
        fields: [TelemetryField(.code, "SERVER_ERROR")])

    @Test("written telemetry round-trips")
    func roundTrip() throws {
        let traces = try #require(OTLP.read(OTLP.request([Self.root, Self.call], resource: Self.resource), .traces))
        #expect(traces.rejected == 0)
        #expect(
            traces.batches == [TelemetryBatch(resource: Self.resource, items: [.span(Self.root), .span(Self.call)])])
        let logs = try #require(OTLP.read(OTLP.request([Self.event], resource: Self.resource), .logs))
        #expect(logs.batches == [TelemetryBatch(resource: Self.resource, items: [.event(Self.event)])])
        #expect(logs.rejected == 0)
    }

    @Test(
        "Python's protocol classes parse the output", .enabled(if: Python.isPresent, "\(Python.missing)")
    )
    func judge() throws {
        let script = """
            import sys, json
            from google.protobuf import json_format
            from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
            from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
            import base64
            def ids(value):
                # The protocol writes ids in hexadecimal where Protobuf's own mapping has base64.
                if isinstance(value, dict):
                    return {k: base64.b64encode(bytes.fromhex(v)).decode() if k in ("traceId", "spanId", "parentSpanId")
                            else ids(v) for k, v in value.items()}
                return [ids(v) for v in value] if isinstance(value, list) else value
            traces = json_format.ParseDict(ids(json.loads(sys.argv[1])), ExportTraceServiceRequest())
            logs = json_format.ParseDict(ids(json.loads(sys.argv[2])), ExportLogsServiceRequest())
            first = traces.resource_spans[0]
            for span in first.scope_spans[0].spans:
                print(span.trace_id.hex(), span.span_id.hex(), span.parent_span_id.hex() or "-", span.name, span.kind,
                      span.start_time_unix_nano, span.end_time_unix_nano, span.status.code,
                      *[a.key + "=" + str(a.value.string_value or a.value.int_value) for a in span.attributes])
            print(*[a.key for a in first.resource.attributes], first.scope_spans[0].scope.name)
            log = logs.resource_logs[0].scope_logs[0].log_records[0]
            print(log.trace_id.hex(), log.span_id.hex(), log.body.string_value, log.severity_number, log.time_unix_nano)
            """
        let output = try Python.run(
            script,
            [
                OTLP.request([Self.root, Self.call], resource: Self.resource).compactText,
                OTLP.request([Self.event], resource: Self.resource).compactText,
            ])
        let (root, call) = (Self.root, Self.call)
        let times = "\(root.start.nanoseconds) \(root.end.nanoseconds)"
        #expect(
            output.components(separatedBy: "\n") == [
                "\(root.traceID) \(root.spanID) - journey 1 \(times) 1 journey.id=money-transfer journey.outcome=completed",
                "\(root.traceID) \(call.spanID) \(root.spanID) call 3 \(times) 2 http.response.status_code=503 error.type=SERVER_ERROR",
                "service.name service.version service.instance.id journeykit",
                "\(root.traceID) \(root.spanID) error 17 \(root.end.nanoseconds)",
            ])
    }

    /// Returns a request with one span in which the value at `path` was replaced.
    private func changed(_ change: (inout [String: JSONValue]) -> Void, resource: [JSONValue]? = nil) throws -> OTLP
        .Reading?
    {
        let json = OTLP.request([Self.root], resource: Self.resource)
        var span = try #require(json["resourceSpans"]?[0]?["scopeSpans"]?[0]?["spans"]?[0]?.object)
        change(&span)
        let attributes =
            resource.map { JSONValue.array($0) } ?? json["resourceSpans"]?[0]?["resource"]?["attributes"] ?? []
        return OTLP.read(
            [
                "resourceSpans": [
                    ["resource": ["attributes": attributes], "scopeSpans": [["spans": [.object(span)]]]]
                ]
            ], .traces)
    }

    private static func attribute(_ key: String, _ value: JSONValue) -> JSONValue {
        ["key": .string(key), "value": value]
    }

    @Test("unknown members are ignored, and upper-case IDs and plain numbers are accepted")
    func lenient() throws {
        let reading = try #require(
            try changed {
                $0["droppedAttributesCount"] = 3
                $0["links"] = [["traceId": "free text"]]
                $0["traceId"] = .string("\(Self.root.traceID)".uppercased())
                $0["startTimeUnixNano"] = 5
                $0["attributes"] = .array([Self.attribute("http.response.status_code", ["intValue": 200])])
            })
        #expect(reading.rejected == 0)
        guard case .span(let span)? = reading.batches.first?.items.first else { return #expect(Bool(false)) }
        #expect(span.traceID == Self.root.traceID)
        #expect(span.fields == [TelemetryField(.status, 200)])
    }

    @Test(
        "an item with a value outside the allow list is refused whole",
        arguments: [
            attribute("user.name", ["stringValue": "Ada"]), attribute("journey.step", ["stringValue": "Ada Lovelace"]),
            attribute("journey.step", ["stringValue": "4111111111111111"]),
            attribute("journey.step", ["boolValue": true]),
            attribute("journey.step", ["kvlistValue": [:]]), attribute("journey.step", ["intValue": "5"]),
            attribute("http.response.status_code", ["intValue": "9999"]),
            attribute("http.response.status_code", ["stringValue": "200"]),
            attribute("service.name", ["stringValue": "journeykit"]), attribute("journey.id", ["stringValue": "again"]),
            attribute("journey.step", ["stringValue": "a", "intValue": "1"]), ["key": "journey.step"], "text",
            ["value": ["stringValue": "a"]],
        ])
    func refused(attribute: JSONValue) throws {
        let reading = try #require(
            try changed { $0["attributes"] = .array(($0["attributes"]?.array ?? []) + [attribute]) })
        #expect(reading == OTLP.Reading(batches: [], rejected: 1))
    }

    @Test("an item with an invalid name, ID or time is refused")
    func unsound() throws {
        for (name, value) in [
            ("name", "My own span"), ("name", ""), ("traceId", "00000000000000000000000000000000"), ("traceId", "xyz"),
            ("spanId", ""), ("parentSpanId", "0000000000000000"), ("startTimeUnixNano", "x"), ("endTimeUnixNano", "1"),
            ("startTimeUnixNano", "99999999999999999999"),
        ] as [(String, JSONValue)] {
            #expect(try changed { $0[name] = value } == OTLP.Reading(batches: [], rejected: 1), "\(name) \(value)")
        }
        for name in ["name", "traceId", "spanId", "startTimeUnixNano", "endTimeUnixNano"] {
            #expect(try changed { $0[name] = nil }?.rejected == 1)
        }
    }

    @Test("a program's resource attributes are checked, too")
    func resource() throws {
        let free = try changed({ _ in }, resource: [Self.attribute("service.name", ["stringValue": "Ada's telephone"])])
        #expect(free == OTLP.Reading(batches: [], rejected: 1))
        let host = try changed({ _ in }, resource: [Self.attribute("host.name", ["stringValue": "ada"])])
        #expect(host?.rejected == 1)
        #expect(try changed({ _ in }, resource: [])?.rejected == 0)
    }

    @Test(
        "a malformed request is refused",
        arguments: [
            nil, "text", [], ["resourceSpans": 1], ["resourceSpans": [["scopeSpans": "x"]]],
            ["resourceSpans": [["scopeSpans": [["spans": [:]]]]]],
        ] as [JSONValue])
    func noRequest(json: JSONValue) { #expect(OTLP.read(json, .traces) == nil) }

    @Test("an empty request is valid, and one with too many items is refused")
    func bounds() {
        #expect(OTLP.read([:], .traces) == OTLP.Reading(batches: [], rejected: 0))
        let many = Array(repeating: Self.root, count: OTLP.itemLimit)
        #expect(OTLP.read(OTLP.request(many, resource: []), .traces)?.batches.first?.items.count == OTLP.itemLimit)
        #expect(OTLP.read(OTLP.request(many + [Self.root], resource: []), .traces) == nil)
    }
}
