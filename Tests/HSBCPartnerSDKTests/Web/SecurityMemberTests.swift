import Foundation
import JourneyBase
import JourneyDevice
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// The manifest's `security`: the effect of each value; `false` only omits additional checks.
@Suite("Security members of the manifest")
struct SecurityMemberTests {
    private static func word(
        _ members: [String: JSONValue], script: @escaping ScriptedPage.Script
    ) async throws -> (String, JourneyFixture) {
        var world = try JourneyFixture(script: script)
        for (name, value) in members { world.manifest = world.manifest.with("security.\(name)", value) }
        return (JourneyFixture.word(try await world.run()), world)
    }

    private static let loosest: [String: JSONValue] = [
        "pinning": false, "requireHandshake": false, "attestation": ["device": false], "signIn": false,
    ]

    @Test(
        "a page and a call need a listed origin (scheme, host and port), whatever else the manifest says",
        arguments: [
            "https://bank.example:8443", "https://xbank.example", "https://bank.example.evil.test",
            "https://example",
        ])
    func allowedOrigins(origin: String) async throws {
        var members = SecurityMemberTests.loosest
        // The page's own origin is not listed: refused at load.
        members["allowedOrigins"] = ["https://gateway.example", .string(origin)]
        #expect(try await SecurityMemberTests.word(members, script: JourneyFixture.transfer).0 == "MANIFEST_INVALID")
        // A page that navigates there from a listed origin is stopped.
        members["allowedOrigins"] = nil
        let (word, world) = try await SecurityMemberTests.word(members) { page in
            try await page.connect()
            page.navigate(to: HTTPSURL(origin + "/")?.origin)
        }
        #expect(word == "ORIGIN_BLOCKED")
        #expect(world.bank.payments.isEmpty)
    }

    @Test(
        "the host's pins apply to calls and pages, whether or not the manifest requires pinning",
        arguments: [true, false])
    func pinning(isAsked: Bool) async throws {
        var world = try JourneyFixture()
        world.manifest = world.manifest.with("security.pinning", .bool(isAsked))
        let pins = try PinPolicy(pins: ["gateway.example": JourneyFixture.pins, "bank.example": JourneyFixture.pins])
        world.config.endpoints.trust = TLSTrust(pins: pins)
        let seen = Mutex<[PinPolicy]>([])
        var host = world.host(try await world.transport())
        let (makeTransport, makeContainer) = (host.makeTransport, host.makeContainer)
        host.makeTransport = { trust in
            seen.withLock { $0.append(trust.pins) }
            return makeTransport(trust)
        }
        host.makeContainer = { policy, trust in
            seen.withLock { $0.append(trust.pins) }
            return try await makeContainer(policy, trust)
        }
        let result = await world.engine().start(from: host, params: world.params) { _, _ in }
        #expect(JourneyFixture.word(result) == "completed")
        #expect(seen.withLock { $0 } == [pins, pins])
    }

    @Test(
        "messages need a handshake, whether or not the manifest requires one",
        arguments: [true, false])
    func requireHandshake(isRequired: Bool) async throws {
        let codes = Mutex<[String?]>([])
        let (word, world) = try await SecurityMemberTests.word(["requireHandshake": .bool(isRequired)]) { page in
            for kind in ["event", "request"] {
                let answer = await page.post(page.sealed(kind, "submit", ["amount": 1]))
                codes.withLock { $0.append(ScriptedDocument.code(of: answer)) }
            }
            try await page.connect()
            try await page.emit("cancel")
        }
        #expect(word == "cancelled")
        #expect(codes.withLock { $0 } == ["BRIDGE_NOT_READY", "BRIDGE_NOT_READY"])
        #expect(world.bank.payments.isEmpty)
    }

    @Test("a page without a handshake is lost after thirty seconds where one is required; otherwise it stays")
    func silentPage() async throws {
        for isRequired in [true, false] {
            var world = try JourneyFixture { _ in }
            world.manifest = world.manifest.with("security.requireHandshake", .bool(isRequired))
            let running = world
            let run = Task { try await running.run() }
            _ = await running.events.first { $0.name == "step_enter" }
            if isRequired {
                await running.clock.waitForNaps(1)
                running.clock.advance(by: .seconds(31))
                #expect(JourneyFixture.word(try await run.value) == "BRIDGE_NOT_READY")
            } else {
                running.clock.advance(by: .seconds(3_600))
                run.cancel()
                #expect(try await run.value == .cancelled)
            }
        }
    }
}
