import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("What ends or leaves a step decides where a run may go")
struct ProofCauseTests {
    private func refuted(_ journey: Journey) -> [String] {
        let proof = Proof(ProofModel(journey, bounds: ProofBounds()))
        for counterexample in proof.counterexamples where !counterexample.way.isEmpty {
            #expect(proof.isReproduced(counterexample), "\(counterexample.message)")
        }
        return proof.counterexamples.map { "\($0.property.rawValue) \($0.subject)" }
    }

    private func ends() throws -> [Step] {
        try [
            Fixture.end("done", .completed), Fixture.end("failed", .failed), Fixture.end("away", .cancelled),
            Fixture.end("held", .pending),
        ]
    }

    /// The faults of (f) and (g) of three pages, the second of which has `events`, with other steps after them.
    private func faults(
        _ events: [String: String], others: [Step] = [], version: Journey.Version = .v13
    ) throws -> [String] {
        let middle = try events.mapValues { [try Fixture.to($0)] }
        let pages = try [
            Fixture.web("first", on: ["go": [Fixture.to("second")], "skip": [Fixture.to("other")]]),
            Fixture.web("second", timeout: .seconds(60), on: middle.merging(["go": [Fixture.to("third")]]) { $1 }),
            Fixture.web("third", on: ["go": [Fixture.to("done")], "wait": [Fixture.to("held")]]),
            Fixture.web("other", on: ["go": [Fixture.to("third")], "quit": [Fixture.to("away")]]),
        ]
        return refuted(try Fixture.journey(pages + others + ends(), version: version)).filter {
            "fg".contains($0.prefix(1))
        }
    }

    @Test(
        "(g) a page whose time is over ends the run, leads back or aside, and never on",
        arguments: [
            ("failed", []), ("held", []), ("first", []), ("second", []), ("late", []), ("asked", []),
            ("third", ["g second.timeout"]), ("sent", ["g second.timeout"]),
            // Another way to the same end is not ahead.
            ("other", []),
        ] as [(String, [String])])
    func late(target: String, found: [String]) throws {
        let read = try Fixture.binding(on: "enter", "state", .get, ok: "known", bad: "unknown")
        let ways = ["known": [try Fixture.to("third")], "unknown": [try Fixture.to("failed")]]
        let others = try [
            Fixture.web("late", on: ["go": [Fixture.to("second")], "quit": [Fixture.to("away")]]),
            Fixture.step("asked", .server, [read], on: ways),
            Fixture.step(
                "sent", .server, [Fixture.binding(on: "enter", "send", ok: "known", bad: "unknown")], on: ways),
        ]
        let named = others.filter { $0.id.rawValue == target }
        // What a success leads to as well is ahead, unless it only asks the bank.
        var events = ["timeout": target]
        if target == "sent" || target == "asked" { events["send"] = target }
        #expect(try faults(events, others: named) == found)
    }

    @Test("(g) in a step without a person, the end of the time may lead where a success leads")
    func lateCall() throws {
        let call = try Fixture.binding(on: "enter", "optional", .get, ok: "known", bad: "unknown")
        let step = try Fixture.step(
            "first", .server, timeout: .seconds(9), [call],
            on: [
                "known": [Fixture.to("second")], "unknown": [Fixture.to("second")], "timeout": [Fixture.to("second")],
            ])
        let page = try Fixture.web(
            "second", on: ["go": [Fixture.to("done")], "wait": [Fixture.to("held")], "cancel": [Fixture.to("away")]])
        let rest = try ends().filter { $0.id.rawValue != "failed" }
        #expect(refuted(try Fixture.journey([step, page] + rest, version: .v13)).isEmpty)
    }

    @Test(
        "(g) a page's cancel ends the run as cancelled or pending, or asks first",
        arguments: [
            ("away", []), ("held", []), ("ask", []), ("failed", ["g second.cancel"]), ("first", ["g second.cancel"]),
            ("other", ["g second.cancel"]),
        ] as [(String, [String])])
    func cancel(target: String, found: [String]) throws {
        let ask = try Fixture.web("ask", on: ["yes": [Fixture.to("away")], "back": [Fixture.to("second")]])
        let others = target == "ask" ? [ask] : []
        #expect(try faults(["cancel": target], others: others) == found)
        // Before 1.3, the name has no meaning of its own.
        #expect(try faults(["cancel": target], others: others, version: .v12).isEmpty)
    }

