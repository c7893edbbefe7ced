import Foundation
import JourneyBase
import JourneyServer
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyGateway

@Suite("Telemetry at the gateway")
struct TelemetryServiceTests {
    private static let dependencies = Dependencies.fixed()
    private static let resource = [TelemetryField(.service, "journeykit")].compactMap { $0 }
    private static let span = TelemetrySpan(
        .journey, traceID: .random(dependencies), spanID: .random(dependencies), start: TelemetryTime(nanoseconds: 1),
        end: TelemetryTime(nanoseconds: 2), fields: [TelemetryField(.journey, "money-transfer")])
    private static let event = TelemetryEvent(
        .error, traceID: span.traceID, time: TelemetryTime(nanoseconds: 1), fields: [TelemetryField(.code, "X")])
    private static let known: HTTPFields = [
        "Authorization": "Bearer token-1", "X-Partner-Id": "partner-1", "X-Client-Id": "client-1",
        "Content-Type": "application/json",
    ]

    private func service(_ destination: any TelemetryDestination) -> TelemetryService {
        var access = GatewayAccess()
        access.admit(token: Secret(copying: Array("token-1".utf8)), partner: "partner-1", client: "client-1")
        return TelemetryService(access: access, destination: destination)
    }

    private func request(
        _ body: [UInt8], path: String = "/v1/traces", method: HTTPMethod = .post, headers: HTTPFields = known
    ) throws -> HTTPRequest {
        HTTPRequest(
            method: method, url: try #require(HTTPSURL("https://gateway.example" + path)), headers: headers, body: body)
    }

    private static let traces = OTLP.request([span], resource: resource).compactBytes

    @Test("telemetry of partners' devices is stored and found by trace")
    func keeps() async throws {
        let store = try await TelemetryStore(try await Database.patient(.memory), dependencies: Self.dependencies)
        let service = service(store)
        let traces = await service.answer(try request(Self.traces))
        #expect(traces.status == 200)
        #expect(traces.body == Array("{}".utf8))
        let logs = OTLP.request([Self.event], resource: Self.resource).compactBytes
        #expect(await service.answer(try request(logs, path: "/v1/logs")).status == 200)
        let kept = try await store.documents(of: Self.span.traceID)
        #expect(kept.map { Array($0.utf8) } == [Self.traces, logs])
        #expect(try await store.documents(of: .random(.fixed(seed: 9))).isEmpty)
    }

    @Test(
        "telemetry beyond its retention is deleted with the next batch or on request",
        arguments: [true, false])
    func retention(comes: Bool) async throws {
        let now = Mutex(Date(timeIntervalSince1970: 1_800_000_000))
        let dependencies = Dependencies(
            now: { now.withLock { $0 } }, clock: ManualClock(), random: { [UInt8](repeating: 7, count: $0) })
        let store = try await TelemetryStore(
            try await Database.patient(.memory), retention: .seconds(60), dependencies: dependencies)
        let batch = TelemetryBatch(resource: Self.resource, items: [.span(Self.span)])
        try await store.receive([batch], .traces, partner: "p")
        now.withLock { $0 += 60 }
        try await store.prune()
        #expect(try await store.documents(of: Self.span.traceID).count == 1)
        now.withLock { $0 += 0.001 }
        if comes {
            var other = Self.span
            other.traceID = .random(.fixed(seed: 9))
            try await store.receive([TelemetryBatch(resource: [], items: [.span(other)])], .traces, partner: "p")
        } else {
            #expect(try await store.prune() == 1)
        }
        #expect(try await store.documents(of: Self.span.traceID).isEmpty)
    }

    @Test("only the newest records are kept", arguments: [1, 2, 3])
    func most(_ most: Int) async throws {
        let store = try await TelemetryStore(
            try await Database.patient(.memory), most: most, dependencies: Self.dependencies)
        var sent: [TraceID] = []
        for seed in 1...4 as ClosedRange<UInt64> {
            var span = Self.span
            span.traceID = .random(.fixed(seed: seed))
            sent.append(span.traceID)
            try await store.receive(
                [TelemetryBatch(resource: Self.resource, items: [.span(span)])], .traces, partner: "p")
            #expect(try await store.traces() == sent.suffix(most))
        }
    }

    @Test("one partner's telemetry does not evict another's")
    func mostOfEach() async throws {
        let store = try await TelemetryStore(
            try await Database.patient(.memory), most: 2, dependencies: Self.dependencies)
        func send(_ seed: UInt64, _ partner: String) async throws -> TraceID {
            var span = Self.span
            span.traceID = .random(.fixed(seed: seed))
            try await store.receive(
                [TelemetryBatch(resource: Self.resource, items: [.span(span)])], .traces, partner: partner)
            return span.traceID
        }
        let kept = try await send(1, "quiet")
        var loud: [TraceID] = []
        for seed in 2...9 as ClosedRange<UInt64> { loud.append(try await send(seed, "loud")) }
        #expect(try await store.traces() == [kept] + loud.suffix(2))
    }

    @Test("telemetry of unknown callers is refused")
    func access() async throws {
        let kept = Recorder()
        let service = service(kept)
        for (name, value, status) in [
            ("Authorization", nil, 401), ("Authorization", "Bearer other", 401), ("X-Partner-Id", "partner-2", 403),
            ("X-Client-Id", nil, 403),
        ] as [(String, String?, Int)] {
            var headers = Self.known
            headers[name] = value
            #expect(await service.answer(try request(Self.traces, headers: headers)).status == status)
        }
        #expect(kept.batches.isEmpty)
    }

    @Test(
        "other media types, codings, methods and addresses are refused",
        arguments: [
            ("Content-Type", nil, 415), ("Content-Type", "application/x-protobuf", 415),
            ("Content-Type", "text/json", 415),
            ("Content-Type", "application/json; charset=latin1", 415),
            ("Content-Type", "Application/JSON; charset=UTF-8", 200),
            ("Content-Encoding", "gzip", 415), ("Content-Encoding", "identity", 200),
        ] as [(String, String?, Int)])
    func media(name: String, value: String?, status: Int) async throws {
        var headers = Self.known
        headers[name] = value
        #expect(await service(Recorder()).answer(try request(Self.traces, headers: headers)).status == status)
    }

    @Test("the two addresses accept only POST")
    func routes() async throws {
        let service = service(Recorder())
        #expect(await service.answer(try request([], method: .get)).status == 405)
        #expect(await service.answer(try request(Self.traces, path: "/v1/metrics")).status == 404)
        #expect(service.routeName(for: try request([], path: "/v1/logs")) == "/v1/logs")
    }

    @Test("a malformed or overlong request is refused")
    func bounds() async throws {
        let kept = Recorder()
        let service = service(kept)
        for body in ["", "{", "[]", #"{"resourceSpans":1}"#, String(repeating: "[", count: 50)] {
            #expect(await service.answer(try request(Array(body.utf8))).status == 400)
        }
        let long = [UInt8](repeating: 0x20, count: TelemetryService.bodyLimit + 1)
        #expect(await service.answer(try request(long), bodyLimit: 1 << 30).status == 413)
        // Sent to the logs endpoint, traces contain no log records.
        #expect(await service.answer(try request(Self.traces, path: "/v1/logs")).status == 200)
        #expect(kept.batches.isEmpty)
    }

    private static let canary = "4111111111111111"

    @Test("fields beyond the allow list reach neither database nor collector, and the device is told")
    func allowList() async throws {
        var text = String(
            decoding: OTLP.request([Self.span, Self.span], resource: Self.resource).compactBytes, as: UTF8.self)
        // The first of the two items has a field that isn't allowed.
        let range = try #require(text.range(of: "money-transfer"))
        text.replaceSubrange(range, with: Self.canary)
        let store = try await TelemetryStore(try await Database.patient(.memory), dependencies: Self.dependencies)
        let collector = ScriptedTransport([.response(.json([:]))])
        let endpoint = try #require(HTTPSURL("https://collector.example/otlp"))
        for destination in [store, TelemetryForwarder(to: endpoint, over: collector)] as [any TelemetryDestination] {
            let answer = await service(destination).answer(try request(Array(text.utf8)))
            #expect(answer.status == 200)
            #expect(try JSONReader.read(answer.body)["partialSuccess"]?["rejectedSpans"] == "1")
            #expect(!String(decoding: answer.body, as: UTF8.self).contains(Self.canary))
        }
        let kept = try await store.documents(of: Self.span.traceID)
        #expect(kept.map { Array($0.utf8) } == [Self.traces])
        #expect(collector.requests.map(\.body) == [Self.traces])
    }

    @Test("a collector gets each batch at its own address with its own headers")
    func forwards() async throws {
        let collector = ScriptedTransport([.response(HTTPResponse(status: 202))])
        let endpoint = try #require(HTTPSURL("https://collector.example/otlp"))
        let service = service(TelemetryForwarder(to: endpoint, over: collector, headers: ["X-Api-Key": "k"]))
        #expect(await service.answer(try request(Self.traces)).status == 200)
        let sent = try #require(collector.requests.first)
        #expect("\(sent.url)" == "https://collector.example/otlp/v1/traces")
        #expect(sent.headers == ["X-Api-Key": "k", "Content-Type": "application/json"])
        #expect(sent.body == Self.traces)
    }

    @Test(
        "an unavailable receiver makes the device retry later",
        arguments: [
            ScriptedTransport.Step.response(HTTPResponse(status: 500)), .response(HTTPResponse(status: 401)),
            .failure(JourneyError(.netUnreachable, "Lost.")),
        ])
    func down(step: ScriptedTransport.Step) async throws {
        let endpoint = try #require(HTTPSURL("https://collector.example/"))
        let answer = await service(TelemetryForwarder(to: endpoint, over: ScriptedTransport([step])))
            .answer(try request(Self.traces))
        #expect(answer.status == 503)
        #expect(answer.headers["Retry-After"] == "5")
    }

    @Test("a closed database is a 503, too")
    func closed() async throws {
        let database = try await Database.patient(.memory)
        let store = try await TelemetryStore(database, dependencies: Self.dependencies)
        database.close()
        #expect(await service(store).answer(try request(Self.traces)).status == 503)
    }
}

/// Records the telemetry it receives.
private final class Recorder: TelemetryDestination {
    private let state = Mutex<[TelemetryBatch]>([])
    var batches: [TelemetryBatch] { state.withLock { $0 } }

    func receive(_ batches: [TelemetryBatch], _ signal: OTLP.Signal, partner: String) async throws {
        state.withLock { $0 += batches }
    }
}
