import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyServer

/// Measures the cost of pins for a connection: a new one each time, TCP and TLS with chain and name validation, to the same
/// server.
enum PinningCase {
    private struct Nothing: HTTPService {
        func handle(_ request: HTTPRequest) async -> HTTPResponse { HTTPResponse(status: 204) }
    }

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let server = try await bench.serve(Nothing())
        let origin = try bench.url(server, "/").origin
        let pins = try PinPolicy(pins: [Workbench.host: [bench.identity.pin, bench.authorityPin]])
        let plain = CurlTransport(trust: TLSTrust(authorities: [bench.authorityPEM]))
        let pinned = CurlTransport(trust: TLSTrust(authorities: [bench.authorityPEM], pins: pins))
        let expected = bench.identity.certificateDER
        @Sendable func connect(_ client: CurlTransport) async throws {
            try await expect(
                client.leafCertificate(of: origin) == expected, "The server presented an unexpected certificate.")
        }
        let figure = try await bench.compared("a new connection with pins", floor: "the same without pins") {
            try await connect(plain)
        } ours: {
            try await connect(pinned)
        }
        await server.stop()
        return [figure]
    }
}
