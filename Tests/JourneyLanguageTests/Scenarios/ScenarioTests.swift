import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Scenarios")
struct ScenarioTests {
    private static func play(
        _ events: [JSONValue], replies: JSONValue = ScenarioTests.replies,
        _ manifest: JSONValue = ScenarioTests.manifest, openAPI: JSONValue = TestManifest.openAPI
    ) throws -> Explanation {
        let script = try EventScript(["replies": replies, "events": .array(events)])
        return try Explanation(manifest: manifest.compactBytes, openAPI: openAPI.compactBytes, script: script)
    }

    /// A journey that can be resumed from each step.
    private static let manifest = TestManifest.manifest.setting(
        "resumePolicy", to: ["snapshotOn": ["step_enter"], "maxAgeMs": 3_600_000])

    private static let replies: JSONValue = [
        "transferStatus": ["status": 200, "body": ["amount": 5, "to": "Ann"]],
        "createTransfer": ["status": 201, "body": ["reference": "r-1", "status": "DONE"]],
    ]
    private static let approved: [JSONValue] = [
        ["page": "price", "payload": ["id": "t-1"]], ["page": "submit", "payload": ["amount": 5]],
    ]
    private static let success: JSONValue = ["plugin": "success"]
    private static let paid: JSONValue = [
        "expect": ["outcome": "completed", "result": ["reference": "r-1"], "executed": ["createTransfer": 1]]
    ]

    @Test("calls without an answer of the script get the bank's own replies")
    func ownReplies() throws {
        let explanation = try Self.play(
            Self.approved + [
                ["expect": ["step": "confirm", "calls": [], "events": ["submit", "enter"]]], Self.success,
                [
                    "expect": [
                        "calls": [
                            [
                                "operation": "createTransfer", "key": true, "tries": 1,
                                "arguments": ["amount": 5, "to": "<text>"],
                            ]
                        ]
                    ]
                ], Self.paid,
            ])
        #expect(explanation.failures.map(\.differences) == [])
        #expect(explanation.isWhole)
    }

    /// A fault of the payment, and what it leads to.
    struct Fault {
        let faults: [JSONValue]
        let expected: JSONValue
    }

    static let faults = [
        Fault(
            faults: [["fault": "createTransfer", "lost": true, "times": 2]],
            expected: [
                "outcome": "completed", "executed": ["createTransfer": 1],
                "calls": [["operation": "createTransfer", "tries": 3]],
            ]),
        // The bank is asked, and has executed it.
        Fault(
            faults: [["fault": "createTransfer", "lost": true, "times": 10]],
            expected: ["outcome": "pending", "executed": ["createTransfer": 1]]),
        Fault(
            faults: [["fault": "createTransfer", "unreachable": true, "times": 10]],
            expected: ["outcome": "failed", "executed": ["createTransfer": 0]]),
        Fault(
            faults: [["fault": "createTransfer", "status": 503]],
            expected: ["executed": ["createTransfer": 0], "calls": [["operation": "createTransfer", "tries": 1]]]),
        Fault(
            faults: [["fault": "createTransfer", "status": 422]],
            expected: ["outcome": "failed", "calls": [["operation": "createTransfer", "tries": 1]]]),
        Fault(
            faults: [["fault": "createTransfer", "status": 201, "body": ["reference": 7]]],
            expected: ["diagnostics": ["VALIDATION_FAIL"], "executed": ["createTransfer": 1]]),
        Fault(
            faults: [["fault": "createTransfer", "seconds": 5]],
            expected: ["outcome": "completed", "calls": [["operation": "createTransfer", "tries": 1]]]),
    ]

    @Test("a fault ends the next tries of a call, and the bank counts what it executes", arguments: faults.indices)
    func faulty(index: Int) throws {
        let fault = Self.faults[index]
        let explanation = try Self.play(Self.approved + fault.faults + [Self.success, ["expect": fault.expected]])
        #expect(explanation.failures.flatMap(\.differences) == [], "\(explanation.json.compactText)")
        #expect(explanation.isWhole)
    }

