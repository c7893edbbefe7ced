import JourneyBase
import JourneyDevice
import JourneyHarness
import JourneyServer

/// Measures the latency that the card proxy adds to a confirmation at 200 requests per second, and its processor time against
/// nginx in front of the same response.
enum CardProxyCase {
    private static let rate = 200

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let fixture = try await ProxyFixture(bench)
        let turns = max(2, min(bench.sampler.pairs, 10))
        // One warm-up round, for connections and the database's first pages.
        let samples = try await Sampler.alternate(-1..<turns) { isFloor, turn in
            let times = try await paced(fixture, isFloor ? nil : try await fixture.token(), turn)
            return [Sampler.median(times), Pacer.late(times)]
        }
        let work = try await processorTime(fixture, turns)
        await fixture.close()
        let floor = "the issuer asked directly"
        return [
            Measurement(
                "card proxy, a confirmation at 200 a second, median", floor: floor, samples[0], aim: .more(1e6)),
            Measurement("card proxy, the same, 99th percentile", floor: floor, samples[1], aim: .more(5e6)),
            Measurement(
                "card proxy, processor time of a confirmation", floor: "nginx before the same answer", work,
                aim: .ratio(3)),
        ]
    }

    /// Returns the latencies of one second of confirmations, one every five milliseconds.
    private static func paced(_ fixture: ProxyFixture, _ token: String?, _ turn: Int) async throws -> [Double] {
        let client = CurlTransport(trust: TLSTrust(authorities: [fixture.bench.authorityPEM]))
        let kind = token == nil ? "d" : "p"
        // Warms up as many kept connections as may be in use at once.
        let pacer = Pacer(client: client, rate: Double(rate))
        _ = try await pacer.run(8) { try fixture.request("warm-\(kind)-\(turn)-\($0)", token: token) }
        return try await pacer.run(rate) { try fixture.request("\(kind)-\(turn)-\($0)", token: token) }
    }

    /// Returns the processor time of one request in nanoseconds, alternating between nginx's worker and this process. Only the
    /// gateway runs in this process, while `wrk` sends requests from outside.
    private static func processorTime(_ fixture: ProxyFixture, _ turns: Int) async throws -> Sampler.Samples {
        let worker = try ProcessTime(workerOf: fixture.proxy.folder + "/nginx.pid")
        return try await Sampler.alternate(-1..<min(turns, 5)) { isFloor, turn in
            let token = try await fixture.token()
            let time = isFloor ? worker : .own
            let name = "w-\(turn)-\(isFloor)"
            let load = ScriptedLoad(
                path: ProxyFixture.path,
                headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
                body: """
                    '{"userId":"\(ProxyFixture.user)","challengeId":"\(name)-' .. n .. '","verificationCode":"123456"}'
                    """)
            let before = try time.nanoseconds()
            let (count, _) = try await load.run(port: isFloor ? fixture.proxy.ports[0] : fixture.gateway.port)
            return [(try time.nanoseconds() - before) / count]
        }[0]
    }
}
