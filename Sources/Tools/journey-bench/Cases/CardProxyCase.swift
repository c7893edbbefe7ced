import JourneyBase
import JourneyDevice
import JourneyHarness
import JourneyServer

/// What the card proxy adds to a confirmation, at 200 a second, and what it costs beside nginx before the same answer.
enum CardProxyCase {
    private static let rate = 200

    static func figures(_ bench: Workbench) async throws -> [Figure] {
        let town = try await ProxyTown(bench)
        let turns = max(2, min(bench.sampler.pairs, 10))
        // One unheard turn, for connections and the database's first pages.
        let samples = try await Sampler.alternate(-1..<turns) { isFloor, turn in
            let times = try await paced(town, isFloor ? nil : try await town.token(), turn)
            return [Sampler.median(times), Pacer.late(times)]
        }
        let work = try await processorTime(town, turns)
        await town.close()
        let floor = "the issuer asked directly"
        return [
            Figure("card proxy, a confirmation at 200 a second, median", floor: floor, samples[0], aim: .more(1e6)),
            Figure("card proxy, the same, 99th percentile", floor: floor, samples[1], aim: .more(5e6)),
            Figure(
                "card proxy, processor time of a confirmation", floor: "nginx before the same answer", work,
                aim: .ratio(3)),
        ]
    }

    /// A second of confirmations, one each five milliseconds.
    private static func paced(_ town: ProxyTown, _ token: String?, _ turn: Int) async throws -> [Double] {
        let client = CurlTransport(trust: TLSTrust(authorities: [town.bench.authorityPEM]))
        let kind = token == nil ? "d" : "p"
        // Connections that are kept, as many as may be under way at once.
        let pacer = Pacer(client: client, rate: Double(rate))
        _ = try await pacer.run(8) { try town.request("warm-\(kind)-\(turn)-\($0)", token: token) }
        return try await pacer.run(rate) { try town.request("\(kind)-\(turn)-\($0)", token: token) }
    }

    /// Nanoseconds of processor time for one request, by turns: nginx's worker, and this process, where nothing but the
    /// gateway runs while `wrk` asks from outside.
    private static func processorTime(_ town: ProxyTown, _ turns: Int) async throws -> Sampler.Samples {
        let worker = try ProcessTime(workerOf: town.proxy.folder + "/nginx.pid")
        return try await Sampler.alternate(-1..<min(turns, 5)) { isFloor, turn in
            let token = try await town.token()
            let time = isFloor ? worker : .own
            let name = "w-\(turn)-\(isFloor)"
            let load = ScriptedLoad(
                path: ProxyTown.path,
                headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token)"],
                body: """
                    '{"userId":"\(ProxyTown.user)","challengeId":"\(name)-' .. n .. '","verificationCode":"123456"}'
                    """)
            let before = try time.nanoseconds()
            let (count, _) = try await load.run(port: isFloor ? town.proxy.ports[0] : town.gateway.port)
            return [(try time.nanoseconds() - before) / count]
        }[0]
    }
}
