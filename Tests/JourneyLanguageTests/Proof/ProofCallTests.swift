import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Calls of 1.3 are explored as an app makes them")
struct ProofCallTests {
    private func prove(_ journey: Journey, accepted: Journey? = nil) -> Proof {
        let proof = Proof(
            ProofModel(journey, bounds: ProofBounds()),
            accepted: accepted.map { ProofModel($0, bounds: ProofBounds()) })
        for counterexample in proof.counterexamples
        where !counterexample.way.isEmpty && counterexample.property != .accepted {
            let isGlobal = counterexample.message.hasPrefix("The run can't end")
            #expect(isGlobal || proof.isReproduced(counterexample), "\(counterexample.message)")
        }
        return proof
    }

    private func refuted(_ journey: Journey) -> [String] {
        prove(journey).counterexamples.map { "\($0.property.rawValue) \($0.subject)" }
    }

    private func expression(_ source: String) throws -> Expression { try Expression(compiling: source) }

    private func payment(_ effect: CallEffect, ok: String = "paid", hasQuery: Bool = false) throws -> Binding {
        var binding = try Fixture.binding(
            on: "enter", "pay", outputs: ["reference": .string], ok: ok, bad: "refused")
        binding.declaresEffects = true
        binding.effect = effect
        binding.movesMoney = true
        guard hasQuery else { return binding }
        let poll = Poll(interval: .seconds(1), limit: .seconds(9), until: try expression("true"))
        binding.statusQuery = StatusQuery(
            operation: try Fixture.operation("payment", .get), arguments: [:], poll: poll,
            done: try expression("result.status == \"DONE\""), outputValues: [:])
        return binding
    }

    private func transfer(
        _ binding: Binding, refused: String = "failed", approval: [String: Transition] = [:], others: [Step] = []
    ) throws -> Journey {
        let approved = [
            "success": try Fixture.to("pay"), "cancelled": try Fixture.to("cancelled"),
            "error": try Fixture.to("failed"),
        ].merging(approval) { $1 }
        return try Fixture.journey(
            [
                Fixture.step(
                    "approve", .native(plugin: "transaction_approval", params: [:]),
                    on: approved.mapValues { [$0] }),
                Fixture.step(
                    "pay", .server, timeout: .seconds(30), [binding],
                    on: [
                        "paid": [Fixture.to("done")], "refused": [Fixture.to(refused)],
                        "timeout": [Fixture.to("failed")],
                    ]),
                Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
                Fixture.end("cancelled", .cancelled),
            ] + others)
    }

    @Test("a call that is sent once is asked about by its status query, and never sent again")
    func statusQuery() throws {
        let once = try transfer(payment(.once, hasQuery: true), refused: "pay")
        #expect(!refuted(once).contains("a pay"))
        #expect(!refuted(try transfer(payment(.once), refused: "pay")).contains("a pay"))
        // Near miss: a call that may be repeated has its effect twice.
        #expect(refuted(try transfer(payment(.idempotent), refused: "pay")).contains("a pay"))
        // Without its query, the payment remains unknown where the bank would have said what became of it.
        let (asked, alone) = (try transfer(payment(.once, hasQuery: true)), try transfer(payment(.once)))
        #expect(prove(asked).verdict == .proved && prove(alone).verdict == .proved)
        let dropped = prove(alone, accepted: asked)
        #expect(dropped.counterexamples.allSatisfy { $0.property == .accepted })
        let old = try #require(dropped.counterexamples.first { $0.isOfAccepted })
        #expect(old.steps.last?.text.contains("payment says that it was") == true)
        #expect(dropped.holds(.accepted) == false)
    }