    @Test("a timer fires when its time has passed, and not before")
    func time() throws {
        let timeout = try #require(TestManifest.manifest["steps"]?["form"]?["timeoutMs"]?.int64) / 1_000
        func advance(_ seconds: Int64) -> JSONValue { ["advance": .number(JSONNumber(seconds))] }
        let early = try Self.play([
            advance(timeout - 1), ["expect": ["step": "form", "events": [], "outcome": .null]],
        ])
        #expect(early.isWhole, "\(early.failures)")
        let due = try Self.play([advance(timeout - 1), advance(1), ["expect": ["events": ["timeout"]]]])
        #expect(due.isWhole, "\(due.failures)")
    }

    @Test("a killed run resumes in its step, without what the manifest does not keep")
    func kill() throws {
        let resumed = try Self.play(
            Self.approved + [
                ["kill": true], ["expect": ["step": "confirm", "outcome": .null]], Self.success,
                ["expect": ["outcome": "failed", "executed": ["createTransfer": 0]]],
            ])
        #expect(resumed.isWhole, "\(resumed.failures.flatMap(\.differences))")
        let plain = try Self.play(
            Self.approved + [["kill": true]], replies: Self.replies,
            TestManifest.manifest
                .setting("resumePolicy", to: nil))
        #expect(plain.failures.map(\.message).first?.contains("nothing is stored") == true)
    }

    @Test("a reply of the script comes before the bank's own")
    func scripted() throws {
        let explanation = try Self.play(
            Self.approved + [
                Self.success,
                ["answer": "createTransfer", "status": 201, "body": ["reference": "r-2", "status": "HELD"]],
                ["expect": ["outcome": "pending", "result": ["reference": "r-2"], "executed": ["createTransfer": 1]]],
            ])
        #expect(explanation.failures.flatMap(\.differences) == [])
    }

    /// An expectation that is not met, with the differences.
    static let differences: [(expected: JSONValue, found: [Difference])] = [
        (["step": "pay"], [Difference(path: "step", expected: "\"pay\"", actual: "\"confirm\"")]),
        (["outcome": "completed"], [Difference(path: "outcome", expected: "\"completed\"", actual: nil)]),
        (
            ["events": ["submit", "enter", "more"]],
            [Difference(path: "events[2]", expected: "\"more\"", actual: nil)]
        ),
        (["events": ["submit"]], [Difference(path: "events[1]", expected: nil, actual: "\"enter\"")]),
        (
            ["executed": ["createTransfer": 1]],
            [Difference(path: "executed.createTransfer", expected: "1", actual: "0")]
        ),
        (["shows": "<text>"], [Difference(path: "shows", expected: "<text>", actual: "<found>")]),
    ]

