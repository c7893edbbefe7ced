import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import JourneyDevice

@Suite("Telemetry export from the device", .timeLimit(.minutes(10)))
struct TelemetryExporterTests {
    private let clock = ManualClock()
    private var dependencies: Dependencies { .fixed(clock: clock) }

    private func event(_ number: Int64 = 1) -> TelemetryItem {
        .event(
            TelemetryEvent(
                .error, traceID: .random(.fixed()), time: TelemetryTime(nanoseconds: 1),
                fields: [TelemetryField(.count, number)]))
    }

    private var span: TelemetryItem {
        .span(
            TelemetrySpan(
                .step, traceID: .random(.fixed()), spanID: .random(.fixed()), start: TelemetryTime(nanoseconds: 1),
                end: TelemetryTime(nanoseconds: 2)))
    }

    private func exporter(
        _ transport: any HTTPTransport, limits: TelemetryExporter.Limits = .init()
    ) -> TelemetryExporter {
        let origin = Origin(scheme: "https", host: "gateway.example", port: 443)
        return TelemetryExporter(
            resource: [TelemetryField(.service, "journeykit")], transport: transport, dependencies: dependencies,
            limits: limits, headers: { ["X-Partner-Id": "p"] },
            address: { signal in origin.flatMap { HTTPSURL(origin: $0, path: "/base/\(signal.path)") } })
    }

    /// Returns the numbers of the events in `requests`, in order.
    private func numbers(_ requests: [HTTPRequest]) throws -> [Int64] {
        try requests.filter { $0.url.path.hasSuffix("logs") }.flatMap { request in
            let records =
                try JSONReader.read(request.body)["resourceLogs"]?[0]?["scopeLogs"]?[0]?["logRecords"]?.array ?? []
            return records.compactMap { $0["attributes"]?[0]?["value"]?["intValue"]?.string.flatMap { Int64($0) } }
        }
    }

