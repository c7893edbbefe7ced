import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("An expression without a value, at each place of a manifest of version 1.3")
struct ExpressionFaultTests {
    private static let form = "steps form bindings 0"
    private static let payload: JSONValue = ["amount": "1", "iban": "DE02", "note": "x", "n": 0]
    private static let answer: JSONValue = [
        "Data": ["PaymentId": "P-1", "Status": "DONE", "Extra": [:], "Tries": 2]
    ]

    private static func player(_ changes: [(String, JSONValue?)]) async throws -> Player {
        var manifest = TestManifest13.manifest
        for (path, value) in changes { manifest = manifest.setting(path, to: value) }
        return Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
    }

    /// What has to be in a message: the place, the code with its byte, and the expression.
    private static func expect(_ message: String?, _ place: String, _ code: String, _ source: String) {
        let message = message ?? "none"
        for part in ["\(place) has no value: ", code, "at byte ", "in: \(source)"] {
            #expect(message.contains(part), "\(part) in: \(message)")
        }
    }

    @Test(
        "of a call that is not sent",
        arguments: [
            (
                "steps form bindings 0 in scheme", "payload.nope", "steps.form.bindings[0].in.scheme",
                "EXPRESSION_MISSING"
            ),
            (
                "steps form bindings 0 in scheme", "string(1 / payload.n)", "steps.form.bindings[0].in.scheme",
                "EXPRESSION_NUMBER"
            ),
            (
                "steps form bindings 0 call headers", "payload.note + payload.n",
                "steps.form.bindings[0].call.headers.X-A", "EXPRESSION_TYPE"
            ),
            (
                "steps form bindings 0 call headers", "payload.note + '\\n'", "steps.form.bindings[0].call.headers.X-A",
                "EXPRESSION_VALUE"
            ),
            ("headers", "session.productCode", "headers.X-A", "EXPRESSION_MISSING"),
            ("headers", "'a'.substring(size(session.locale))", "headers.X-A", "EXPRESSION_MISSING"),
        ])
    func unsent(path: String, source: String, place: String, code: String) async throws {
        let value: JSONValue = path.hasSuffix("headers") ? ["X-A": .string(source)] : .string(source)
        var player = try await Self.player([
            (path, value), ("\(Self.form) onErrorEmit", nil), ("steps form on refused", nil),
        ])
        player.page("submit", Self.payload)
        guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
        #expect(error.code == .validationFail && player.calls.isEmpty)
        Self.expect(error.message, place, code, source)
    }

    @Test("of an argument whose value its schema refuses")
    func unfitting() async throws {
        var player = try await Self.player([])
        player.page("submit", .object((Self.payload.object ?? [:]).merging(["note": 5]) { $1 }))
        let call = try #require(player.calls.last)
        do {
            _ = try call.binding.operation.request(arguments: call.arguments, headers: ["PayPal-Request-Id": "k"])
            Issue.record("The request was made.")
        } catch {
            let located = call.locating(error)
            #expect(located.code == .validationFail)
            for part in [
                "steps.form.bindings[0].in.body has no value: ", "notes/0", "EXPRESSION_TYPE", "in: {'amount'",
            ] {
                #expect(located.message.contains(part), "\(located.message)")
            }
        }
    }

    @Test(
        "of an output of a response, which is a failed call",
        arguments: [
            ("result.Data.Extra.missing", "EXPRESSION_MISSING", "string"),
            ("result.Data.Extra", "EXPRESSION_TYPE", "array"),
            ("1 / (result.Data.Tries - 2)", "EXPRESSION_NUMBER", "integer"),
            ("result.Data.PaymentId.substring(9)", "EXPRESSION_VALUE", "string"),
            ("int(result.Data.PaymentId)", "EXPRESSION_VALUE", "integer"),
        ])
    func output(source: String, code: String, type: String) async throws {
        for isRouted in [false, true] {
            var player = try await Self.player([
                ("\(Self.form) out more", ["type": .string(type), "value": .string(source)]),
                ("\(Self.form) onErrorEmit", nil), ("steps form on refused", nil),
                ("errorPolicy", isRouted ? [["on": ["VALIDATION_FAIL"], "to": "failed"]] : nil),
            ])
            player.page("submit", Self.payload)
            let call = try #require(player.calls.last)
            let checked = player.machine.checked(.ok(Self.answer), of: call)
            guard case .failure(let error, _, _, _, _) = checked else { throw Unexpected() }
            #expect(error.code == .validationFail)
            Self.expect(error.message, "steps.form.bindings[0].out.more", code, source)
            player.answer(.ok(Self.answer))
            // The payment was made: whatever is wrong with its answer, the run is not reported as failed.
            #expect(isRouted ? player.step == "failed" : player.end == "pending")
        }
    }

