import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyServer

/// Measures GETs through the client: one after the other against a blocking libcurl handle, and 64 at once against `curl_multi`
/// as a C program would use it, on the same TLS server.
enum ClientCase {
    struct Quote: HTTPService {
        static let body: JSONValue = [
            "quoteId": "q-00000001", "amount": 125_000, "fee": 50, "currency": "EUR", "expires": 1_800_000_000,
        ]
        func handle(_ request: HTTPRequest) async -> HTTPResponse { .json(Quote.body) }
    }

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let server = try await bench.serve(Quote())
        let request = HTTPRequest(url: try bench.url(server, "/quote"))
        let pin = bench.identity.pin
        let floor = try BlockingClient(url: request.url, authorityPEM: bench.authorityPEM, pin: pin)
        let client = CurlTransport(
            trust: TLSTrust(
                authorities: [bench.authorityPEM],
                pins: try PinPolicy(pins: [Workbench.host: [pin, bench.authorityPin]])))
        let expected = Quote.body.compactBytes
        let alone = try await bench.compared(
            "GET over TLS, connection kept", floor: "a blocking libcurl handle", aim: .ratio(1.35)
        ) {
            try expect(floor.get() == expected, "The floor received an unexpected response.")
        } ours: {
            try await expect(
                client.send(request, options: HTTPOptions()).body == expected,
                "The client received an unexpected response.")
        }
        let atOnce = try await concurrent(bench, client, "HTTP/1.1", url: request.url, expected)
        await server.stop()
        return [alone, atOnce] + (try await http2(bench, client, expected))
    }

    /// The number of concurrent requests.
    private static let count = 64

    private static func concurrent(
        _ bench: Workbench, _ client: CurlTransport, _ version: String, url: HTTPSURL, _ expected: [UInt8]
    ) async throws -> Measurement {
        let floor = try ConcurrentClient(
            count: count, url: url, authorityPEM: bench.authorityPEM, pin: bench.identity.pin)
        let request = HTTPRequest(url: url)
        return try await bench.compared(
            "64 GETs at once, \(version)", floor: "curl_multi on one thread, as in C", units: Double(count)
        ) {
            try expect(floor.get().allSatisfy({ $0 == expected }), "The floor received an unexpected response.")
        } ours: {
            try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<count {
                    group.addTask { try await client.send(request, options: HTTPOptions()).body == expected }
                }
                for try await isRight in group where !isRight {
                    throw BenchError(what: "The client received an unexpected response.")
                }
            }
        }
    }

    /// Measures the same over HTTP/2 against nginx; returns nothing if nginx is not installed.
    private static func http2(
        _ bench: Workbench, _ client: CurlTransport, _ expected: [UInt8]
    ) async throws -> [Measurement] {
        guard PrivateNginx.isInstalled else { return [] }
        let nginx = try Nginx.serve(expected, bench.identity, isHTTP2: true)
        let url = try Workbench.url(nginx.ports[1], Nginx.path)
        let version = try await client.send(HTTPRequest(url: url), options: HTTPOptions()).trace?.version
        try expect(version == .http2, "nginx did not negotiate HTTP/2.")
        return [try await concurrent(bench, client, "HTTP/2", url: url, expected)]
    }
}
