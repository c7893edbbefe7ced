import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Explain")
struct ExplanationTests {
    private static func explain(
        _ events: [JSONValue], _ manifest: JSONValue = TestManifest.manifest, openAPI: JSONValue = TestManifest.openAPI
    ) throws -> Explanation {
        let script = try EventScript(JSONValue.object(["events": .array(events)]).compactBytes, file: "script.json")
        return try Explanation(manifest: manifest.compactBytes, openAPI: openAPI.compactBytes, script: script)
    }

    private static func entries(_ kind: JSONValue, of explanation: Explanation) -> [JSONValue] {
        explanation.json["entries"]?.array?.filter { $0["kind"] == kind } ?? []
    }

    private static let priced: [JSONValue] = [
        ["page": "price", "payload": ["id": "t-1"]],
        ["answer": "transferStatus", "status": 200, "body": ["amount": 5, "to": "Ann"]],
    ]
    private static let paying: [JSONValue] =
        priced + [["page": "submit", "payload": ["amount": 5]], ["step": "confirm", "plugin": "success"]]

    @Test("every guard has its value and inputs, and the run ends as in an app")
    func whole() throws {
        let body: JSONValue = ["reference": "r-1", "status": "HELD"]
        let explanation = try Self.explain(
            Self.paying + [["step": "pay", "answer": "createTransfer", "status": 201, "body": body]])
        #expect(explanation.isWhole)
        let guards = Self.entries("guard", of: explanation)
        #expect(guards.map { $0["source"] } == ["payload.amount > 0", "result.status == \"HELD\""])
        #expect(guards.map { $0["value"] } == [true, true])
        #expect(guards.map { $0["to"] } == ["confirm", "held"])
        #expect(guards.first?["paths"] == [["path": "payload.amount", "value": 5]])
        #expect(explanation.json["outcome"] == ["kind": "pending", "result": ["reference": "r-1"]])
        #expect(Self.entries("enter", of: explanation).map { $0["step"] } == ["form", "confirm", "pay", "held"])
        #expect(Self.entries("transition", of: explanation).map { $0["to"] } == ["confirm", "pay", "held"])
    }

