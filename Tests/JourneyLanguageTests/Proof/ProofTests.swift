import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("A journey is proved, or refuted by a shortest run")
struct ProofTests {
    /// Returns `journey` proved, with the properties and subjects that do not hold.
    private func refuted(_ journey: Journey, bounds: ProofBounds = ProofBounds()) throws -> [String] {
        let proof = Proof(ProofModel(journey, bounds: bounds))
        for counterexample in proof.counterexamples where !counterexample.way.isEmpty {
            let isGlobal = counterexample.message.hasPrefix("The run can't end")
            #expect(isGlobal || proof.isReproduced(counterexample), "\(counterexample.message)")
        }
        return proof.counterexamples.map { "\($0.property.rawValue) \($0.subject)" }
    }

    private func payment(
        on event: String = "enter", effect: CallEffect = .keyed, _ arguments: [String: String] = [:],
        retry: [RetryRule] = []
    ) throws -> Binding {
        let scope = ExpressionEnvironment(types: ["session.now": .timestamp])
        var binding = Binding(
            onEvent: event, operation: try Fixture.operation("pay"),
            arguments: .expressions(try arguments.mapValues { try Expression(compiling: $0, in: scope) }),
            outputs: ["reference": .string], headers: [:], onSuccessEmit: "paid", onErrorEmit: "refused", retry: retry)
        binding.declaresEffects = true
        binding.effect = effect
        binding.movesMoney = true
        return binding
    }

    private func approval(_ next: String = "pay", inputs: [String: String] = [:]) throws -> Step {
        var step = try Fixture.step(
            "approve", .native(plugin: "transaction_approval", params: [:]),
            on: [
                "success": [Fixture.to(next)], "cancelled": [Fixture.to("cancelled")], "error": [Fixture.to("failed")],
            ])
        step.inputs = try inputs.mapValues { try ContextPath(parsing: $0) }
        return step
    }

    /// A payment after an approval. `paid` and `refused` are where it leads.
    private func transfer(
        _ binding: Binding, first: [Step] = [], paid: String = "done", refused: String = "failed",
        inputs: [String: String] = [:]
    ) throws -> Journey {
        try Fixture.journey(
            first + [
                approval(inputs: inputs),
                Fixture.step(
                    "pay", .server, timeout: .seconds(30), [binding],
                    on: [
                        "paid": [Fixture.to(paid)], "refused": [Fixture.to(refused)], "timeout": [Fixture.to("failed")],
                    ]),
                Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
                Fixture.end("cancelled", .cancelled),
            ])
    }

    @Test("a payment with a key, after its approval, holds in every run")
    func holds() throws {
        #expect(try refuted(transfer(payment())) == [])
        #expect(try refuted(transfer(payment(effect: .once))) == [])
    }

    @Test("(a) a payment that is repeated without a key is executed twice")
    func twice() throws {
        #expect(try refuted(transfer(payment(effect: .read))).contains("a pay"))
        #expect(try refuted(transfer(payment(effect: .idempotent))).contains("a pay"))
        // The key belongs to the arguments; the time makes no other intent.
        let timed = try transfer(payment(["at": "string(session.now)"]), paid: "done", refused: "pay")
        #expect(try !refuted(timed).contains("a pay"))
        #expect(try !refuted(transfer(payment(), refused: "pay")).contains("a pay"))
    }

    @Test("(b) a payment that an approval does not precede is found, by the shortest way")
    func unapproved() throws {
        let page = try Fixture.web("start", on: ["go": [Fixture.to("approve")], "skip": [Fixture.to("pay")]])
        let journey = try transfer(payment(), first: [page])
        #expect(try refuted(journey) == ["b pay"])
        let proof = Proof(ProofModel(journey, bounds: ProofBounds()))
        #expect(proof.counterexamples.first?.steps.map(\.text) == ["the run starts", "the page raises skip"])
        #expect(proof.verdict == .refuted)
    }

    @Test("(b) an approval that a payment has used is none for the next")
    func usedApproval() throws {
        let journey = try transfer(payment(), paid: "pay")
        #expect(try refuted(journey).contains("b pay"))
    }

    @Test("(b) a page's own step may be named as the approval")
    func namedApproval() throws {
        let page = try Fixture.web("start", on: ["go": [Fixture.to("pay")]])
        let pay = try Fixture.step(
            "pay", .server, timeout: .seconds(30), [payment()],
            on: ["paid": [Fixture.to("done")], "refused": [Fixture.to("failed")], "timeout": [Fixture.to("failed")]])
        let journey = try Fixture.journey([
            page, pay, Fixture.end("done", .completed, .declared(["reference": .string])),
            Fixture.end("failed", .failed),
        ])
        #expect(try refuted(journey) == ["b pay"])
        let start = try Fixture.id("start")
        #expect(Proof(ProofModel(journey, bounds: ProofBounds(), approvingSteps: [start])).verdict == .proved)
    }

