import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer

/// A GET through the client against a blocking libcurl handle, on the same TLS server.
enum ClientCase {
    struct Quote: HTTPService {
        static let body: JSONValue = [
            "quoteId": "q-00000001", "amount": 125_000, "fee": 50, "currency": "EUR", "expires": 1_800_000_000,
        ]
        func handle(_ request: HTTPRequest) async -> HTTPResponse { .json(Quote.body) }
    }

    static func figures(_ bench: Workbench) async throws -> [Figure] {
        let server = try await bench.serve(Quote())
        let request = HTTPRequest(url: try bench.url(server, "/quote"))
        let pin = bench.identity.pin
        let floor = try BlockingClient(url: request.url, authorityPEM: bench.authorityPEM, pin: pin)
        let client = CurlTransport(
            trust: TLSTrust(
                authorities: [bench.authorityPEM],
                pins: try PinPolicy(pins: [Workbench.host: [pin, bench.authorityPin]])))
        let expected = Quote.body.compactBytes
        let samples = try await bench.sampler.compare {
            guard try floor.get() == expected else { throw BenchFailure(what: "The floor got something else.") }
        } ours: {
            guard try await client.send(request, options: HTTPOptions()).body == expected else {
                throw BenchFailure(what: "The client got something else.")
            }
        }
        await server.stop()
        return [
            Figure(
                "GET over TLS, connection kept", floor: "a blocking libcurl handle", samples, aim: .ratio(1.35))
        ]
    }
}
