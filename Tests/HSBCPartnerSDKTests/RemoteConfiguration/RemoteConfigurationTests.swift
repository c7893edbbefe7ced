import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

@Suite("Remote configuration and kill switch, when a journey starts", .timeLimit(.minutes(10)))
struct RemoteConfigurationTests {
    /// Runs one journey with the given answer; `earlier` was the answer to an earlier run on the same device.
    private func run(
        _ answer: RemoteConfigurationFixture.Answer, after earlier: RemoteConfigurationFixture.Answer? = nil,
        _ change: (inout JourneyFixture) -> Void = { _ in }
    ) async throws -> (word: String, world: JourneyFixture) {
        var world = try JourneyFixture()
        if let earlier {
            world.remote.says(earlier)
            _ = try await world.restarted.run()
        }
        change(&world)
        world.remote.says(answer)
        return (JourneyFixture.word(try await world.restarted.run()), world)
    }

    private func code(
        _ answer: RemoteConfigurationFixture.Answer, after earlier: RemoteConfigurationFixture.Answer? = nil
    ) async throws -> String {
        try await run(answer, after: earlier).word
    }

    @Test("a journey runs when the bank's document allows it")
    func admitted() async throws {
        let (word, world) = try await run(.document(RemoteConfigurationFixture.document()))
        #expect(word == "completed")
        #expect(world.remote.requests.count == 1)
        #expect(world.remote.requests.first?.headers["Authorization"] == nil)
        #expect(world.remote.requests.first?.headers["X-Partner-Id"] == "partner-1")
    }

    @Test("a journey that is switched off does not start, and nothing of it is fetched")
    func stopped() async throws {
        let world = try JourneyFixture()
        world.remote.says(.document(RemoteConfigurationFixture.document(["rules": RemoteConfigurationFixture.stopped])))
        let transport = try await world.transport()
        let result = try await world.run(transport)
        #expect(JourneyFixture.word(result) == "JOURNEY_DISABLED")
        #expect(transport.requests.isEmpty)
        #expect(world.events.names == ["journey_begin", "error", "result"])
    }

    @Test(
        "a rule applies only to its journey and SDK versions",
        arguments: [
            (["stop": "stopped"], "JOURNEY_DISABLED"),
            (["journey": "account-opening", "stop": "stopped"], "completed"),
            (["journey": "money-transfer", "sdkBefore": "0.1", "stop": "stopped"], "completed"),
            (["sdkFrom": "99.0.0", "stop": "stopped"], "completed"),
            (["sdkBefore": "99.0.0", "stop": "updateRequired"], "SDK_UPDATE_REQUIRED"),
            (["sdkFrom": "0.0.1", "sdkBefore": "99", "stop": "stopped"], "JOURNEY_DISABLED"),
            // An app that meets documents of a later version errs on the safe side.
            (["stop": "paused"], "JOURNEY_DISABLED"),
        ] as [(JSONValue, String)])
    func rules(rule: JSONValue, word: String) async throws {
        #expect(try await code(.document(RemoteConfigurationFixture.document(["rules": .array([rule])]))) == word)
    }

    @Test("the bank's feature flags override the host's")
    func flags() async throws {
        let flags: JSONValue = [["featureFlags": ["shortcut": true]], ["featureFlags": ["other": false]]]
        let (word, _) = try await run(.document(RemoteConfigurationFixture.document(["rules": flags]))) { world in
            world.config.featureFlags = ["shortcut": false]
            world.manifest = world.manifest.with(
                "steps.biometric.on.success",
                [
                    ["guardExpr": "session.featureFlags.shortcut && !session.featureFlags.other", "to": "cancelled"],
                    ["to": "pay"],
                ])
        }
        #expect(word == "cancelled")
    }

