import Foundation
import JourneyBase
import JourneyDevice
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// Two digests that no key has and that no app was shipped with.
private let newPins = ["C", "E"].map { String(repeating: $0, count: 42) + "A=" }
private let newKeys = JSONValue.array(newPins.map { .string($0) })

@Suite("Signed pin updates", .timeLimit(.minutes(10)))
struct PinUpdateTests {
    /// Records the trust of each connection.
    private final class Network: Sendable {
        let transports = Mutex<[TLSTrust]>([])
        let containers = Mutex<[TLSTrust]>([])
    }

    private static let old = Set(JourneyFixture.pins)
    private static let new = Set(newPins)

    private static func update(_ host: String = "gateway.example", _ digests: Set<String> = new) -> JSONValue {
        ["host": .string(host), "sha256": .array(digests.sorted().map { .string($0) })]
    }

    private static func word(_ updates: [JSONValue], sequence: Int = 5) -> RemoteConfigurationFixture.Answer {
        .document(
            RemoteConfigurationFixture.document(["pins": .array(updates), "sequence": .number(JSONNumber(sequence))]))
    }

    /// Runs one journey; returns its outcome and the pinned digests of connections to the gateway, the remote configuration and
    /// pages, in order of creation.
    private func run(
        _ world: JourneyFixture, _ answer: RemoteConfigurationFixture.Answer
    ) async throws -> (word: String, transports: [Set<String>], pages: Set<String>?) {
        let world = world.restarted
        world.remote.says(answer)
        let network = Network()
        var host = world.host(try await world.transport())
        let (makeTransport, makeContainer) = (host.makeTransport, host.makeContainer)
        host.makeTransport = { trust in
            network.transports.withLock { $0.append(trust) }
            return makeTransport(trust)
        }
        host.makeContainer = { policy, trust in
            network.containers.withLock { $0.append(trust) }
            return try await makeContainer(policy, trust)
        }
        let result = await world.engine().start(from: host, params: world.params) { world.events.record($0, $1) }
        func digests(_ trust: TLSTrust) -> Set<String> {
            Set((trust.pins.set(for: "gateway.example")?.pins ?? []).map(\.base64))
        }
        return (
            JourneyFixture.word(result), network.transports.withLock { $0.map(digests) },
            network.containers.withLock { $0.first.map(digests) }
        )
    }

    @Test("an update replaces the app's pins at once, for the journey and its pages")
    func update() async throws {
        let (word, transports, pages) = try await run(JourneyFixture(), Self.word([Self.update()]))
        #expect(word == "completed")
        // First the app's own for the configuration request; then the bank's.
        #expect(transports == [Self.old, Self.new])
        #expect(pages == Self.new)
    }

    @Test("an update applies from the start after a restart; only the signed configuration may use the app's pins")
    func restart() async throws {
        let world = try JourneyFixture()
        _ = try await run(world, Self.word([Self.update()]))
        let (word, transports, _) = try await run(world, Self.word([Self.update()]))
        #expect(word == "completed")
        #expect(Set(transports) == [Self.new, Self.old.union(Self.new)])
    }

    @Test("hosts without an update keep the app's pins; an update may add a host")
    func otherHosts() async throws {
        let (word, transports, _) = try await run(JourneyFixture(), Self.word([Self.update("api.bank.example")]))
        #expect(word == "completed")
        #expect(Set(transports) == [Self.old])
    }

    @Test("a later configuration without pins removes them, and an older one with others is refused")
    func later() async throws {
        let world = try JourneyFixture()
        _ = try await run(world, Self.word([Self.update()], sequence: 6))
        let rollback = try await run(world, Self.word([Self.update("gateway.example", Self.old)]))
        #expect(rollback.word == "completed" && rollback.pages == Self.new)
        #expect(world.events.entries("error").compactMap { $0.attributes["code"] } == ["REMOTE_CONFIG_ROLLBACK"])
        let (word, transports, _) = try await run(world, Self.word([], sequence: 7))
        #expect(word == "completed")
        #expect(transports.last == Self.old)
    }