    @Test("of the address of a page, which is the step's error")
    func address() async throws {
        let source = "'https://bank.example/pages/' + payload.page"
        for (page, code) in [(nil, "EXPRESSION_MISSING"), ("..", "EXPRESSION_VALUE"), (5, "EXPRESSION_TYPE")]
            as [(JSONValue?, String)]
        {
            var player = try await Self.player([
                ("steps form on go", ["to": "next"]),
                ("steps next", ["type": "web", "url": .string(source), "on": ["back": ["to": "form"]]]),
            ])
            player.page("go", page.map { ["page": $0] } ?? [:])
            guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
            Self.expect(error.message, "steps.next.url", code, source)
        }
    }

    @Test("of a parameter of a native step, which is the step's error")
    func native() async throws {
        let source = "steps.form.reference + 'x'"
        var player = try await Self.player([
            ("steps form on go", ["to": "scan"]),
            (
                "steps scan",
                [
                    "type": "native", "plugin": "scanner", "params": ["method": "scan"],
                    "in": ["what": .string(source)],
                    "on": ["success": ["to": "form"]],
                ]
            ),
        ])
        player.page("go")
        guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
        Self.expect(error.message, "steps.scan.in.what", "EXPRESSION_MISSING", source)
    }

    @Test(
        "of a member of the result, which is reported",
        arguments: [("note", "steps.form.reference + payload.Nope"), ("reference", "payload.Data.Tries")])
    func result(name: String, source: String) async throws {
        var player = try await Self.player([("steps done result \(name)", .string(source))])
        player.page("submit", Self.payload)
        player.answer(.ok(Self.answer))
        #expect(player.end == "completed" && player.endPayload?[name] == nil)
        let messages = player.all.compactMap { effect -> String? in
            guard case .diagnostic(let diagnostic) = effect, diagnostic.kind == .resultIncomplete else { return nil }
            return diagnostic.message
        }
        #expect(messages.count == 1)
        let code = name == "reference" ? "EXPRESSION_TYPE" : "EXPRESSION_MISSING"
        Self.expect(messages.first, "steps.done.result.\(name)", code, source)
    }

    @Test("of a guard, which is reported and not taken")
    func condition() async throws {
        let source = "payload.Data.Nope == 5"
        var player = try await Self.player([("steps form on paid 0 guard", .string(source))])
        player.page("submit", Self.payload)
        player.answer(.ok(Self.answer))
        #expect(player.step == "failed")
        let message = player.all.compactMap { effect -> String? in
            guard case .diagnostic(let diagnostic) = effect, diagnostic.kind == .guardError else { return nil }
            return diagnostic.message
        }.first
        Self.expect(message, "A guard of steps.form.on.paid", "EXPRESSION_MISSING", source)
    }

    private static let query: JSONValue = [
        "operationId": "list", "everyMs": 3_000, "maxMs": 60_000, "until": "result.state != 'OPEN'",
        "done": "result.state == 'BOOKED'", "in": [:],
        "out": [
            "reference": ["type": "string", "value": "result.id"],
            "isDone": ["type": "boolean", "value": "true"], "extra": ["type": "object", "value": "{'a': 1}"],
        ],
    ]

    @Test("of a status query's conditions and outputs")
    func query() async throws {
        var openAPI = TestManifest13.openAPI
        let answers: JSONValue = ["200": ["content": ["application/json": ["schema": ["type": "object"]]]]]
        openAPI = openAPI.setting("paths /payments get responses", to: answers)
        let manifest = TestManifest13.manifest.setting("\(Self.form) status", to: Self.query)
            .setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        var player = Player(try await TestManifest.journey(manifest, openAPI: openAPI))
        player.page("submit", Self.payload)
        let call = try #require(player.calls.last)
        let query = try #require(call.binding.statusQuery)
        let place = "\(call.place).status"
        Self.expect(
            query.fault([:], CallReply(status: 200), at: place), "steps.form.bindings[0].status.until",
            "EXPRESSION_MISSING", "result.state != 'OPEN'")
        #expect(query.fault(["state": "OPEN"], CallReply(status: 200), at: place) == nil)
        #expect(query.fault(["state": "BOOKED"], CallReply(status: 200), at: place) == nil)
        let poll = Poll(
            interval: .seconds(1), limit: .seconds(1),
            until: try Expression(compiling: "true", in: CallReply.environment(result: .dyn, headers: [])))
        let broken = StatusQuery(
            operation: query.operation, arguments: [:], poll: poll,
            done: try Expression(
                compiling: "1 / result.n == 1", in: CallReply.environment(result: .dyn, headers: [])), outputValues: [:]
        )
        Self.expect(
            broken.fault(["n": 0], CallReply(status: 200), at: place), "steps.form.bindings[0].status.done",
            "EXPRESSION_NUMBER", "1 / result.n == 1")
        var reply = CallReply(status: 200)
        reply.isFromQuery = true
        let checked = player.machine.checked(
            .success(status: 200, body: ["state": "BOOKED"], reply: reply), of: call)
        guard case .failure(let error, _, _, _, _) = checked else { throw Unexpected() }
        Self.expect(
            error.message, "steps.form.bindings[0].status.out.reference", "EXPRESSION_MISSING", "result.id")
    }
}
