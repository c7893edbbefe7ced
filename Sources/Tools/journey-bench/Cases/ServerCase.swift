import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer

/// A small JSON response under load against nginx's static file of the same bytes, each on one thread.
enum ServerCase {
    /// Answers with bytes that were made once, as a file's are.
    private struct Quote: HTTPService {
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: ServerCase.body)
        }
    }

    /// 87 bytes.
    private static let body = ClientCase.Quote.body.compactBytes

    static func figures(_ bench: Workbench) async throws -> [Figure] {
        // A connection carries as many requests as nginx lets it.
        let limits = ServerLimits(requestsPerConnection: .max)
        let plain = try HTTPServer.startPlain(service: Quote(), name: Workbench.host, limits: limits)
        let secure = try await bench.serve(Quote(), limits: limits)
        let nginx = try Nginx.serve(body, bench.identity)
        // Each sample is a second of load.
        let pairs = min(bench.sampler.pairs, 9)
        let open = try await compare(pairs, "http", nginx.ports[0], plain.port)
        let sealed = try await compare(min(pairs, 5), "https", nginx.ports[1], secure.port)
        await plain.stop()
        await secure.stop()
        let floor = "nginx, static file"
        return [
            Figure("server, small JSON, 64 connections", floor: floor, open, aim: .ratio(1 / 1.2)),
            Figure("server, the same over TLS", floor: floor + " over TLS", sealed),
        ]
    }

    private static func compare(
        _ pairs: Int, _ scheme: String, _ floor: Int, _ ours: Int
    ) async throws -> Sampler.Samples {
        func measure(_ port: Int, _ path: String) async throws -> Double {
            try await Load.measure("\(scheme)://127.0.0.1:\(port)\(path)", host: "\(Workbench.host):\(port)")
        }
        _ = try await (measure(floor, Nginx.path), measure(ours, "/quote"))
        var samples = Sampler.Samples()
        for index in 0..<pairs {
            for isFloor in index.isMultiple(of: 2) ? [true, false] : [false, true] {
                if isFloor {
                    samples.floor.append(try await measure(floor, Nginx.path))
                } else {
                    samples.ours.append(try await measure(ours, "/quote"))
                }
            }
        }
        return samples
    }
}
