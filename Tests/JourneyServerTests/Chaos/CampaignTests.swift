import Foundation
import Glibc
import JourneyBase
import JourneyServer
import TestSupport
import Testing

/// Measurements that need a quiet machine and minutes: `JOURNEY_SERVER_CAMPAIGN=1 swift test -c release -Xswiftc -enable-testing
/// --filter ServerCampaignTests` prints the figures.
@Suite(
    "A server's figures under thousands of connections", .serialized, .timeLimit(.minutes(30)),
    .enabled(
        if: ProcessInfo.processInfo.environment["JOURNEY_SERVER_CAMPAIGN"] != nil && Python.standard != nil,
        "it takes a quiet machine and minutes: JOURNEY_SERVER_CAMPAIGN=1 runs it"))
struct ServerCampaignTests {
    /// Durations in milliseconds.
    private struct Figures: Decodable, Sendable, CustomStringConvertible {
        let count: Int
        let failed: Int
        let p50: Double
        let p99: Double
        let most: Double

        var description: String { "\(count) answered, \(failed) not; ms: median \(p50), p99 \(p99), most \(most)" }
    }

    /// Limits that fit all clients of this suite for its whole duration.
    fileprivate static let roomy = ServerLimits(
        connections: 16_000, connectionsPerAddress: 1_000, handshakes: 6_000, requestsPerConnection: .max,
        idle: .seconds(900), handshake: .seconds(900), transfer: .seconds(900))

    private static func load(_ port: Int, connections: Int, isTLS: Bool) throws -> ClientProgram {
        try ClientProgram("load", ["port": port, "count": connections, "tls": isTLS, "path": "/"])
    }

    /// The 99th percentiles of several rounds, in milliseconds.
    private struct Rounds: CustomStringConvertible {
        var alone: [Double] = []
        var besides: [Double] = []

        private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

        var isFair: Bool { Self.median(besides) <= 2 * Self.median(alone) }
        var description: String {
            "p99 in ms, without: \(alone), with: \(besides), ratio of the medians: \(Self.median(besides) / Self.median(alone))"
        }
    }

    @Test("5,000 silent sockets from 50 addresses at most double an honest client's p99")
    func fairness() async throws {
        try #require(DescriptorLimit.raise(to: 6_000), "the system allows too few descriptors")
        let test = try await TestServer(CrowdService.shared, limits: Self.roomy)
        let honest = try Self.load(test.port, connections: 8, isTLS: true)
        // Warm up connections and caches before measuring.
        _ = try await (honest.call("fresh 100"), honest.call("kept 1 200"))
        let crowd = try Crowd(["silent"], count: 5_000, port: test.port)
        var (fresh, kept) = (Rounds(), Rounds())
        for round in 0..<5 {
            for isAlone in round.isMultiple(of: 2) ? [true, false] : [false, true] {
                let before = isAlone ? 0 : try await crowd.start()
                let new = try await honest.call("fresh 1000", Figures.self)
                let old = try await honest.call("kept 5 400", Figures.self)
                #expect(new.failed == 0 && old.failed == 0)
                if isAlone {
                    fresh.alone.append(new.p99)
                    kept.alone.append(old.p99)
                } else {
                    fresh.besides.append(new.p99)
                    kept.besides.append(old.p99)
                    print("silent sockets: \(before) at the beginning, \(try await crowd.hold(seconds: 0)) at the end")
                    try await crowd.end()
                }
                print("\(isAlone ? "alone" : "with them"): new connections: \(new); kept ones: \(old)")
            }
        }
        print("requests on new connections, \(fresh)")
        print("requests on kept connections, \(kept)")
        #expect(fresh.isFair && kept.isFair)
        await test.server.stop(grace: .zero)
    }

    /// Runs in a process of its own, so that no memory of other tests is counted.
    @Test(
        "10,000 idle connections stay within a memory limit, and 1,000 active ones are answered within 20 ms",
        arguments: [(false, 8_192), (true, 40_960)])
    func idle(isTLS: Bool, most: Int) async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [isTLS = isTLS as Bool, most = most as Int] in
            try #require(DescriptorLimit.raise(to: 12_500), "the system allows too few descriptors")
            let test = try await TestServer(CrowdService.shared, limits: ServerCampaignTests.roomy)
            let plain = try HTTPServer.startPlain(
                service: CrowdService.shared, name: "localhost", limits: ServerCampaignTests.roomy)
            let port = isTLS ? test.port : plain.port
            func crowd(_ count: Int) throws -> Crowd {
                try Crowd(["idle"], count: count, port: port, addresses: 100, isTLS: isTLS, patience: 300)
            }
            // Memory allocated once is not counted for a connection.
            let first = try crowd(100)
            try #require(try await first.start() == 100)
            try await first.end()
            let without = try ServerCampaignTests.residentBytes()
            let many = try crowd(10_000)
            let held = try await many.start()
            #expect(held == 10_000)
            // TLS sessions keep their buffers for a second.
            #expect(try await many.hold(seconds: 2) == held)
            let each = (try ServerCampaignTests.residentBytes() - without) / max(1, held)
            print("\(isTLS ? "TLS" : "plain"): \(held) idle connections, \(each) bytes each")
            #expect(each < most)
            let active = try ServerCampaignTests.load(port, connections: 1_000, isTLS: isTLS)
            _ = try await active.call("kept 2 2000")
            let figures = try await active.call("kept 10 2000", Figures.self)
            print("\(isTLS ? "TLS" : "plain"): 1,000 active connections, 2,000 requests a second: \(figures)")
            #expect(figures.failed == 0 && (isTLS || figures.p99 < 20))
            #expect(try await many.hold(seconds: 0) == held)
            await test.server.stop(grace: .zero)
            await plain.stop(grace: .zero)
        }
        print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }

    /// Returns the resident memory of this process. The clients are in another.
    private static func residentBytes() throws -> Int {
        let fields = try ProcFile.text(of: "/proc/self/statm").split(separator: " ")
        return try #require(fields.dropFirst().first.flatMap { Int($0) }) * Int(getpagesize())
    }
}
