import Foundation
import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Scenarios do what an app does")
struct ScenarioFidelityTests {
    private let shipped: ShippedManifest
    private let replies: JSONValue

    init() throws {
        shipped = try ShippedManifest("money-transfer")
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent(
                "../../../Sources/Tools/JourneySandbox/Resources/journeys/money-transfer/scenarios/payments.json")
        replies = try #require(try JSONReader.read(Array(try Data(contentsOf: file.standardizedFileURL)))["replies"])
    }

    private static let review: [JSONValue] = [
        ["page": "submit"],
        [
            "page": "submit",
            "payload": ["name": "Amelia Stone", "sortCode": "04-00-04", "accountNumber": "12345678"],
        ],
        ["page": "submit", "payload": ["amount": 12_500, "currency": "GBP"]],
    ]
    private static let approve: [JSONValue] = [
        ["page": "confirm"], ["plugin": "success", "payload": ["proof": "eyJ"]],
    ]

    private func play(_ events: [JSONValue], _ manifest: JSONValue? = nil) throws -> Explanation {
        let script = try EventScript(["replies": replies, "events": .array(events)])
        return try Explanation(
            manifest: (manifest ?? shipped.manifest).compactBytes, openAPI: shipped.openAPI, script: script)
    }

    private func expect(
        _ expected: JSONValue, after events: [JSONValue], _ manifest: JSONValue? = nil,
        _ place: SourceLocation = #_sourceLocation
    ) throws {
        let explanation = try play(events + [["expect": expected]], manifest)
        #expect(explanation.failures.flatMap(\.differences) == [], sourceLocation: place)
        #expect(explanation.failures.map(\.message) == [], sourceLocation: place)
    }

    @Test("a try ends after 15 seconds, and a call after 45")
    func limits() throws {
        let slow = Self.review + [Self.approve[0], ["fault": "createTransfer", "seconds": 14], Self.approve[1]]
        try expect(
            [
                "outcome": "completed",
                "calls": [["operation": "approveQuote"], ["operation": "createTransfer", "tries": 1]],
            ], after: slow)
        let late = Self.review + [Self.approve[0], ["fault": "createTransfer", "seconds": 15], Self.approve[1]]
        try expect(
            [
                "outcome": "completed",
                "calls": [["operation": "approveQuote"], ["operation": "createTransfer", "tries": 2]],
            ], after: late)
        let never =
            Self.review + [Self.approve[0], ["fault": "createTransfer", "seconds": 40, "times": 9], Self.approve[1]]
        try expect(["outcome": "pending", "executed": ["createTransfer": 1]], after: never)
    }

    @Test("a Retry-After that exceeds the rule's longest wait ends the call, a shorter one does not")
    func retryAfter() throws {
        func events(_ seconds: String) -> [JSONValue] {
            Self.review + [
                Self.approve[0],
                ["fault": "createTransfer", "status": 429, "headers": ["Retry-After": .string(seconds)]],
                Self.approve[1],
            ]
        }
        try expect(
            ["calls": [["operation": "approveQuote"], ["operation": "createTransfer", "tries": 2]]], after: events("2"))
        try expect(
            ["calls": [["operation": "approveQuote"], ["operation": "createTransfer", "tries": 1]]],
            after: events("3600"))
    }

    @Test("a media type that the document does not declare is refused")
    func mediaType() throws {
        let body = try #require(replies["createTransfer"]?["body"])
        let events =
            Self.review + [
                Self.approve[0],
                ["fault": "createTransfer", "status": 201, "body": body, "headers": ["Content-Type": "text/html"]],
                Self.approve[1],
            ]
        try expect(["diagnostics": ["VALIDATION_FAIL"], "executed": ["createTransfer": 1]], after: events)
    }

    @Test("a run that is killed with a payment under way asks for it, and pays once")
    func killed() throws {
        let open = Self.review + [Self.approve[0], ["fault": "createTransfer", "unanswered": true], Self.approve[1]]
        try expect(["step": "submit", "executed": ["createTransfer": 0]], after: open)
        try expect(["outcome": "completed", "executed": ["createTransfer": 1]], after: open + [["kill": true]])
        try expect(["step": "failed", "outcome": .null], after: open + [["timeout": "step"]])
    }

    @Test("a payment that is sent once is not sent again after a kill")
    func once() throws {
        let manifest = shipped.manifest.setting("steps submit bindings 0 call effect", to: "once")
            .setting("steps submit bindings 0 call key", to: nil).setting("steps submit bindings 0 retry", to: nil)
        let open = Self.review + [Self.approve[0], ["fault": "createTransfer", "unanswered": true], Self.approve[1]]
        let explanation = try play(
            open + [["kill": true], ["expect": ["executed": ["createTransfer": 0], "calls": []]]], manifest)
        #expect(explanation.failures.flatMap(\.differences) == [], "\(explanation.json.compactText.suffix(2_000))")
    }

    @Test("a stored run expires")
    func expired() throws {
        try expect(["step": "review"], after: Self.review + [["advance": 500], ["kill": true]])
        let manifest = shipped.manifest.setting("resumePolicy maxAgeMs", to: 300_000)
        let late = try play(Self.review + [["advance": 300], ["kill": true]], manifest)
        #expect(late.failures.first?.message.contains("has expired") == true, "\(late.failures)")
    }

    @Test("a read that nobody waits for any more comes to an end")
    func abandoned() throws {
        let events: [JSONValue] =
            Self.review.dropLast() + [
                ["fault": "createQuote", "unanswered": true], Self.review[2], ["timeout": "step"],
            ]
        try expect(["outcome": "failed", "step": "expired"], after: events)
    }

    @Test("what is expected of an operation that the journey does not call is a mismatch")
    func unknown() throws {
        for expected: JSONValue in [
            ["executed": ["createTransfers": 0]], ["calls": [["operation": "createTransfers"]]],
        ] {
            let explanation = try play([["expect": expected]])
            #expect(explanation.failures.first?.message.contains("did you mean 'createTransfer'?") == true)
        }
    }
}