    @Test("calls and other effects are named in order and not run")
    func effects() throws {
        let explanation = try Self.explain(Self.paying)
        let calls = Self.entries("call", of: explanation)
        #expect(calls.map { $0["operation"] } == ["transferStatus", "createTransfer"])
        #expect(calls.map { $0["key"] } == [false, true])
        #expect(calls.last?["arguments"] == ["amount": 5, "to": "Ann"])
        #expect(calls.map { $0["problem"] } == [.null, .null])
        let kinds = explanation.json["entries"]?.array?.prefix(8).compactMap { $0["kind"]?.string }
        #expect(kinds == ["enter", "effect", "effect", "event", "script", "event", "call", "script"])
        #expect(
            Self.entries("effect", of: explanation).prefix(2).map { $0["name"] } == ["show", "startTimer"])
        #expect(explanation.outcome == nil && explanation.json["step"] == "pay")
    }

    @Test("a call that cannot be sent says why and fails as in an app")
    func unsent() throws {
        let explanation = try Self.explain([["page": "price", "payload": ["id": "../accounts"]]])
        #expect(Self.entries("call", of: explanation).first?["problem"]?.string?.contains("'id'") == true)
        #expect(Self.entries("event", of: explanation).last?["name"] == "notPriced")
        #expect(Self.entries("event", of: explanation).last?["payload"]?["code"] == "VALIDATION_FAIL")
        #expect(explanation.isWhole && explanation.outcome == nil)
    }

    /// A server step whose call lacks a required argument, because the page never sent it.
    private static let unsendable = TestManifest.manifest.setting(
        "steps form on submit", to: [["guardExpr": "payload.amount > 0", "to": "pay"], [:]])

    static let answers: [JSONValue] = [
        ["answer": "createTransfer", "status": 201, "body": ["reference": "r-1", "status": "DONE"]],
        ["answer": "createTransfer", "fails": "NET_TIMEOUT"],
        ["answer": "createTransfer", "fails": "VALIDATION_FAIL", "status": 422],
    ]

    @Test(
        "an answer to a call that was never made is a mismatch, and nothing completes",
        arguments: answers)
    func answeredUnsent(answer: JSONValue) throws {
        let explanation = try Self.explain([["page": "submit", "payload": ["amount": 5]], answer], Self.unsendable)
        #expect(!explanation.isWhole)
        #expect(
            Self.entries("mismatch", of: explanation).map { $0["message"] } == [
                "events[1] answers createTransfer, which was never sent: The operation createTransfer requires the argument 'amount'."
            ])
        #expect(explanation.json["outcome"]?["kind"] == "failed")
        #expect(explanation.json["outcome"]?["code"] == "VALIDATION_FAIL")
    }

    @Test("a call sent after an unsendable one may be answered")
    func sentAfterAll() throws {
        let explanation = try Self.explain([
            ["page": "price", "payload": ["id": "../accounts"]], ["page": "price", "payload": ["id": "t-1"]],
            ["answer": "transferStatus", "status": 200, "body": ["amount": 5, "to": "Ann"]],
        ])
        #expect(explanation.isWhole && Self.entries("event", of: explanation).last?["name"] == "priced")
    }

    @Test("unsendable calls that trigger each other end as a mismatch")
    func circle() throws {
        let circle = TestManifest.manifest.setting(
            "steps form bindings",
            to: [
                [
                    "onEvent": "price", "call": ["operationId": "transferStatus"], "in": ["id": "payload.id"],
                    "onErrorEmit": "again",
                ],
                [
                    "onEvent": "again", "call": ["operationId": "transferStatus"], "in": ["id": "payload.id"],
                    "onErrorEmit": "again",
                ],
            ]
        ).setting("steps pay bindings 0 in", to: ["amount": "payload.amount", "to": "payload.to"])
        let explanation = try Self.explain([["page": "price"]], circle)
        #expect(
            Self.entries("mismatch", of: explanation).first?["message"]?.string?.hasPrefix("events[0] sets off") == true
        )
    }

    static let undeclared: [(answer: JSONValue, says: String)] = [
        (["answer": "createTransfer", "status": 201, "body": ["reference": 7, "status": "DONE"]], "'/reference'"),
        (["answer": "createTransfer", "status": 201], "no body"),
    ]

    @Test("an undeclared answer is a failure, as in an app", arguments: undeclared.indices)
    func undeclaredAnswer(index: Int) throws {
        let explanation = try Self.explain(Self.paying + [Self.undeclared[index].answer])
        let said = Self.entries("diagnostic", of: explanation).compactMap { $0["message"]?.string }
        #expect(said.contains { $0.contains(Self.undeclared[index].says) }, "\(said)")
        #expect(explanation.isWhole && Self.entries("event", of: explanation).last?["name"] == "refused")
        // The bank may have executed it, so it is asked before the run ends.
        #expect(explanation.outcome == nil && Self.entries("effect", of: explanation).last?["name"] == "inquire")
    }

    @Test("the session uses the manifest's locale that matches the script's")
    func locale() throws {
        let manifest = TestManifest.manifest.setting("locales", to: ["ar", "en"])
            .setting("steps form on submit 0 guardExpr", to: "session.locale == \"en\"")
        let script: JSONValue = [
            "session": ["locale": "en-GB"], "events": [["page": "submit", "payload": ["amount": 5]]],
        ]
        let explanation = try Explanation(
            manifest: manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes,
            script: EventScript(script.compactBytes, file: "script.json"))
        #expect(explanation.step == "confirm")
    }

    @Test("an undecidable guard says why, and its transition is not taken")
    func undecided() throws {
        let explanation = try Self.explain([["page": "submit", "payload": ["amount": "5"]]])
        let guards = Self.entries("guard", of: explanation)
        #expect(guards.first?["value"] == .some(.null))
        #expect(guards.first?["error"]?.string?.hasPrefix("GUARD_TYPE") == true)
        #expect(Self.entries("diagnostic", of: explanation).first?["code"] == "GUARD_ERROR")
        #expect(Self.entries("transition", of: explanation).map { $0["emit"] } == ["form.invalid"])
        #expect(explanation.outcome == nil && explanation.step == "form")
    }

    @Test("timeouts, failed calls, reconciliation and a closed window are explained, too")
    func others() throws {
        #expect(try Self.explain([["timeout": "step"]]).json["outcome"]?["kind"] == "failed")
        #expect(try Self.explain([["close": true]]).json["outcome"] == ["kind": "cancelled"])
        #expect(try Self.explain([["lost": "PAGE_PROCESS_LOST"]]).json["outcome"]?["code"] == "PAGE_PROCESS_LOST")
        let judged = try Self.explain(
            Self.paying + [["answer": "createTransfer", "fails": "VALIDATION_FAIL", "status": 422]])
        #expect(judged.json["outcome"]?["code"] == "VALIDATION_FAIL")
        let silent = Self.paying + [["answer": "createTransfer", "fails": "NET_TIMEOUT"]]
        for (word, kind) in [("unknown", "pending"), ("notDone", "failed")] {
            let explanation = try Self.explain(silent + [["inquiry": .string(word)]])
            #expect(explanation.json["outcome"]?["kind"] == .string(kind), "\(word)")
        }
    }

    static let strangers: [(events: [JSONValue], words: String)] = [
        ([["answer": "createTransfer", "status": 200]], "events[0] answers createTransfer, which is not in flight"),
        ([["plugin": "success"]], "events[0] is a plugin's answer, but no plugin is running"),
        ([["timeout": "journey"]], "events[0] is the journey's timeout"),
        ([["inquiry": "done"]], "events[0] is the bank's answer to an inquiry, but no inquiry is open"),
        ([["step": "pay", "page": "submit"]], "events[0] expects the step pay"),
        (Array(paying.prefix(3)) + [["page": "submit"]], "events[3] is a page event, but the step confirm has no page"),
        (paying + [["lost": "PAGE_PROCESS_LOST"]], "events[4] is a page event, but the step pay has no page"),
        (
            [
                ["page": "price", "payload": ["id": "../accounts"]],
                ["answer": "transferStatus", "status": 200, "body": ["amount": 5, "to": "Ann"]],
            ],
            "events[1] answers transferStatus, which was never sent: The operation transferStatus cannot encode the value of 'id' in its path"
        ),
        ([["close": true], ["close": true]], "events[1] comes after the end"),
    ]

    @Test("a script that does not fit is reported with its location", arguments: strangers.indices)
    func mismatch(index: Int) throws {
        let explanation = try Self.explain(Self.strangers[index].events)
        guard case .mismatch(let message)? = explanation.entries.last else {
            Issue.record("it fitted")
            return
        }
        #expect(message.hasPrefix(Self.strangers[index].words))
        #expect(!explanation.isWhole)
    }

    static let misspelt: [(events: [JSONValue], says: String)] = [
        (
            [["step": "from", "page": "submit"]],
            "events[0] expects the step from, but the run is in form; did you mean 'form'?"
        ),
        (
            [["step": "elsewhere", "page": "submit"]],
            "events[0] expects the step elsewhere, but the run is in form."
        ),
        (
            [["answer": "createTransfr", "status": 201]],
            "events[0] answers createTransfr, which is not in flight; did you mean 'createTransfer'?"
        ),
    ]

    @Test("a misspelt step or operation in a script is reported with the likely one", arguments: misspelt.indices)
    func misspeltName(index: Int) throws {
        let explanation = try Self.explain(Self.misspelt[index].events)
        #expect(
            Self.entries("mismatch", of: explanation).map { $0["message"] } == [.string(Self.misspelt[index].says)])
    }

    @Test(
        "a misspelt page event is reported with one that its step handles",
        arguments: [
            ("submitt", "The step does not handle this event; did you mean 'submit'?"),
            ("prise", "The step does not handle this event; did you mean 'price'?"),
            ("leave", "The step does not handle this event."),
            ("timeouts", "The step does not handle this event."),
        ])
    func misspeltEvent(name: String, says: String) throws {
        let explanation = try Self.explain([["page": .string(name)]])
        let diagnostics = Self.entries("diagnostic", of: explanation)
        #expect(diagnostics.map { $0["code"] } == ["UNKNOWN_EVENT"])
        #expect(diagnostics.map { $0["message"] } == [.string(says)])
        #expect(explanation.isWhole && explanation.step == "form")
    }

    static let bad: [JSONValue] = [
        [:], ["page": "a", "close": true], ["page": 1], ["page": "a b"], ["page": "a", "body": 1], ["answer": "x"],
        ["answer": "x", "status": 404], ["answer": "x", "status": 200, "mayBeDone": true], ["plugin": "maybe"],
        ["plugin": "error"], ["timeout": "both"], ["close": false], ["lost": ""], ["wait": 1], ["inquiry": "maybe"],
    ]

    @Test("an invalid entry refuses the script with file, line and column", arguments: bad)
    func misshapen(entry: JSONValue) {
        #expect { _ = try Self.explain([entry]) } throws: { error in
            let error = error as? JourneyError
            return error?.code == .scriptInvalid && error?.message.hasPrefix("script.json:1:") == true
                && error?.message.contains("events[0]") == true
        }
    }

    @Test("a manifest that would not load is not explained")
    func refused() {
        let manifest = TestManifest.manifest.setting("startStep", to: "nowhere")
        #expect { _ = try Self.explain([], manifest) } throws: { error in
            (error as? JourneyError)?.code == .manifestInvalid
        }
    }

    @Test("a running machine records no explanation")
    func noNotes() throws {
        var machine = StateMachine(journey: try Fixture.transfer(), fingerprintKey: Fixture.key)
        _ = machine.handle(.start)
        #expect(machine.notes == nil && machine.drainTrace().isEmpty)
    }
}