    @Test("records are sent together after the delay, each kind to its own address")
    func batch() async throws {
        let transport = ScriptedTransport([.response(.json([:]))])
        let exporter = exporter(transport)
        exporter.record(event())
        exporter.record(span)
        exporter.record(event(2))
        await clock.waitForNaps(1)
        #expect(transport.requests.isEmpty)
        clock.advance(by: .seconds(5))
        await exporter.finish(within: .seconds(1))
        #expect(transport.requests.map(\.url.path) == ["/base/v1/traces", "/base/v1/logs"])
        #expect(transport.requests.allSatisfy { $0.method == .post })
        #expect(
            transport.requests.allSatisfy { $0.headers == ["X-Partner-Id": "p", "Content-Type": "application/json"] })
        #expect(try numbers(transport.requests) == [1, 2])
    }

    @Test("a full batch is sent without waiting")
    func wholeBatch() async throws {
        let sent = AsyncStream<Void>.makeStream()
        var limits = TelemetryExporter.Limits()
        limits.batch = 2
        let exporter = exporter(
            Answering { _ in
                sent.continuation.yield(); return HTTPResponse(status: 200)
            }, limits: limits)
        exporter.record(event())
        exporter.record(event())
        for await _ in sent.stream { break }
        await exporter.finish(within: .seconds(1))
    }

    @Test("the oldest records are dropped when the queue is full, and the loss is recorded")
    func overflow() async throws {
        let transport = ScriptedTransport([.response(.json([:]))])
        var limits = TelemetryExporter.Limits()
        limits.queue = 3
        let exporter = exporter(transport, limits: limits)
        for number in 1...5 { exporter.record(event(Int64(number))) }
        await exporter.finish(within: .seconds(1))
        // The last event has the number of dropped ones.
        #expect(try numbers(transport.requests) == [3, 4, 5, 2])
    }

    @Test(
        "a temporary failure is retried with growing waits, or as Retry-After asks",
        arguments: [
            (429, nil, 1...2), (503, "7", 7...7), (502, "1", 1...2), (504, "soon", 0...2),
            (0, nil, 0...2),
        ] as [(Int, String?, ClosedRange<Int>)])
    func again(status: Int, retryAfter: String?, seconds: ClosedRange<Int>) async throws {
        let fault: ScriptedTransport.Step =
            status == 0
            ? .failure(JourneyError(.netUnreachable, "Lost."))
            : .response(HTTPResponse(status: status, headers: retryAfter.map { ["Retry-After": $0] } ?? [:]))
        let transport = ScriptedTransport([fault, .response(.json([:]))])
        let exporter = exporter(transport)
        exporter.record(event())
        await clock.waitForNaps(1)
        clock.advance(by: .seconds(5))
        await clock.waitForNaps(2)
        let wait = try #require(clock.naps.last)
        #expect(
            wait >= .milliseconds(500) && wait >= .seconds(retryAfter == "7" ? 7 : 0)
                && wait <= .seconds(seconds.upperBound))
        clock.advance(by: wait)
        await exporter.finish(within: .seconds(1))
        #expect(try numbers(transport.requests) == [1, 1])
    }

    @Test("a batch is dropped after a refusal, an excessive Retry-After, or too many attempts")
    func givenUp() {
        func verdict(_ status: Int?, _ attempt: Int = 1, _ headers: HTTPFields = [:]) -> ExportVerdict {
            .after(
                status.map { HTTPResponse(status: $0, headers: headers) }, attempt: attempt,
                now: Date(timeIntervalSince1970: 1_800_000_000),
                random: { [UInt8](repeating: 255, count: $0) })
        }
        for status in [200, 202, 299] { #expect(verdict(status) == .done) }
        for status in [301, 400, 401, 403, 404, 413, 415, 500, 501] { #expect(verdict(status) == .lost) }
        #expect(verdict(503, 1) == .again(after: .seconds(1)))
        #expect(verdict(nil, 4) == .again(after: .seconds(8)))
        #expect(verdict(503, 5) == .lost)
        #expect(verdict(429, 1, ["Retry-After": "60"]) == .again(after: .seconds(60)))
        #expect(verdict(429, 1, ["Retry-After": "61"]) == .lost)
        #expect(verdict(429, 1, ["Retry-After": "-1"]) == .again(after: .seconds(1)))
        #expect(verdict(503, 1, ["Retry-After": "Fri, 15 Jan 2027 08:00:30 GMT"]) == .again(after: .seconds(30)))
        #expect(verdict(503, 1, ["Retry-After": "Sat, 01 Jan 2028 00:00:00 GMT"]) == .lost)
    }

    @Test("finishing sends at once and respects its time limit")
    func finish() async throws {
        let exporter = exporter(ScriptedTransport([.silence]))
        exporter.record(event())
        await clock.waitForNaps(1)
        async let finished: Void = exporter.finish(within: .seconds(3))
        await clock.waitForNaps(2)
        clock.advance(by: .seconds(3))
        await finished
        exporter.record(event())
        await exporter.finish(within: .seconds(1))
    }

    @Test("discarded records are not sent, and no more are accepted")
    func discard() async throws {
        let transport = ScriptedTransport([.response(.json([:]))])
        let exporter = exporter(transport)
        exporter.record(event())
        await clock.waitForNaps(1)
        exporter.discard()
        exporter.record(event())
        await exporter.finish(within: .seconds(1))
        #expect(transport.requests.isEmpty)
    }

    @Test("each partner gets its own stable installation ID until it is erased")
    func installation() async throws {
        let store = MemoryStore()
        let other = try #require(StoreKey("other"))
        try await store.save([1], for: other)
        let installation = TelemetryInstallation(store: store, dependencies: dependencies)
        let first = try await installation.id(for: "partner-1")
        #expect(try await installation.id(for: "partner-1") == first)
        let second = try await installation.id(for: "partner-2")
        #expect(second != first)
        for key in try await store.keys() { #expect(!key.rawValue.contains("partner")) }
        try await installation.erase()
        #expect(try await store.keys() == [other])
        #expect(try await installation.id(for: "partner-1") != first)
    }
}

/// A transport that answers with a closure.
private struct Answering: HTTPTransport {
    let body: @Sendable (HTTPRequest) async -> HTTPResponse

    init(_ body: @escaping @Sendable (HTTPRequest) async -> HTTPResponse) { self.body = body }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse { await body(request) }
}
