import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyServer

/// The service that the crowds call.
struct CrowdService: HTTPService {
    static let shared = CrowdService()
    private let large = [UInt8](repeating: 0x78, count: 1 << 20)

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        switch request.url.path {
        case "/large": return HTTPResponse(status: 200, body: large)
        case "/wait":
            // Ends by cancellation, by the client or by the server.
            try? await Task.sleep(for: .seconds(600))
            return HTTPResponse(status: 204)
        default: return HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: Array("{}".utf8))
        }
    }
}

/// A crowd and its expected result.
struct ChaosCase: Sendable, CustomTestStringConvertible {
    var states: [String]
    var count: Int
    var addresses = 50
    var waves = 1
    var isReset = false
    /// The maximum number of connections; `nil` for the server's default.
    var connections: Int?
    /// The idle time in seconds after which the server closes a connection; `nil` for its default. The clients are held longer.
    var idle: Int?

    var testDescription: String {
        var text = "\(count) × \(states.joined(separator: "+")) from \(addresses)"
        if waves > 1 { text += ", \(waves) waves" }
        if isReset { text += ", reset" }
        if let connections { text += ", at most \(connections) connections" }
        if let idle { text += ", idle for \(idle) s" }
        return text
    }

    /// The number of clients that never finish their handshake.
    private var unfinished: Int { count * states.count { ["silent", "hello"].contains($0) } / states.count }
    /// `true` if the server may close connections to accept others: it has no room for all, or for so many handshakes.
    var isFull: Bool { unfinished > 500 || (connections.map { $0 < count } ?? false) }
    /// The time in seconds for which the clients are held. Slow ones send a byte each second, and large crowds need longer to
    /// arrive.
    var hold: Double { idle.map { 1.5 * Double($0) } ?? (count > 1_000 || unfinished == count ? 0.2 : 1.1) }
    /// The minimum number of clients that must reach their state.
    var least: Int { connections != nil || idle != nil || addresses == 1 ? 0 : isFull ? count - unfinished : count }

    static let allStates = ["silent", "hello", "head", "body", "reading", "handling", "idle"]

    static let table: [ChaosCase] =
        ["silent", "hello", "head", "body", "reading", "idle"].flatMap { state in
            [300, 2_000].map { ChaosCase(states: [state], count: $0) }
        }
        + [
            ChaosCase(states: ["silent"], count: 2_000, addresses: 1),
            ChaosCase(states: allStates, count: 350, waves: 5),
            ChaosCase(states: ["silent"], count: 2_000, waves: 5),
            ChaosCase(states: allStates, count: 2_100, waves: 1),
            ChaosCase(states: allStates, count: 350, waves: 5, isReset: true),
            ChaosCase(states: allStates, count: 2_100, waves: 1, isReset: true),
        ]
        + [["silent"], ["silent", "idle"]].map { ChaosCase(states: $0, count: 300, addresses: 4, idle: 2) }
        + ["silent", "hello", "head", "idle"].map { ChaosCase(states: [$0], count: 500, connections: 200) }
        + [ChaosCase(states: ["silent"], count: 2_000, connections: 200)]

    /// The cases of a run: all in a campaign, else the small crowds and two large ones chosen by a seed.
    static var chosen: [ChaosCase] {
        guard !Campaign.isRunning else { return table }
        var generator = SplitMix(state: 2_000)
        let large = table.filter { $0.count > 500 }.shuffled(using: &generator)
        return table.filter { $0.count <= 500 } + large.prefix(2)
    }
}

/// The number of runs of each case. `JOURNEY_CHAOS_RUNS=20 swift test --filter ChaosTests` is the campaign.
let chaosRuns = ProcessInfo.processInfo.environment["JOURNEY_CHAOS_RUNS"].flatMap { Int($0) } ?? 1

@Suite(
    "A server under connection floods", .serialized, .timeLimit(.minutes(30)),
    .enabled(if: Python.standard != nil, "python3 is missing: `make test` installs it"))
struct ChaosTests {
    @Test("an honest client is answered within two seconds, during and after", arguments: ChaosCase.chosen)
    func honest(one: ChaosCase) async throws {
        try #require(DescriptorLimit.raise(to: one.count + 500), "the system allows too few descriptors")
        for _ in 0..<chaosRuns {
            var limits = ServerLimits()
            if let connections = one.connections { limits.connections = connections }
            if let idle = one.idle { limits.idle = .seconds(idle) }
            let test = try await TestServer(CrowdService.shared, limits: limits)
            let watch = try HealthMonitor(port: test.port)
            try await watch.check("before")
            let crowd = try Crowd(one.states, count: one.count, port: test.port, addresses: one.addresses)
            for wave in 0..<one.waves {
                let held = try await crowd.start()
                #expect(held >= one.least, "so many came into their state")
                try await watch.check("wave \(wave), coming", mayClose: one.isFull)
                if one.waves == 1 {
                    _ = try await crowd.hold(seconds: one.hold)
                    try await watch.check("wave \(wave), held", mayClose: one.isFull)
                }
                try await crowd.end(byReset: one.isReset)
                try await watch.check("wave \(wave), gone")
            }
            await test.server.stop(grace: .zero)
        }
    }
}