    @Test("(c) a terminal that no run reaches, and a result that none has, are found")
    func results() throws {
        var journey = try transfer(payment())
        #expect(try refuted(transfer(payment(), paid: "failed")).contains("c done"))
        let lost = try Fixture.journey(
            Array(journey.steps.values.sorted { $0.id.rawValue < $1.id.rawValue }.filter { $0.id.rawValue != "done" })
                + [
                    Fixture.end("done", .completed, .declared(["reference": .string, "receipt": .string]))
                ])
        #expect(try refuted(lost) == ["c done"])
        journey = try transfer(payment(), refused: "done")
        #expect(try refuted(journey).contains("c done"), "no reference after a refusal")
    }

    @Test(
        "(c) a terminal that the error policy alone names counts as reached if its errors can happen",
        arguments: [
            // A page without calls, a call whose failure is handled, and one whose failure is left to the policy.
            (ErrorCode.tlsFail, [true, true, true]), (.storeFailed, [false, false, true]),
            (.responseTooLarge, [false, false, true]), (.stepTimeout, [false, false, false]),
            // There is no way back to a step.
            (.limitExceeded, [false, false, false]),
        ])
    func policyTerminals(code: ErrorCode, isReached: [Bool]) throws {
        let handled = try Fixture.binding(on: "enter", "read", .get, bad: "unread")
        let left = try Fixture.binding(on: "enter", "read", .get)
        for (bindings, isReached) in zip([[], [handled], [left]], isReached) {
            func journey(_ on: [String: [Transition]] = [:]) throws -> Journey {
                let rule = ErrorRule(codes: [code], retry: nil, action: .go(try Fixture.id("late")))
                return try Fixture.journey(
                    [
                        Fixture.web("start", on: ["go": [Fixture.to("page")]]),
                        Fixture.web(
                            "page", bindings,
                            on: ["go": [Fixture.to("done")], "unread": [Fixture.to("done")]].merging(on) { $1 }),
                        Fixture.end("done", .completed), Fixture.end("late", .failed),
                    ], policy: ErrorPolicy(rules: [rule]))
            }
            #expect(try refuted(journey()).contains("c late") != isReached, "\(code) \(bindings.count)")
            guard code == .limitExceeded else { continue }
            #expect(try !refuted(journey(["again": [Fixture.to("start")]])).contains("c late"))
            #expect(try !refuted(journey(["again": [Fixture.to("page")]])).contains("c late"))
        }
    }

    @Test("(d) a step that waits for its timeout, and a page that leads nowhere, are found")
    func stuck() throws {
        let waiting = try Fixture.step(
            "wait", .server, timeout: .seconds(9),
            [Fixture.binding(on: "enter", "read", .get, ok: "read", bad: "lost")],
            on: ["read": [Fixture.to("done")], "timeout": [Fixture.to("failed")]])
        let ends = try [Fixture.end("done", .completed), Fixture.end("failed", .failed)]
        #expect(try refuted(Fixture.journey([waiting] + ends)) == ["d wait"])
        let page = try Fixture.web("page", on: ["again": [Fixture.to("page")]])
        let start = try Fixture.web("start", on: ["go": [Fixture.to("done")], "stay": [Fixture.to("page")]])
        #expect(try refuted(Fixture.journey([start, page, ends[0]])) == ["d page"])
    }

    @Test("(g) no error, timeout, cancel or back goes on as a success does")
    func progress() throws {
        func journey(_ events: [String: String]) throws -> Journey {
            let start = try Fixture.web("start", on: try events.mapValues { [try Fixture.to($0)] })
            let next = try Fixture.web("next", on: ["go": [Fixture.to("done")], "cancel": [Fixture.to("cancelled")]])
            return try Fixture.journey([
                start, next, Fixture.end("done", .completed), Fixture.end("cancelled", .cancelled),
            ])
        }
        #expect(try refuted(journey(["go": "next", "cancel": "cancelled"])).isEmpty)
        #expect(try refuted(journey(["go": "cancelled", "cancel": "next"])) == ["g start.cancel"])
        #expect(try refuted(journey(["go": "cancelled", "back": "next"])) == ["g start.back"])
        #expect(try refuted(journey(["go": "next", "cancel": "next", "quit": "cancelled"])) == ["g start.cancel"])
        #expect(try refuted(journey(["go": "next", "error": "next", "quit": "cancelled"])).isEmpty, "may be optional")
        #expect(try refuted(journey(["go": "cancelled", "error": "next"])) == ["g start.error"])
    }

    @Test("(e) what a page says of a payment has to be shown for approval")
    func shown() throws {
        let quote = try Fixture.binding(
            on: "submit", "quote", arguments: .declared(["amount": ContextPath(parsing: "event.amount")]),
            outputs: ["quoteId": .string], ok: "quoted", bad: "notQuoted")
        let page = try Fixture.web("form", [quote], on: ["quoted": [Fixture.to("approve")]])
        let pay = try payment(["quote": "steps.form.quoteId"])
        let found = try refuted(transfer(pay, first: [page]))
        #expect(found == ["e pay"])
        let inputs = ["reference": "steps.form.quoteId"]
        #expect(try refuted(transfer(pay, first: [page], inputs: inputs)) == [])
    }

