import Foundation
import JourneyBase
import JourneyTesting
import Testing

@testable import HSBCPartnerSDK

/// Payments whose requests are longer than what is stored: only their digest is.
@Suite("Payments too large to be stored", .timeLimit(.minutes(2)))
struct LargePaymentTests {
    /// A bank whose body carries five files of 240,000 characters, which the repeat makes again. With the time, it makes another body.
    private static func world(_ style: KeyStyle, withTime: Bool) throws -> KeyedFixture {
        let parts = (1...5).map { "part\($0)" }
        let text = "'\(String(repeating: "x", count: 2_400))'.replace('x', '\(String(repeating: "y", count: 100))')"
        var arguments: [String: JSONValue] = ["amount": "'12.50'"]
        for part in parts { arguments[part] = .string(text) }
        if withTime { arguments["at"] = "string(session.now)" }
        var world = try KeyedFixture(style) { $0.with("in", .object(arguments)) }
        let schema = parts.reduce(KeyStyle.bodySchema) {
            $0.with("properties.\($1)", ["type": "string", "contentEncoding": "base64"])
        }
        let body = "paths./payments.post.requestBody.content"
        let openAPI = style.openAPI.with(body, ["application/json": ["schema": schema]])
        world.world.openAPI = openAPI.compactBytes
        world.world.manifest = TestDocuments.manifest(openAPI: openAPI.compactBytes).with("manifestVersion", "1.3")
            .with("headers", world.world.manifest["headers"] ?? [:]).with("startStep", "pay")
            .with("steps", world.world.manifest["steps"] ?? [:])
        return world
    }

    @Test("a body without a file that is too long is refused before anything is sent or stored")
    func refused() async throws {
        let text = "'\(String(repeating: "x", count: 2_500))'.replace('x', '\(String(repeating: "y", count: 104))')"
        let world = try KeyedFixture(.body) { $0.with("in", ["amount": .string(text), "run": .string(text)]) }
        await #expect(throws: KeyedFixture.Unpaid.self) { _ = try await world.die() }
        #expect(world.bank.sent.isEmpty)
        #expect(try await world.requests() == [])
    }

    @Test(
        "a repeat after the death of the process is made anew, with the same key and the same bytes",
        arguments: KeyStyle.keyed)
    func sameBytes(style: KeyStyle) async throws {
        let first = try Self.world(style, withTime: false)
        let dead = try await first.die()
        #expect(try await first.requests() == [], "stored, although it is too long")
        let second = try await first.resuming()
        #expect(JourneyFixture.word(try await second.run()) == "completed")
        let sent = second.bank.sent
        #expect(sent.count == 2 && sent[0] == sent[1] && second.bank.payments == 1)
        #expect(sent[0].last.map { $0.utf8.count > StoredCall.limit } == true)
        dead.gate.open()
        _ = try await dead.task.value
        #expect(first.bank.sent.count == 2)
    }

    @Test("a repeat that would have other bytes is not sent", arguments: KeyStyle.keyed)
    func otherBytes(style: KeyStyle) async throws {
        let first = try Self.world(style, withTime: true)
        let dead = try await first.die()
        let second = try await first.resuming()
        #expect(JourneyFixture.word(try await second.run()) == "pending")
        #expect(second.bank.sent.count == 1 && second.bank.payments == 1)
        dead.gate.open()
        _ = try await dead.task.value
    }
}