    @Test("an unsigned document, or one signed with an unknown key, is refused")
    func forged() async throws {
        let desk = try RemoteConfigurationFixture()
        let stranger = try P256PrivateKey.generate()
        let world = try JourneyFixture()
        let good = try await world.remote.signed(RemoteConfigurationFixture.document())
        let text = String(decoding: good, as: UTF8.self)
        let parts = text.split(separator: ".").map(String.init)
        let none = Base64URL.encode(
            Array(#"{"alg":"none","kid":"remote-1","typ":"\#(RemoteConfiguration.type)"}"#.utf8))
        let forgeries: [[UInt8]] = [
            RemoteConfigurationFixture.document().compactBytes,
            try await desk.signed(RemoteConfigurationFixture.document(), by: stranger),
            Array("\(none).\(parts[1]).".utf8), Array("\(parts[0]).\(parts[1]).".utf8),
            Array("\(parts[0])..\(parts[2])".utf8),
            Array(
                (parts[0] + "." + Base64URL.encode(RemoteConfigurationFixture.document(["sequence": 9]).compactBytes)
                    + "." + parts[2])
                    .utf8),
            [], [0xFF, 0xFE],
        ]
        for bytes in forgeries {
            world.remote.says(.bytes(bytes))
            #expect(JourneyFixture.word(try await world.restarted.run()) == "REMOTE_CONFIG_INVALID")
        }
        // A signature by the same key for another purpose.
        for typ in [nil, "journey-session-proof+jwt", "JOURNEY-REMOTE-CONFIGURATION+JWT"] {
            world.remote.says(.bytes(try await world.remote.signed(RemoteConfigurationFixture.document(), typ: typ)))
            #expect(JourneyFixture.word(try await world.restarted.run()) == "REMOTE_CONFIG_INVALID")
        }
        world.remote.says(.bytes(good))
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
    }

    @Test("the manifest's key cannot sign a remote configuration")
    func otherPurpose() async throws {
        let world = try JourneyFixture()
        world.remote.says(.bytes(try await world.remote.signed(RemoteConfigurationFixture.document(), by: world.key)))
        #expect(JourneyFixture.word(try await world.restarted.run()) == "REMOTE_CONFIG_INVALID")
    }

    @Test(
        "a document for another environment or time, too long or malformed is refused",
        arguments: [
            (["environment": "sandbox"], "REMOTE_CONFIG_INVALID"),
            (["notAfter": "2027-01-15T08:00:00Z"], "REMOTE_CONFIG_EXPIRED"),
            (["notBefore": "2027-01-15T08:00:01Z"], "REMOTE_CONFIG_EXPIRED"),
            (["notAfter": "2027-01-15T08:00:01Z"], "completed"),
            (["rules": .null], "REMOTE_CONFIG_INVALID"), (["sequence": -1], "REMOTE_CONFIG_INVALID"),
            (["refreshSeconds": 1], "REMOTE_CONFIG_INVALID"), (["graceSeconds": 604_801], "REMOTE_CONFIG_INVALID"),
            (["padding": .string(String(repeating: "x", count: 20_000))], "REMOTE_CONFIG_UNAVAILABLE"),
        ] as [([String: JSONValue], String)])
    func unusable(members: [String: JSONValue], word: String) async throws {
        let world = try JourneyFixture()
        let document = RemoteConfigurationFixture.document(members)
        if members["padding"] != nil {
            world.remote.says(.bytes([UInt8](repeating: 0x61, count: RemoteConfiguration.limit + 1)))
        } else {
            world.remote.says(.bytes(try await world.remote.signed(document)))
        }
        #expect(JourneyFixture.word(try await world.restarted.run()) == word)
    }

    @Test("an older document, or another one of the same number, is refused across restarts")
    func rollback() async throws {
        let stopped = RemoteConfigurationFixture.Answer.document(
            RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped]))
        // The accepted configuration stays in force, whatever follows.
        #expect(
            try await code(.document(RemoteConfigurationFixture.document(["sequence": 5])), after: stopped)
                == "JOURNEY_DISABLED")
        #expect(
            try await code(.document(RemoteConfigurationFixture.document(["sequence": 6])), after: stopped)
                == "JOURNEY_DISABLED")
        #expect(
            try await code(.document(RemoteConfigurationFixture.document(["sequence": 7])), after: stopped)
                == "completed")
        let (_, world) = try await run(
            .document(RemoteConfigurationFixture.document(["sequence": 6, "refreshSeconds": 61])),
            after: .document(RemoteConfigurationFixture.document(["sequence": 6])))
        #expect(world.events.entries("error").first?.attributes["code"] == "REMOTE_CONFIG_ROLLBACK")
    }

    @Test("an older document is refused even after the accepted one has expired")
    func rollbackAfterExpiry() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture()
        world.dependencies.now = { moment.withLock { $0 } }
        world.remote.says(
            .document(RemoteConfigurationFixture.document(["sequence": 6, "notAfter": "2027-01-15T09:00:00Z"])))
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        moment.withLock { $0 += 7_200 }
        world.remote.says(.document(RemoteConfigurationFixture.document(["sequence": 5])))
        #expect(JourneyFixture.word(try await world.restarted.run()) == "REMOTE_CONFIG_ROLLBACK")
    }

    @Test(
        "the last accepted configuration applies during its grace period only",
        arguments: [
            (3_600.0, RemoteConfigurationFixture.Answer.silence, "completed"),
            (3_601, .silence, "REMOTE_CONFIG_UNAVAILABLE"),
            (3_600, .status(503), "completed"), (3_601, .status(404), "REMOTE_CONFIG_UNAVAILABLE"),
            (3_601, .bytes([0x61]), "REMOTE_CONFIG_INVALID"),
            // A clock that was set back a little, and far.
            (-299, .silence, "completed"), (-301, .silence, "REMOTE_CONFIG_UNAVAILABLE"),
        ])
    func grace(later: TimeInterval, answer: RemoteConfigurationFixture.Answer, word: String) async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture()
        world.dependencies.now = { moment.withLock { $0 } }
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        moment.withLock { $0 += later }
        world.remote.says(answer)
        #expect(JourneyFixture.word(try await world.restarted.run()) == word)
    }

    @Test("setting the clock back does not extend an exceeded grace period; a new document ends the outage")
    func setBackIntoGrace() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture()
        world.dependencies.now = { moment.withLock { $0 } }
        let frozen = world
        func word(after step: TimeInterval) async throws -> String {
            moment.withLock { $0 += step }
            return JourneyFixture.word(try await frozen.restarted.run())
        }
        #expect(try await word(after: 0) == "completed")
        world.remote.says(.silence)
        #expect(try await word(after: 7_200) == "REMOTE_CONFIG_UNAVAILABLE")
        #expect(try await word(after: -5_400) == "REMOTE_CONFIG_UNAVAILABLE")
        #expect(try await word(after: -1_800) == "REMOTE_CONFIG_UNAVAILABLE")
        world.remote.says(.open)
        #expect(try await word(after: 600) == "completed")
        // After another confirmation, the grace period restarts, even where the clock had run ahead.
        world.remote.says(.silence)
        #expect(try await word(after: 3_600) == "completed")
        // Within the grace period too, time must not go back; a little is a corrected clock.
        #expect(try await word(after: -299) == "completed")
        #expect(try await word(after: -2) == "REMOTE_CONFIG_UNAVAILABLE")
    }

    @Test("a device that cannot store the time does not use the grace period")
    func unremembered() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture()
        world.dependencies.now = { moment.withLock { $0 } }
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
        world.remote.says(.silence)
        moment.withLock { $0 += 60 }
        let failing = FailingStore(world.store, gate: nil)
        await failing.failNext()
        let again = world.restarted
        var host = again.host(try await again.transport())
        host.store = failing
        let result = await again.engine().start(from: host, params: again.params) { again.events.record($0, $1) }
        #expect(JourneyFixture.word(result) == "STORE_FAILED")
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
    }

    @Test("nothing runs without a configuration from the bank")
    func neverHeard() async throws {
        #expect(try await code(.silence) == "NET_UNREACHABLE")
        #expect(try await code(.status(304)) == "REMOTE_CONFIG_UNAVAILABLE")
    }

    @Test("a damaged stored configuration, or a store that fails, prevents the start")
    func spoilt() async throws {
        let world = try JourneyFixture()
        _ = try await world.restarted.run()
        let name = try #require(StoreKey("remote.production"))
        #expect(try await world.store.load(name) != nil)
        try await world.store.save(Array("{}".utf8), for: name)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "STORE_FAILED")
    }

    @Test("an unchanged configuration is not sent again, and its confirmation renews the grace period")
    func unchanged() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = try JourneyFixture()
        world.dependencies.now = { moment.withLock { $0 } }
        for _ in 0..<3 {
            #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
            moment.withLock { $0 += 3_000 }
        }
        let tags = world.remote.requests.map { $0.headers["If-None-Match"] }
        #expect(tags.first == .some(nil) && tags.dropFirst().allSatisfy { $0 != nil })
        world.remote.says(.silence)
        #expect(JourneyFixture.word(try await world.restarted.run()) == "completed")
    }

    @Test("the environment's default address is used when none is configured")
    func address() throws {
        var config = try JourneyFixture().config
        #expect(config.remoteConfigurationAddress?.description == "https://remote.example/word")
        config.remoteConfigURL = nil
        #expect(
            config.remoteConfigurationAddress?.description == "https://gateway.example/remote-configuration/production")
        config.environment = .sandbox
        config.endpoints.gateway = try #require(HTTPSURL("https://gateway.example/base"))
        #expect(
            config.remoteConfigurationAddress?.description
                == "https://gateway.example/base/remote-configuration/sandbox")
    }
}