    @Test("each difference has its place, the expected and the actual value", arguments: differences.indices)
    func unmet(index: Int) throws {
        let row = Self.differences[index]
        let explanation = try Self.play(Self.approved + [["expect": row.expected]])
        let found = explanation.failures.flatMap(\.differences)
        #expect(found.map(\.path) == row.found.map(\.path))
        #expect(found.map(\.expected) == row.found.map(\.expected))
        if row.found.first?.actual != "<found>" { #expect(found.map(\.actual) == row.found.map(\.actual)) }
        #expect(!explanation.isWhole)
    }

    /// Values that meet an expectation, and values that nearly do.
    static let comparisons: [(expected: JSONValue, met: [JSONValue], missed: [JSONValue])] = [
        ("<any>", [.null, 1, [:]], []), ("<text>", ["", "a"], [1, .null]), ("<number>", [1], ["1", true]),
        ("<flag>", [true], [0, "true"]), ("<list>", [[], [1]], [[:]]), ("<object>", [[:]], [[], .null]),
        (["a": 1], [["a": 1]], [[:], ["a": 1, "b": 2], ["a": 2], ["a": .null]]),
        (["a": 1, "<more>": true], [["a": 1], ["a": 1, "b": 2]], [["b": 2]]),
        ([1, "<any>"], [[1, 2], [1, .null]], [[1], [1, 2, 3], [2, 1]]),
        (1, [1], [2, "1", true]), (.null, [.null], [false, 0]),
    ]

    @Test("an expected value admits itself, and placeholders admit their type", arguments: comparisons.indices)
    func compared(index: Int) throws {
        let row = Self.comparisons[index]
        for value in row.met { #expect(Difference.between(value, row.expected, at: "v") == [], "\(value)") }
        for value in row.missed { #expect(Difference.between(value, row.expected, at: "v") != [], "\(value)") }
    }

    @Test("numbers are compared by value")
    func numbers() throws {
        func number(_ text: String) throws -> JSONValue { .number(try #require(JSONNumber(lexeme: text))) }
        for (one, other, isSame) in [
            ("1.0", "1", true), ("1e2", "100", true), ("9007199254740993", "9007199254740992", false),
            ("0.1", "0.2", false),
        ] {
            let found = Difference.between(try number(one), try number(other), at: "v")
            #expect(found.isEmpty == isSame, "\(one) \(other)")
        }
    }

    /// Scripts that are refused, with what the message says.
    static let refused: [(script: JSONValue, says: String)] = [
        (["events": [["expect": [:]]]], "expects nothing"),
        (["events": [["expect": ["steps": "form"]]]], "did you mean"),
        (["events": [["expect": ["outcome": "done"]]]], "must be one of completed"),
        (["events": [["expect": ["executed": ["a": -1]]]]], "is not between"),
        (["events": [["expect": ["calls": [["arguments": [:]]]]]]], "operation is missing"),
        (["events": [["fault": "createTransfer"]]], "needs a 'status'"),
        (["events": [["fault": "createTransfer", "lost": true, "status": 500]]], "has both"),
        (["events": [["fault": "createTransfer", "lost": false]]], "must be true"),
        (["events": [["fault": "createTransfer", "lost": true, "times": 0]]], "is not between 1 and 100"),
        (["events": [["fault": "createTransfer", "lost": true, "body": [:]]]], "only allowed together with 'status'"),
        (["events": [["advance": 0]]], "is not between 0 and"), (["events": [["advance": "1"]]], "is not a number"),
        (["events": [["advance": 100_000_000_000]]], "is not between 0 and"),
        (["events": [["kill": false]]], "must be true"),
        (["events": [["kill": true, "close": true]]], "exactly one"),
        (["replies": ["a": []], "events": []], "is empty"),
        (["replies": ["a": ["seconds": 1]], "events": []], "needs a 'status'"),
        (["replies": ["a": ["status": 99]], "events": []], "is not between 200 and 599"),
        (["now": "yesterday", "events": []], "is not a time"), (["name": "", "events": []], "is empty"),
        (["scenarios": [["events": [["kill": 1]]]]], "scenarios[0].events[0].kill"),
        (["scenarios": [], "events": []], "unknown member"),
    ]

    @Test("a script that can't be meant is refused with its place", arguments: refused.indices)
    func refusal(index: Int) {
        let row = Self.refused[index]
        do {
            _ = try EventScript.all(in: row.script.compactBytes, file: "s.json")
            Issue.record("accepted: \(row.script.compactText)")
        } catch let error {
            #expect(error.code == .scriptInvalid)
            #expect(error.message.contains(row.says), "\(error.message)")
            #expect(error.message.hasPrefix("s.json:1:"), "\(error.message)")
        }
    }

    @Test("scripts of one file share what the file gives, and may give it themselves")
    func shared() throws {
        let file: JSONValue = [
            "replies": Self.replies, "session": ["locale": "bn"],
            "scenarios": [
                ["name": "a", "events": []],
                [
                    "name": "b", "session": ["locale": "ar"], "replies": ["createTransfer": ["lost": true]],
                    "events": [],
                ],
            ],
        ]
        let scripts = try EventScript.all(in: file.compactBytes, file: "s.json")
        #expect(scripts.map(\.name) == ["a", "b"])
        #expect(scripts.map { $0.session["locale"] } == ["bn", "ar"])
        #expect(scripts.map { $0.replies["createTransfer"]?.first?.ending == .lost } == [false, true])
        #expect(scripts.allSatisfy { $0.replies["transferStatus"]?.count == 1 })
    }

    @Test("a fault of an operation that the journey does not call is a mismatch with a hint")
    func unknownOperation() throws {
        let explanation = try Self.play([["fault": "createTransfers", "lost": true]])
        #expect(
            explanation.failures.first?.message.contains("did you mean 'createTransfer'?") == true,
            "\(explanation.failures)")
    }
}
