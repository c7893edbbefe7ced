import Foundation
import JourneyBase
import JourneyLanguage
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

/// Each refusal has its code, and the manifest's error policy can handle it.
@Suite("Page refusals and the error policy")
struct RefusalPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: String
        /// `true` when the refused page is lost, with or without a rule.
        var isLost = false
        let attack: ScriptedPage.Script
        var testDescription: String { code }
    }

    private static func seal(_ page: ScriptedDocument, _ change: (String) -> String) async {
        _ = await page.post(change(page.sealed("event", "submit", ["amount": 1])))
    }

    static let rows: [Row] = [
        Row(code: "BRIDGE_FORBIDDEN") { page in
            try await page.connect()
            _ = try? await page.request("readContacts")
        },
        Row(code: "BRIDGE_SIGNATURE") { page in
            try await page.connect()
            await seal(page) { $0.replacing("submit", with: "cancel") }
        },
        Row(code: "BRIDGE_REPLAY") { page in
            try await page.connect()
            let text = page.sealed("event", "unknown", [:])
            for _ in 0..<2 { _ = await page.post(text) }
        },
        Row(code: "BRIDGE_MESSAGE_INVALID") { page in
            try await page.connect()
            _ = await page.post(page.sealed("event", "no spaces", [:]))
        },
        Row(code: "BRIDGE_MESSAGE_TOO_LARGE") { page in
            try await page.connect()
            _ = await page.post(String(repeating: "x", count: WebMessage.maximumBytes + 1))
        },
        Row(code: "BRIDGE_ENCRYPTION") { page in
            try await page.connect()
            _ = await page.post(page.sealed("event", "card", ["note": "in the clear"]))
        },
        Row(code: "BRIDGE_DECRYPTION") { page in
            try await page.connect()
            _ = await page.post(page.sealed("event", "card", jwe: "e30....AAAA"))
        },
        Row(code: "BRIDGE_VERSION", isLost: true) { page in try await page.connect(versions: ["1.1"]) },
        Row(code: "BRIDGE_NOT_READY", isLost: true) { _ in },
        Row(code: "ORIGIN_BLOCKED", isLost: true) { page in
            page.navigate(to: Origin(scheme: "https", host: "evil.example", port: 443))
        },
        Row(code: "CSP_REQUIRED", isLost: true) { page in
            page.fail(JourneyError(.cspRequired, "The page came without a Content-Security-Policy header."))
        },
        Row(code: "PINNING_FAIL", isLost: true) { page in
            page.fail(JourneyError(.pinningFail, "The page's certificate is not one of those pinned."))
        },
    ]

    private static func run(_ row: Row, rule: JSONValue?) async throws -> (result: JourneyResult, world: JourneyFixture)
    {
        var world = try JourneyFixture { page in
            try await row.attack(page)
            // A page that is not lost continues.
            if !row.isLost { try await page.emit("leave") }
        }
        world.manifest = world.manifest.with("security.requireHandshake", true)
            .with("steps.form.on.card", ["to": "failed"]).with("steps.form.on.leave", ["to": "cancelled"])
            .with("steps.form.bridgeEncrypt", ["card": "dir"])
            .with("steps.expected", ["type": "terminal", "outcome": "cancelled"])
        if let rule { world.manifest = world.manifest.with("errorPolicy", [rule]) }
        let running = world
        let task = Task { try await running.run() }
        if row.code == "BRIDGE_NOT_READY" {
            await running.clock.waitForNaps(1)
            running.clock.advance(by: .seconds(31))
        }
        return (try await task.value, world)
    }

    @Test("a refusal's code enters the policy's step, and the host is notified", arguments: rows)
    func routed(row: Row) async throws {
        let (result, world) = try await RefusalPolicyTests.run(
            row, rule: ["on": [.string(row.code)], "to": "expected"])
        #expect(JourneyFixture.word(result) == "cancelled")
        #expect(world.events.entries("step_enter").last?.attributes["step"] == "expected")
        #expect(world.events.entries("error").contains { $0.attributes["code"]?.string == row.code })
    }

    @Test("the policy's outcome ends the run", arguments: rows)
    func ended(row: Row) async throws {
        let rule: JSONValue = [
            "on": [.string(row.code)], "end": ["outcome": "failed", "recoverable": true],
        ]
        let (result, _) = try await RefusalPolicyTests.run(row, rule: rule)
        guard case .failed(row.code, _, true) = result else { return #expect(Bool(false), "\(result)") }
    }

    @Test("without a rule a lost page ends the run with its code; a refused message changes nothing", arguments: rows)
    func withoutRule(row: Row) async throws {
        let (result, world) = try await RefusalPolicyTests.run(row, rule: nil)
        #expect(JourneyFixture.word(result) == (row.isLost ? row.code : "cancelled"))
        #expect(world.events.entries("error").contains { $0.attributes["code"]?.string == row.code })
    }

    @Test("each refusal has a distinct code")
    func distinct() { #expect(Set(RefusalPolicyTests.rows.map(\.code)).count == RefusalPolicyTests.rows.count) }
}
