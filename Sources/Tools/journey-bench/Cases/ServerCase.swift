import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer

/// Measures a small JSON response under load against nginx's static file of the same bytes: plain, over TLS, over HTTP/2, and
/// with a new handshake. Also compares two event loops with one.
///
/// Costs are processor time of the server: this process, and nginx's worker. Other processes generate the load.
enum ServerCase {
    /// A service that returns precomputed bytes, as a file server does.
    private struct Quote: HTTPService {
        func handle(_ request: HTTPRequest) async -> HTTPResponse {
            HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: ServerCase.body)
        }
    }

    /// The response body, 87 bytes.
    private static let body = ClientCase.Quote.body.compactBytes
    private static let path = "/quote"
    /// A connection serves as many requests as with nginx, and one address may open 200 at once.
    private static let limits = ServerLimits(
        connections: 1_024, connectionsPerAddress: 1_024, requestsPerConnection: .max)

    /// A server under load: its port, the requested path, and the process whose time counts.
    private struct Side: Sendable {
        var port: Int
        var path: String
        var time: ProcessTime
    }

    /// The samples of both sides: wall-clock and processor time.
    private struct Pair {
        let wall, work: Sampler.Samples
    }

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let plain = try await start(bench, loops: 1, isTLS: false)
        let secure = try await start(bench, loops: 1, isTLS: true)
        let nginx = try Nginx.serve(body, bench.identity)
        let http2 = try Nginx.serve(body, bench.identity, isHTTP2: true)
        // Each sample is a second of load.
        let pairs = min(bench.sampler.pairs, 9)
        let open = try await compare(pairs, try floor(nginx, 0), ours(plain), wrk("http"))
        let sealed = try await compare(pairs, try floor(nginx, 1), ours(secure), wrk("https"))
        let new = try await compare(pairs, try floor(nginx, 1), ours(secure)) {
            try await H2Load.connections(port: $0.port, path: $0.path)
        }
        let streams = try await self.streams(pairs, try floor(http2, 1), ours(secure))
        await plain.stop()
        await secure.stop()
        let file = "nginx, static file"
        return [
            Measurement("server, small JSON, 64 connections", floor: file, open.wall),
            Measurement("server, the same, processor time of a request", floor: file, open.work, aim: .ratio(0.75)),
            Measurement("server, the same over TLS", floor: file + " over TLS", sealed.wall),
            Measurement(
                "server, the same over TLS, processor time of a request", floor: file + " over TLS", sealed.work,
                aim: .ratio(0.9)),
            Measurement("server, a new TLS connection and a request", floor: file + " over TLS", new.wall),
            // At least 0.9 of the handshakes in the same time.
            Measurement(
                "server, a new TLS connection and a request, processor time", floor: file + " over TLS", new.work,
                aim: .ratio(1 / 0.9)),
        ] + streams + (try await loops(bench, pairs))
    }

    /// Measures HTTP/2; returns nothing if the server does not support it.
    private static func streams(_ pairs: Int, _ floor: Side, _ ours: Side) async throws -> [Measurement] {
        guard try await H2Load.streams(port: ours.port, path: ours.path) != nil else {
            FileHandle.standardError.write(
                Data("The server does not support HTTP/2; its measurements are skipped.\n".utf8))
            return []
        }
        let pair = try await compare(pairs, floor, ours) { side in
            let answers = try await unwrap(
                H2Load.streams(port: side.port, path: side.path), "GET \(side.path) was not answered over HTTP/2.")
            return answers
        }
        let file = "nginx, static file over HTTP/2"
        return [
            Measurement("server, HTTP/2 over TLS, 128 streams", floor: file, pair.wall),
            Measurement("server, the same, processor time of a request", floor: file, pair.work, aim: .ratio(1.1)),
        ]
    }

    /// Measures two event loops against one, over TLS.
    private static func loops(_ bench: Workbench, _ pairs: Int) async throws -> [Measurement] {
        let one = try await start(bench, loops: 1, isTLS: true)
        let two = try await start(bench, loops: 2, isTLS: true)
        let pair = try await compare(pairs, ours(one), ours(two), wrk("https"))
        await one.stop()
        await two.stop()
        return [
            Measurement(
                "server, two loops, processor time of a request", floor: "one loop", pair.work, aim: .ratio(1.15))
        ]
    }

    private static func start(_ bench: Workbench, loops: Int, isTLS: Bool) async throws -> HTTPServer {
        isTLS
            ? try await bench.serve(Quote(), limits: limits, loops: loops)
            : try HTTPServer.startPlain(service: Quote(), name: Workbench.host, limits: limits, loops: loops)
    }

    private static func floor(_ nginx: PrivateNginx, _ port: Int) throws -> Side {
        Side(
            port: nginx.ports[port], path: Nginx.path, time: try ProcessTime(workerOf: nginx.folder + "/nginx.pid"))
    }

    private static func ours(_ server: HTTPServer) -> Side { Side(port: server.port, path: path, time: .own) }

    private static func wrk(_ scheme: String) -> @Sendable (Side) async throws -> Load.Answers {
        { side in
            try await Load.run(
                "\(scheme)://127.0.0.1:\(side.port)\(side.path)", host: "\(Workbench.host):\(side.port)")
        }
    }

    private static func compare(
        _ pairs: Int, _ floor: Side, _ ours: Side, _ load: @Sendable (Side) async throws -> Load.Answers
    ) async throws -> Pair {
        // One warm-up pair, for connections and caches.
        let samples = try await Sampler.alternate(-1..<pairs) { isFloor, _ in
            let side = isFloor ? floor : ours
            let before = try side.time.nanoseconds()
            let answers = try await load(side)
            return [answers.nanoseconds, (try side.time.nanoseconds() - before) / answers.count]
        }
        return Pair(wall: samples[0], work: samples[1])
    }
}