    @Test("a keyed call with a placed key follows the table of responses")
    func table() throws {
        var binding = try payment(.keyed)
        binding.keyPlacement = KeyPlacement(
            place: .header("X-Idempotency-Key"), form: .bare, maxLength: 40, window: .seconds(86_400))
        let journey = try transfer(binding, refused: "pay")
        #expect(!refuted(journey).contains("a pay") && !refuted(journey).contains("f pay"))
        let model = ProofModel(try transfer(binding), bounds: ProofBounds())
        let slot = PendingCall.Slot(step: try Fixture.id("pay"), binding: 0)
        let first = model.ends(ProofModel.EndsKind(slot: slot))
        let again = model.ends(ProofModel.EndsKind(slot: slot, isExecuted: true, isRepeat: true))
        #expect(first.contains(.conflict))
        // A bank that has executed a payment does not reject it.
        #expect(
            again.allSatisfy { end in
                end.failure(of: binding, isRepeat: true).map { $0.refusal != .judged } ?? true
            })
        #expect(AbstractEvent.TryEnd.conflict.failure(of: binding, isRepeat: false)?.error.code == .idempotentReplay)
        #expect(prove(model.journey).verdict == .proved)
        // A bank whose document declares no such key may ignore it.
        binding.keyPlacement = KeyPlacement(
            place: .header("Request-Id"), form: .bare, maxLength: 40, window: .seconds(86_400))
        #expect(!binding.declaresKey)
        #expect(refuted(try transfer(binding, refused: "pay")).contains("a pay"))
    }

    @Test("a poll may end without an outcome, and outputs of an error may be there or not")
    func polls() throws {
        var read = try Fixture.binding(
            on: "enter", "status", .get, outputs: ["state": .string], ok: "known", bad: "open")
        read.poll = Poll(interval: .seconds(1), limit: .seconds(9), until: try expression("true"))
        read.errorOutputs = ["reason": .string]
        let journey = try Fixture.journey([
            Fixture.step(
                "wait", .server, [read],
                on: [
                    "known": [Fixture.to("done")],
                    "open": [
                        Fixture.to("held", if: "has(steps.wait.reason)"),
                        Fixture.to("late", if: "!has(steps.wait.reason)"),
                    ],
                ]), Fixture.end("done", .completed), Fixture.end("held", .pending), Fixture.end("late", .failed),
        ])
        #expect(prove(journey).verdict == .proved)
        let ends = ProofModel(journey, bounds: ProofBounds()).ends(
            ProofModel.EndsKind(slot: PendingCall.Slot(step: try Fixture.id("wait"), binding: 0)))
        #expect(!ends.contains(.lost(isExecuted: true)) && ends.count > 2)
        // Near miss: without declared outputs, the guard is never true.
        read.errorOutputs = [:]
        let silent = try Fixture.journey(
            [Fixture.step("wait", .server, [read], on: journey.steps[Fixture.id("wait")]?.transitions ?? [:])]
                + journey.steps.values.filter(\.isTerminal))
        #expect(refuted(silent) == ["c held"])
    }

    @Test("an address or a parameter whose value is never there cannot be entered")
    func expressions() throws {
        var shown = try Fixture.step(
            "show", .native(plugin: "document_capture", params: [:]),
            on: [
                "success": [Fixture.to("done")], "cancelled": [Fixture.to("away")], "error": [Fixture.to("failed")],
            ])
        let ends = try [
            Fixture.end("done", .completed), Fixture.end("failed", .failed), Fixture.end("away", .cancelled),
        ]
        #expect(refuted(try Fixture.journey([shown] + ends)) == [])
        shown.inputValues = ["kind": try expression("steps.other.kind")]
        #expect(refuted(try Fixture.journey([shown] + ends)) == ["c away", "c done"])
    }

    @Test("what an approval of 1.3 shows by expressions counts as shown")
    func shownByExpressions() throws {
        let quote = try Fixture.binding(
            on: "submit", "quote", arguments: .expressions(["amount": expression("payload.amount")]),
            outputs: ["quoteId": .string], ok: "quoted", bad: "notQuoted")
        let page = try Fixture.web("form", [quote], on: ["quoted": [Fixture.to("approve")]])
        var pay = try payment(.keyed)
        pay = Binding(
            onEvent: "enter", operation: pay.operation,
            arguments: .expressions(["quote": try expression("steps.form.quoteId")]), outputs: pay.outputs,
            headers: [:],
            onSuccessEmit: "paid", onErrorEmit: "refused", retry: [])
        (pay.declaresEffects, pay.effect, pay.movesMoney) = (true, .keyed, true)
        var journey = try transfer(pay, others: [page])
        journey = try Fixture.journey(
            [page]
                + journey.steps.values.filter { $0.id.rawValue != "form" }.sorted { $0.id.rawValue < $1.id.rawValue })
        #expect(refuted(journey) == ["e pay"])
        journey.steps[try Fixture.id("approve")]?.inputValues = ["quote": try expression("steps.form.quoteId")]
        #expect(refuted(journey) == [])
    }

    @Test("(g) errors and timeouts don't end as completed or cancelled, and successes don't end as cancelled")
    func causes() throws {
        let pay = try payment(.keyed)
        #expect(refuted(try transfer(pay)) == [])
        #expect(refuted(try transfer(pay, approval: ["error": Fixture.to("cancelled")])) == ["g cancelled"])
        #expect(refuted(try transfer(pay, approval: ["cancelled": Fixture.to("done")])).contains("g done"))
        #expect(refuted(try transfer(pay, approval: ["success": Fixture.to("failed")])).contains("g failed"))
        // The bank may say in a success that it has refused. A person who cancels has not failed.
        let refusal = try Fixture.to("failed", if: "payload.proof == \"no\"")
        #expect(!refuted(try transfer(pay, approval: ["success": refusal])).contains("g failed"))
        #expect(refuted(try transfer(pay, approval: ["cancelled": Fixture.to("failed")])).contains("g failed"))
        #expect(
            !refuted(try transfer(pay, approval: ["cancelled": Fixture.to("approve")])).contains { $0.hasPrefix("g") })
    }

    @Test("(g) a person who cancels while a call runs, which then fails, has cancelled")
    func settledCause() throws {
        let page = try Fixture.web(
            "pay", [payment(.keyed)],
            on: [
                "paid": [Fixture.to("done")], "cancel": [Fixture.to("cancelled")], "refused": [Fixture.to("failed")],
            ])
        let journey = try transfer(payment(.keyed))
        let steps = journey.steps.values.map { $0.id == page.id ? page : $0 }.sorted { $0.id.rawValue < $1.id.rawValue }
        #expect(refuted(try Fixture.journey(steps)) == [])
    }

    @Test("(h) a version that behaves otherwise is shown by a shortest run, and one that behaves alike is not")
    func accepted() throws {
        let old = try transfer(payment(.keyed))
        #expect(prove(old, accepted: old).verdict == .proved)
        #expect(prove(old, accepted: old).properties.contains(.accepted) && !prove(old).properties.contains(.accepted))
        let new = prove(try transfer(payment(.keyed), approval: ["cancelled": Fixture.to("failed")]), accepted: old)
        #expect(new.counterexamples.map(\.property) == [.results, .cause, .accepted, .accepted])
        let first = try #require(new.counterexamples.first { $0.property == .accepted })
        #expect(first.steps.map(\.text) == ["the run starts", "the person cancels"])
        #expect(new.counterexamples.filter(\.isOfAccepted).count == 1)
    }
}
