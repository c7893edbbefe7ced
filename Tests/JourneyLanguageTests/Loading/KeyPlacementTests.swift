import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("The place of an idempotency key, and calls that have none")
struct KeyPlacementTests {
    private static let call = "steps form bindings 0 call"

    private static func refusal(_ key: JSONValue, literal: String? = nil) async throws -> JourneyError? {
        try await TestManifest.refusal(
            TestManifest13.manifest.setting("\(call) key", to: key)
                .setting("\(call) headers", to: ["PayPal-Request-Id": "'x'"])
                .setting("steps form idempotencyKey", to: literal.map { .string($0) }),
            openAPI: TestManifest13.openAPI)
    }

    @Test(
        "a pointer into the body names up to eight members and nothing else",
        arguments: [
            ("/requestId", true), ("/a/b/c/d/e/f/g/h", true), ("/a/b/c/d/e/f/g/h/i", false), ("requestId", false),
            ("/", false), ("//a", false), ("/a/", false), ("/a~1b", false), ("/a~0", false), ("", false),
            ("#/a", false),
        ])
    func pointers(pointer: String, isGood: Bool) async throws {
        let refusal = try await Self.refusal(["body": .string(pointer), "windowMs": 1_000])
        #expect((refusal == nil) == isGood, "\(pointer): \(refusal?.message ?? "none")")
    }

    @Test(
        "the greatest length and the window have bounds",
        arguments: [
            (36, "bare", 1, true), (35, "bare", 1, false), (38, "quoted", 1, true), (37, "quoted", 1, false),
            (1_024, "bare", 1, true), (1_025, "bare", 1, false), (255, "bare", 0, false),
            (255, "bare", 31_536_000_000, true), (255, "bare", 31_536_000_001, false), (255, "token", 1, false),
        ] as [(Int, String, Int64, Bool)])
    func bounds(length: Int, form: String, window: Int64, isGood: Bool) async throws {
        let refusal = try await Self.refusal([
            "body": "/requestId", "form": .string(form), "maxLength": .number(JSONNumber(length)),
            "windowMs": .number(JSONNumber(window)),
        ])
        #expect((refusal == nil) == isGood, "\(refusal?.message ?? "none")")
    }

    @Test("a step's literal key counts to the length", arguments: [(3, true), (4, false)])
    func literal(count: Int, isGood: Bool) async throws {
        let refusal = try await Self.refusal(
            ["body": "/requestId", "maxLength": 40, "windowMs": 1], literal: String(repeating: "k", count: count))
        #expect((refusal == nil) == isGood, "\(refusal?.message ?? "none")")
    }

    @Test("the key is put at its pointer, also where the body has no such member", arguments: ["bare", "quoted"])
    func placed(form: String) async throws {
        let manifest = TestManifest13.manifest
            .setting("\(Self.call) key", to: ["body": "/a/b/id", "form": .string(form), "windowMs": 1_000])
            .setting("\(Self.call) headers", to: ["PayPal-Request-Id": "'x'"])
        var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
        player.page("submit", ["amount": "1", "iban": "DE02", "note": ""])
        let call = try #require(player.calls.last)
        let placed = call.placing("key-1")
        #expect(placed.header == nil)
        #expect(placed.arguments["a"] == ["b": ["id": form == "bare" ? "key-1" : "\"key-1\""]])
        #expect(call.arguments["a"] == nil)
    }

    private static func warnings(_ manifest: JSONValue) -> [Finding] {
        Lint.check(manifest.compactBytes, openAPI: TestManifest13.openAPI.compactBytes)
            .filter { $0.rule == .unkeyedCall }
    }

    @Test("lint warns of a call that is once, moves money, and that no status query decides")
    func once() {
        let keyed = TestManifest13.manifest
        #expect(Self.warnings(keyed) == [])
        let once = keyed.setting("\(Self.call) effect", to: "once").setting("\(Self.call) key", to: nil)
            .setting("\(Self.call) headers", to: ["PayPal-Request-Id": "'x'"])
        let found = Self.warnings(once)
        #expect(found.map(\.path) == ["steps.form.bindings[0].call"])
        #expect(found.allSatisfy { $0.severity == .warning && $0.message.contains("status") }, "\(found)")
        #expect(Self.warnings(once.setting("\(Self.call) movesMoney", to: false)) == [])
        let status: JSONValue = [
            "operationId": "list", "everyMs": 3_000, "maxMs": 60_000, "until": "status == 200", "done": "status == 200",
            "out": [
                "reference": ["type": "string", "value": "'r'"], "isDone": ["type": "boolean", "value": "true"],
                "extra": ["type": "object", "value": "{'a': 1}"],
            ],
        ]
        #expect(Self.warnings(once.setting("steps form bindings 0 status", to: status)) == [])
        #expect(Self.warnings(once.setting("\(Self.call) effect", to: "idempotent")) == [])
    }
}