    @Test("unsigned pins are refused, and the app's own pins stay in force")
    func unsigned() async throws {
        let world = try JourneyFixture()
        let document = RemoteConfigurationFixture.document(["pins": [Self.update()]])
        let (word, transports, _) = try await run(world, .bytes(document.compactBytes))
        #expect(word == "REMOTE_CONFIG_INVALID")
        #expect(transports == [Self.old])
    }

    @Test(
        "a pin set that no connection could satisfy refuses the configuration",
        arguments: [
            (["host": "gateway.example", "sha256": [.string(JourneyFixture.pins[0])]], "one key"),
            (
                [
                    "host": "gateway.example",
                    "sha256": [.string(JourneyFixture.pins[0]), .string(JourneyFixture.pins[0])],
                ], "twice"
            ),
            (["host": "gateway.example", "sha256": []], "no key"), (["host": "gateway.example"], "no list"),
            (["host": "gateway.example", "sha256": ["c2hvcnQ=", .string(JourneyFixture.pins[0])]], "a short digest"),
            (["host": "gateway example", "sha256": newKeys], "no host"),
            (
                ["host": "localhost", "includeSubdomains": true, "sha256": newKeys],
                "subdomains of one label"
            ),
            (["host": "gateway.example", "expires": "soon", "sha256": newKeys], "no date"),
        ] as [(JSONValue, String)])
    func unusable(update: JSONValue, what: String) async throws {
        #expect(
            try await run(JourneyFixture(), Self.word([update])).word == "REMOTE_CONFIG_INVALID",
            Comment(rawValue: what))
    }

    @Test(
        "a parent's pin set without subdomains is refused where it would leave subdomains unpinned",
        arguments: [
            ("bank.example", nil, "REMOTE_CONFIG_INVALID"), ("bank.example", false, "REMOTE_CONFIG_INVALID"),
            ("BANK.example", nil, "REMOTE_CONFIG_INVALID"), ("bank.example", true, "completed"),
            // Hosts that the removed set did not pin, or the remaining one still pins.
            ("api.bank.example", nil, "completed"), ("other.example", nil, "completed"),
        ] as [(String, Bool?, String)])
    func exposing(host: String, includeSubdomains: Bool?, word: String) async throws {
        var world = try JourneyFixture()
        let parent = try PinSet(host: "bank.example", pins: JourneyFixture.pins, includesSubdomains: true)
        let others = try ["gateway.example", "remote.example"].map { try PinSet(host: $0, pins: JourneyFixture.pins) }
        world.config.endpoints.trust.pins = try PinPolicy([parent] + others)
        let update = Self.update(host).with("includeSubdomains", includeSubdomains.map { .bool($0) })
        #expect(try await run(world, Self.word([update])).word == word)
        // A stored configuration that an earlier app accepted is invalid too.
        #expect(try await run(world, .silence).word == (word == "completed" ? word : "NET_UNREACHABLE"))
    }

    @Test("an update that leaves the gateway's own host unpinned is refused")
    func uncovered() async throws {
        var world = try JourneyFixture()
        let own = try PinSet(host: "example.test", pins: JourneyFixture.pins, includesSubdomains: true)
        let remote = try PinSet(host: "remote.example", pins: JourneyFixture.pins)
        let origin = try #require(Origin(scheme: "https", host: "gateway.example.test", port: 443))
        world.config.endpoints.gateway = try #require(HTTPSURL(origin: origin, path: "/"))
        world.config.endpoints.trust.pins = try PinPolicy([own, remote])
        #expect(try await run(world, Self.word([Self.update("example.test")])).word == "REMOTE_CONFIG_INVALID")
    }

    @Test("two updates for one host, or more than 64, refuse the whole configuration")
    func tooMany() async throws {
        #expect(
            try await run(JourneyFixture(), Self.word([Self.update(), Self.update("GATEWAY.example")])).word
                == "REMOTE_CONFIG_INVALID")
        let hosts = (0...64).map { Self.update("h\($0).example") }
        #expect(try await run(JourneyFixture(), Self.word(hosts)).word == "REMOTE_CONFIG_INVALID")
        #expect(try await run(JourneyFixture(), Self.word(Array(hosts.dropLast()))).word == "completed")
    }
}
