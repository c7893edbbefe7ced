import JourneyBase
import JourneyCrypto
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
        let nginx = try await Nginx.start(
            body: body, certificatePEM: bench.identity.certificatePEM, keyPEM: bench.identity.keyPEM)
        // Each sample is a second of load.
        let pairs = min(bench.sampler.pairs, 9)
        let (open, sealed): (Sampler.Samples, Sampler.Samples)
        do {
            open = try await compare(pairs, "http", nginx.plainPort, plain.port)
            sealed = try await compare(min(pairs, 5), "https", nginx.securePort, secure.port)
        } catch {
            await nginx.stop()
            throw error
        }
        await nginx.stop()
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
        _ = try await (measure(floor, "/quote.json"), measure(ours, "/quote"))
        var samples = Sampler.Samples()
        for index in 0..<pairs {
            for isFloor in index.isMultiple(of: 2) ? [true, false] : [false, true] {
                if isFloor {
                    samples.floor.append(try await measure(floor, "/quote.json"))
                } else {
                    samples.ours.append(try await measure(ours, "/quote"))
                }
            }
        }
        return samples
    }
}