    @Test(
        "(g) a page's back leads to a step before it, or ends the run as cancelled",
        arguments: [
            ("first", []), ("second", []), ("away", []), ("failed", ["g second.back"]), ("other", ["g second.back"]),
        ] as [(String, [String])])
    func back(target: String, found: [String]) throws { #expect(try faults(["back": target]) == found) }

    @Test("(g) a guard may let back lead to the one of several steps that the run passed")
    func guardedBack() throws {
        let join = try Fixture.web(
            "join",
            on: [
                "go": [Fixture.to("done")],
                "back": [Fixture.to("left", if: "has(steps.left.state)"), Fixture.to("start")],
            ])
        func journey(_ back: [Transition]?) throws -> Journey {
            var join = join
            if let back {
                join = try Fixture.web("join", on: ["go": [Fixture.to("done")], "back": back])
            }
            let read = try Fixture.binding(
                on: "enter", "state", .get, outputs: ["state": .string], ok: "known", bad: "unknown")
            return try Fixture.journey(
                [
                    Fixture.web("start", on: ["left": [Fixture.to("left")], "right": [Fixture.to("right")]]),
                    Fixture.web("left", [read], on: ["go": [Fixture.to("join")]]),
                    Fixture.web("right", on: ["go": [Fixture.to("join")]]), join, Fixture.end("done", .completed),
                ], version: .v13)
        }
        #expect(refuted(try journey(nil)).isEmpty)
        #expect(refuted(try journey([Fixture.to("start")])).isEmpty)
        #expect(refuted(try journey([Fixture.to("left")])) == ["g join.back"])
    }

    /// A call whose answer is judged by `paid`, and whose refusal by `refused`.
    private func judged(
        paid: [Transition]? = nil, refused: [Transition]? = nil, policy: [ErrorRule] = []
    ) throws -> [String] {
        let call = try Fixture.binding(on: "enter", "open", outputs: ["status": .string], ok: "opened", bad: "refused")
        let steps = try [
            Fixture.web("form", on: ["go": [Fixture.to("open")]]),
            Fixture.step(
                "open", .server, timeout: .seconds(9), [call],
                on: [
                    "opened": paid ?? [Fixture.to("done")], "refused": refused ?? [Fixture.to("failed")],
                    "timeout": [Fixture.to("failed")],
                ]),
            Fixture.web("more", on: ["go": [Fixture.to("open")]]),
            Fixture.web("told", on: ["go": [Fixture.to("held")]]),
        ]
        return refuted(try Fixture.journey(steps + ends(), policy: ErrorPolicy(rules: policy), version: .v13)).filter {
            "fg".contains($0.prefix(1))
        }
    }

    @Test("(g) a success completes by a condition where its answer names several outcomes")
    func named() throws {
        let done = try Fixture.to("done", if: "result.status == \"DONE\"")
        let held = try Fixture.to("held", if: "result.status == \"HELD\"")
        #expect(try judged(paid: [held, Fixture.to("done")]) == ["g done"])
        #expect(try judged(paid: [done, Fixture.to("held")]).isEmpty)
        #expect(try judged(paid: [held, done, Fixture.to("held")]).isEmpty)
        #expect(try judged(paid: [Fixture.to("done")]).isEmpty, "one outcome")
        // Near miss: the condition is not about what the answer names.
        let asks = try Fixture.to("told", if: "has(payload.more)")
        #expect(try judged(paid: [asks, Fixture.to("done")]).isEmpty)
        let elsewhere = try Fixture.to("told", if: "session.locale == \"en\"")
        #expect(try judged(paid: [elsewhere, Fixture.to("done")]).isEmpty)
    }

    @Test("(f) what the bank holds, or asks more about, does not end as failed, and is not sent again")
    func undecided() throws {
        func refused(_ code: String, to target: String) throws -> [String] {
            try judged(refused: [
                Fixture.to(target, if: "has(payload.problem) && payload.problem == \"\(code)\""), Fixture.to("failed"),
            ])
        }
        #expect(try refused("MORE_INFO", to: "failed") == ["f open.refused"])
        #expect(try refused("COMPLIANCE_HOLD", to: "failed") == ["f open.refused"])
        #expect(try refused("COMPLIANCE_HOLD", to: "more") == ["f open.refused"])
        #expect(try refused("COMPLIANCE_HOLD", to: "form") == ["f open.refused"])
        for (code, target) in [
            ("MORE_INFO", "more"), ("MORE_INFO", "held"), ("COMPLIANCE_HOLD", "held"), ("COMPLIANCE_HOLD", "told"),
            ("LIMIT", "failed"),
        ] {
            #expect(try refused(code, to: target).isEmpty, "\(code) \(target)")
        }
        // Near miss: the guard is true of other codes.
        let other = try Fixture.to("failed", if: "payload.problem != \"MORE_INFO\"")
        #expect(try judged(refused: [other, Fixture.to("more")]).isEmpty)
        func rule(_ action: ErrorRule.Action) -> ErrorRule {
            ErrorRule(codes: [.complianceHold], retry: nil, action: action)
        }
        let ending = ErrorRule.Ending(outcome: .failed, isRecoverable: false)
        #expect(try judged(policy: [rule(.end(ending))]) == ["f COMPLIANCE_HOLD"])
        #expect(try judged(policy: [rule(.go(Fixture.id("failed")))]) == ["f COMPLIANCE_HOLD"])
        #expect(try judged(policy: [rule(.go(Fixture.id("held")))]).isEmpty)
    }

    @Test(
        "the texts that a condition requires are known",
        arguments: [
            ("payload.a == \"X\"", ["X"]), ("\"X\" == payload.a", ["X"]),
            ("has(payload.a) && payload.a == \"X\"", ["X"]),
            ("payload.a == \"X\" || payload.a == \"Y\"", ["X", "Y"]), ("payload.a != \"X\"", nil),
            ("payload.a == \"X\" || payload.b", nil), ("!(payload.a == \"X\")", nil), ("payload.a == 1", nil),
        ] as [(String, Set<String>?)])
    func texts(source: String, expected: Set<String>?) throws {
        #expect(Condition.guarded(try Guard(compiling: source)).requiredTexts == expected)
        #expect(Condition.expression(try Expression(compiling: source)).requiredTexts == expected)
    }

    @Test("the texts of a list are known, too")
    func listedTexts() throws {
        func texts(_ source: String) throws -> Set<String>? {
            Condition.expression(try Expression(compiling: source)).requiredTexts
        }
        #expect(try texts("payload.a in ['X', 'Y']") == ["X", "Y"])
        #expect(try texts("payload.a in ['X', payload.b]") == nil)
        #expect(try texts("payload.a in []") == nil)
    }
}