    @Test("(f) a payment that was executed never ends as failed")
    func unknown() throws {
        #expect(try refuted(transfer(payment(), paid: "failed")).contains("f pay"))
        // The engine itself keeps the unknown from being called failed.
        #expect(try !refuted(transfer(payment())).contains("f pay"))
    }

    @Test("a bound that ends the exploration is said, and nothing counts as proved")
    func bounded() throws {
        var bounds = ProofBounds()
        bounds.states = 5
        let proof = Proof(ProofModel(try transfer(payment()), bounds: bounds))
        #expect(proof.verdict == .bounded && proof.reached == ["5 states (--states)"])
        #expect(proof.json["properties"]?[0]?["holds"] == .null)
        bounds = ProofBounds()
        bounds.retries = 0
        let cut = Proof(ProofModel(try transfer(payment()), bounds: bounds))
        #expect(cut.verdict == .bounded && cut.reached == ["0 retries of a call (--retries)"])
    }

    @Test("guards are free unless constants decide them")
    func guards() throws {
        for (source, expected) in [
            ("true", Truths.yes), ("1 == 2", .no), ("payload.x == 1", .all), ("false && payload.x == 1", .no),
            ("true || payload.x", .yes), ("has(payload.x)", [.yes, .no]), ("steps.a.b == 1", .error),
            ("has(steps.a.b)", .no), ("!has(steps.c.d)", .no), ("has(steps.c.d) && steps.c.d == \"x\"", .all),
        ] {
            let context = Context(payload: ["*": true], steps: ["a": [:], "c": ["d": "x"]])
            let old = Condition.guarded(try Guard(compiling: source))
            let new = Condition.expression(try Expression(compiling: source, in: ExpressionEnvironment()))
            #expect(old.truths(in: context) == expected, "\(source)")
            #expect(new.truths(in: context) == expected, "\(source)")
        }
    }

    @Test("three payments are found where a step's literal key makes a call repeatable, as it once did")
    func triplePayment() throws {
        // The bank's document declares no key, so the bank knows none. The old rule sent the step's literal and repeated the call.
        let journey = try Fixture.journey([
            approval(),
            Fixture.step(
                "pay", .server, timeout: .seconds(30),
                [Fixture.binding(on: "enter", "pay", outputs: ["reference": .string], ok: "paid", bad: "refused")],
                on: [
                    "paid": [Fixture.to("done")], "refused": [Fixture.to("failed")], "timeout": [Fixture.to("failed")],
                ], key: "transfer"),
            Fixture.end("done", .completed, .declared(["reference": .string])), Fixture.end("failed", .failed),
            Fixture.end("cancelled", .cancelled),
        ])
        let bounds = ProofBounds()
        let twice = Proof(ProofModel(journey, bounds: bounds, knowsKey: { _ in false }))
        let payment = twice.counterexamples.first { $0.property == .oneEffect }
        #expect(payment?.message == "The bank executes pay twice for one intent of the person.")
        #expect(payment.map(twice.isReproduced) == true)
        var more = bounds
        more.executions = 2
        let thrice = Proof(ProofModel(journey, bounds: more, knowsKey: { _ in false }))
        let triple = try #require(thrice.counterexamples.first { $0.property == .oneEffect })
        #expect(triple.message == "The bank executes pay 3 times for one intent of the person.")
        #expect(triple.steps.count == 5, "the start, the approval, and three tries")
        #expect(thrice.isReproduced(triple))
        // With the rule that holds now, the operation that declares no key is sent once.
        #expect(
            !Proof(ProofModel(try journey.withoutKeys(), bounds: bounds)).counterexamples.contains {
                $0.property == .oneEffect
            })
    }

    @Test("a picture marks the way through the graph and lists its events")
    func picture() throws {
        let page = try Fixture.web("start", on: ["go": [Fixture.to("approve")], "skip": [Fixture.to("pay")]])
        let proof = Proof(ProofModel(try transfer(payment(), first: [page]), bounds: ProofBounds()))
        let svg = proof.picture(of: try #require(proof.counterexamples.first))
        #expect(svg.hasPrefix("<svg") && svg.contains("url(#mark)") && svg.contains("2. start: the page raises skip"))
        #expect(!Graph.svg(JourneyOutline(proof.model.journey)).contains("#mark"))
    }
}

extension Journey {
    /// Returns the journey with operations that declare no key.
    fileprivate func withoutKeys() throws -> Journey {
        try Fixture.journey(
            [startStep].compactMap { steps[$0] }
                + steps.values.filter { $0.id != startStep }.map { step in
                    try Fixture.step(
                        step.id.rawValue, step.kind, timeout: step.timeout,
                        step.bindings.map { binding in
                            Binding(
                                onEvent: binding.onEvent,
                                operation: JourneyLanguage.Operation(
                                    id: binding.operation.id, method: .post, path: "/pay",
                                    base: try #require(Fixture.base),
                                    takesIdempotencyKey: false),
                                arguments: binding.arguments, outputs: binding.outputs, headers: [:],
                                onSuccessEmit: binding.onSuccessEmit, onErrorEmit: binding.onErrorEmit, retry: [])
                        }, on: step.transitions)
                })
    }
}
