import JourneyBase
import Testing

@testable import JourneyLanguage

/// Write calls without an idempotency key that may move money.
struct UnkeyedCallTests {
    /// Creates a journey with a form, an approval, and a payment whose operation declares no key.
    ///
    /// - Parameters:
    ///   - approvesBy: The native plugin before the payment; `nil` for none.
    ///   - result: The result that the terminal declares.
    private func journey(
        _ method: HTTPMethod = .post, approvesBy plugin: String? = "biometric_auth",
        result: Terminal.Result = .literal([:]), outputs: [String: ValueType] = [:], literal: String? = nil,
        refused: String = "failed", resumePolicy: ResumePolicy? = nil
    ) throws -> Journey {
        let operation = JourneyLanguage.Operation(
            id: "pay", method: method, path: "/pay", base: try #require(Fixture.base), takesIdempotencyKey: false)
        let binding = Binding(
            onEvent: "enter", operation: operation, arguments: .none, outputs: outputs, headers: [:],
            onSuccessEmit: "paid", onErrorEmit: "refused", retry: [])
        var steps = [
            try Fixture.web("form", on: ["next": [Fixture.to(plugin == nil ? "pay" : "approve")]]),
            try Fixture.step(
                "pay", .server, timeout: .seconds(30), [binding],
                on: [
                    "paid": [Fixture.to("done")], "refused": [Fixture.to(refused)], "timeout": [Fixture.to("failed")],
                ],
                key: literal),
            try Fixture.end("done", .completed, result), try Fixture.end("failed", .failed),
            try Fixture.web("later", on: ["leave": [Fixture.to("done")]]),
        ]
        if let plugin {
            steps.append(
                try Fixture.step(
                    "approve", .native(plugin: plugin, params: [:]),
                    on: ["success": [Fixture.to("pay")], "error": [Fixture.to("failed")]]))
        }
        return try Fixture.journey(steps, resumePolicy: resumePolicy)
    }

    /// Returns a run that has just called `pay`.
    private func paying(_ journey: Journey) -> Player {
        var player = Player(journey)
        player.page("next")
        if player.step == "approve" { player.play(.native(visit: player.machine.visit, .success([:]))) }
        return player
    }

    @Test("a step's literal is not a key where the operation declares no key header")
    func literalIsNoKey() throws {
        let player = paying(try journey(literal: "transfer"))
        let call = try #require(player.calls.last)
        #expect(!call.carriesKey && call.mayMoveMoney && call.isTracked)
    }

    @Test(
        "after an approval, an unanswered write ends as pending and a refused one as failed",
        arguments: [
            (ErrorCode.serverError, 504, "pending"), (.netTimeout, 408, "pending"), (.netUnreachable, 0, "pending"),
            (.netTimeout, 0, "pending"), (.validationFail, 200, "pending"), (.validationFail, 422, "failed"),
            (.rateLimited, 429, "failed"), (.unknown, 409, "failed"), (.pinningFail, 0, "failed"),
        ])
    func afterApproval(code: ErrorCode, status: Int, end: String) throws {
        for method in [HTTPMethod.post, .patch] {
            for plugin in ["biometric_auth", "transaction_approval"] {
                var player = paying(try journey(method, approvesBy: plugin))
                player.answer(.no(code, status == 0 ? nil : status))
                #expect(player.end?.hasPrefix(end) == true, "\(method) \(plugin): \(player.end ?? "no end")")
                if end == "pending" { #expect(player.endPayload?["operations"] == ["pay"]) }
                #expect(player.inquiries.isEmpty, "nobody can be asked about a call without a key")
            }
        }
    }

    @Test("a request that was not sent is a failure, whatever its code")
    func notSent() throws {
        var error = JourneyError(.netTimeout, "Nobody answered.")
        error.requestFate = .notSent
        var player = paying(try journey())
        player.answer(.failure(error, status: nil))
        #expect(player.end == "failed NET_TIMEOUT")
        error.requestFate = .unknown
        player = paying(try journey())
        player.answer(.failure(error, status: nil))
        #expect(player.end == "pending")
    }

    @Test("a write without an approval counts as a payment only if a result needs its answer")
    func neededByResult() throws {
        let declared = Terminal.Result.declared(["reference": .string])
        for (result, outputs, end) in [
            (declared, ["reference": ValueType.string], "pending"), (declared, [:], "pending"),
            (.literal(["reference": "R"]), ["reference": .string], "failed SERVER_ERROR"),
        ] {
            var player = paying(try journey(approvesBy: nil, result: result, outputs: outputs))
            player.answer(.no(.serverError, 504))
            #expect(player.end == end)
        }
        // A plugin that asks for no approval has no effect.
        var player = paying(try journey(approvesBy: "document_capture"))
        player.answer(.no(.serverError, 504))
        #expect(player.end == "failed SERVER_ERROR")
    }

    /// Creates a journey with a quote, an unkeyed payment whose response has its ID, and a read of its status, which provides the
    /// result.
    ///
    /// - Parameters:
    ///   - read: The path of the read's argument; `nil` for none.
    ///   - method: The method of the last call.
    private func journeyByStatus(_ read: String?, _ method: HTTPMethod = .get, isSameStep: Bool = false) throws
        -> Journey
    {
        func binding(
            _ name: String, _ method: HTTPMethod, on event: String, _ path: String?, out: [String: ValueType],
            ok: String
        ) throws -> Binding {
            Binding(
                onEvent: event,
                operation: JourneyLanguage.Operation(
                    id: name, method: method, path: "/\(name)", base: try #require(Fixture.base),
                    takesIdempotencyKey: false),
                arguments: try path.map { .declared(["id": try ContextPath(parsing: $0)]) } ?? .none, outputs: out,
                headers: [:], onSuccessEmit: ok, onErrorEmit: "refused", retry: [])
        }
        let quote = try binding("quote", .post, on: "enter", nil, out: ["quoteId": .string], ok: "quoted")
        let pay = try binding(
            "pay", .post, on: "enter", "steps.quote.quoteId", out: ["paymentId": .string], ok: "paid")
        let status = try binding(
            "status", method, on: isSameStep ? "paid" : "enter", read, out: ["reference": .string], ok: "known")
        let refused = ["refused": [try Fixture.to("failed")]]
        return try Fixture.journey([
            try Fixture.web("form", on: ["next": [Fixture.to("quote")]]),
            try Fixture.step(
                "quote", .server, timeout: .seconds(30), [quote],
                on: refused.merging(["quoted": [Fixture.to("pay")]]) { $1 }),
            try Fixture.step(
                "pay", .server, timeout: .seconds(30), isSameStep ? [pay, status] : [pay],
                on: refused.merging(isSameStep ? ["known": [Fixture.to("show")]] : ["paid": [Fixture.to("status")]]) {
                    $1
                }),
            try Fixture.step(
                "status", .server, timeout: .seconds(30), [status],
                on: refused.merging(["known": [Fixture.to("show")]]) { $1 }),
            try Fixture.web("show", on: ["leave": [Fixture.to("done")]]),
            try Fixture.end("done", .completed, .declared(["reference": .string])), try Fixture.end("failed", .failed),
        ])
    }

    @Test(
        "a payment whose status a later read returns counts, and a quote before it does not",
        arguments: [
            ("steps.pay.paymentId", HTTPMethod.get, false, "pending"), (nil, .get, true, "pending"),
            ("steps.quote.quoteId", .get, false, "failed SERVER_ERROR"), (nil, .get, false, "failed SERVER_ERROR"),
            // In a chain of writes, the last one moves the money.
            ("steps.pay.paymentId", .post, false, "failed SERVER_ERROR"),
        ] as [(String?, HTTPMethod, Bool, String)])
    func neededByRead(path: String?, method: HTTPMethod, isSameStep: Bool, end: String) throws {
        let journey = try journeyByStatus(path, method, isSameStep: isSameStep)
        var player = Player(journey)
        player.page("next")
        player.answer(.ok(["quoteId": "Q"]))
        #expect(player.step == "pay")
        player.answer(.no(.serverError, 504))
        #expect(player.end == end)
        guard path == "steps.pay.paymentId" else { return }
        player = Player(journey)
        player.page("next")
        player.answer(.no(.serverError, 504))
        #expect(player.end == "failed SERVER_ERROR", "a quote that was lost moved nothing")
    }

    @Test("an approval that a page requested counts, too")
    func approvedByPage() throws {
        var player = Player(try journey(approvesBy: nil))
        player.play(.pageOpened(visit: 1))
        player.play(.approved)
        player.play(.page(name: "next", payload: [:]))
        player.answer(.no(.serverError, 504))
        #expect(player.end == "pending")
        #expect(
            StateMachine.isApproval(method: "approveTransaction") && StateMachine.isApproval(method: "performBiometric")
        )
        #expect(!StateMachine.isApproval(method: "captureDocument"))
    }

    @Test("a call with an idempotent method never counts", arguments: [HTTPMethod.get, .put, .delete])
    func idempotent(method: HTTPMethod) throws {
        var player = paying(try journey(method))
        player.answer(.no(.serverError, 504))
        #expect(player.end == "failed SERVER_ERROR")
    }

    @Test("closing the window waits for the answer, and a missing one is pending")
    func closed() throws {
        var player = paying(try journey())
        player.play(.closed)
        #expect(player.end == nil)
        player.answer(.no(.netTimeout))
        #expect(player.end == "pending")
    }

    @Test("a manifest cannot report an unknown payment as completed")
    func completedByManifest() throws {
        var player = paying(try journey(refused: "done"))
        player.answer(.no(.serverError, 504))
        #expect(player.end == "pending")
        #expect(player.endPayload?["unresolved"] == ["pay"])
    }

    @Test("a second request is another call, and its success does not settle the first")
    func again() throws {
        var player = paying(try journey(refused: "form"))
        player.answer(.no(.serverError, 504))
        #expect(player.step == "form")
        player.page("next")
        player.play(.native(visit: player.machine.visit, .success([:])))
        #expect(player.calls.map(\.attempt) == [1, 2])
        player.answer(.ok([:]))
        #expect(player.end == "pending")
        #expect(player.endPayload?["unresolved"] == ["pay"])
    }

    @Test("a resumed run does not repeat the call and ends as pending")
    func resumed() throws {
        let journey = try journey(resumePolicy: ResumePolicy(snapshotOn: ["next"]))
        let left = paying(journey).machine.resumePoint
        #expect(left.step.rawValue == "pay" && left.attempts.values.map(\.state) == [.open])
        var player = Player(journey, resuming: left)
        #expect(player.calls.isEmpty)
        #expect(player.end == "pending")
        // The same applies if its response was received.
        var done = left
        for scope in left.attempts.keys { done.attempts[scope]?.state = .done }
        player = Player(journey, resuming: done)
        #expect(player.calls.isEmpty)
        #expect(player.end == "pending")
        // A rejected call may be repeated.
        for scope in left.attempts.keys { done.attempts[scope]?.state = .refused }
        player = Player(journey, resuming: done)
        #expect(player.calls.map(\.attempt) == [2])
    }
}
