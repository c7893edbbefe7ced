import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("What a page can influence")
struct PageInfluenceTests {
    private static func entries(_ manifest: JSONValue) async throws -> [String: PageInfluence.Entry] {
        let journey = try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI)
        return Dictionary(PageInfluence(journey).entries.map { ($0.path, $0) }) { first, _ in first }
    }

    @Test("is listed for arguments, with what they read of its payload; constants are not listed")
    func arguments() async throws {
        let entries = try await Self.entries(TestManifest13.manifest)
        let body = try #require(entries["steps.form.bindings[0].in.body"])
        #expect(body.operation == "pay" && body.isDirect)
        #expect(body.sources == ["payload.amount", "payload.iban", "payload.note", "payload.urgent"])
        #expect(entries["steps.form.bindings[0].in.scheme"] == nil)
    }

    @Test("is carried on by the bank's answers, through outputs, guards and results")
    func carried() async throws {
        let second: JSONValue = [
            "onEvent": "enter", "call": ["operationId": "list", "headers": ["X-Ref": "steps.form.reference"]],
            "onSuccessEmit": "listed", "onErrorEmit": "refused",
        ]
        let manifest = TestManifest13.manifest.setting("steps form on paid", to: ["to": "more"])
            .setting(
                "steps more",
                to: [
                    "type": "server", "bindings": [second],
                    "on": [
                        "listed": [["guard": "steps.form.isDone", "to": "done"], ["to": "failed"]],
                        "refused": ["to": "failed"],
                    ],
                ])
        let entries = try await Self.entries(manifest)
        for path in [
            "steps.more.bindings[0].call.headers.X-Ref", "steps.more.on.listed[0]", "steps.done.result.reference",
        ] {
            #expect(entries[path]?.isDirect == false, "\(path)")
        }
        // Without the page's values, the answer carries nothing of it.
        let constant = manifest.setting(
            "steps form bindings 0 in body",
            to: "{'amount': {'value': '1', 'currency': 'EUR'}, 'creditor': {'iban': 'DE02'}}")
        let fewer = try await Self.entries(constant)
        #expect(fewer["steps.more.bindings[0].call.headers.X-Ref"] == nil)
        #expect(fewer["steps.more.on.listed[0]"] == nil)
    }

    @Test("is followed through events that transitions emit, and does not reach events of the engine")
    func events() async throws {
        let binding: JSONValue = [
            "onEvent": "again", "call": ["operationId": "list", "headers": ["X-A": "payload.a"]],
            "onSuccessEmit": "listed", "onErrorEmit": "refused",
        ]
        for (event, isListed) in [("submit2", true), ("enter", false)] {
            let manifest = TestManifest13.manifest.setting("steps form bindings 0", to: binding)
                .setting(
                    "steps form on",
                    to: [event: ["emit": "again"], "listed": ["to": "done"], "refused": ["to": "failed"]]
                )
                .setting("steps done result", to: ["reference": "'R'"])
            let entries = try await Self.entries(manifest)
            #expect((entries["steps.form.bindings[0].call.headers.X-A"] != nil) == isListed, "\(event)")
        }
    }

    @Test("is carried on by a plugin's answer, as an output, a payload and a result, if a parameter carries it")
    func plugins() async throws {
        let list: JSONValue = [
            "onEvent": "success",
            "call": ["operationId": "list", "headers": ["X-A": "payload.text", "X-B": "result.text", "X-C": "'c'"]],
            "onSuccessEmit": "listed", "onErrorEmit": "refused",
        ]
        for (input, isListed) in [("steps.form.reference", true), ("'constant'", false)] {
            let manifest = TestManifest13.manifest.setting("steps form on paid", to: ["to": "scan"])
                .setting(
                    "steps scan",
                    to: [
                        "type": "native", "plugin": "scanner", "params": ["method": "scan"],
                        "in": ["seed": .string(input)], "out": ["text": "string"], "bindings": [list],
                        "on": [
                            "success": ["to": "done"], "listed": ["to": "done"], "refused": ["to": "failed"],
                            "error": ["to": "failed"], "cancel": ["to": "failed"],
                        ],
                    ])
            let entries = try await Self.entries(manifest)
            for name in ["X-A", "X-B"] {
                #expect(
                    (entries["steps.scan.bindings[0].call.headers.\(name)"] != nil) == isListed, "\(name): \(input)")
            }
            #expect(entries["steps.scan.bindings[0].call.headers.X-C"] == nil)
        }
    }

    @Test("a call of a native step carries what a page fills in, whatever the plugin's parameters are")
    func nativeCalls() async throws {
        let pay = TestManifest13.manifest["steps"]?["form"]?["bindings"]?[0] ?? .null
        let call = pay.setting("onEvent", to: "success").setting(
            "in body",
            to: "{'amount': {'value': '1', 'currency': 'EUR'}, 'creditor': {'iban': steps.form.reference}}")
        let manifest = TestManifest13.manifest.setting("steps form on paid", to: ["to": "scan"])
            .setting(
                "steps scan",
                to: [
                    "type": "native", "plugin": "scanner", "params": ["method": "scan"], "bindings": [call],
                    "on": [
                        "paid": [["guard": "result.isDone", "to": "done"], ["to": "failed"]],
                        "refused": ["to": "failed"],
                        "success": ["to": "failed"], "error": ["to": "failed"], "cancel": ["to": "failed"],
                    ],
                ])
        let entries = try await Self.entries(manifest)
        #expect(entries["steps.scan.on.paid[0]"]?.isDirect == false)
    }

    @Test("is listed for the arguments of a status query, and for a header of all calls")
    func queries() async throws {
        let status: JSONValue = [
            "type": "object", "properties": ["state": ["type": "string"], "id": ["type": "string"]],
        ]
        let openAPI = TestManifest13.openAPI.setting(
            "paths /payments get",
            to: [
                "operationId": "list", "parameters": [["name": "iban", "in": "query", "schema": ["type": "string"]]],
                "responses": ["200": ["content": ["application/json": ["schema": status]]]],
            ])
        let manifest = TestManifest13.manifest.setting(
            "steps form bindings 0 status",
            to: [
                "operationId": "list", "in": ["iban": "payload.iban"], "everyMs": 1_000, "maxMs": 5_000,
                "until": "result.state == 'DONE'", "done": "result.state == 'DONE'",
                "out": [
                    "reference": "result.id", "isDone": "true",
                    "extra": ["type": "object", "value": "{'state': result.state}"],
                ],
            ]
        ).setting(
            "headers",
            to: ["X-Channel": "'partner'", "X-Last": "has(steps.form.reference) ? steps.form.reference : null"]
        )
        .setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        let journey = try await TestManifest.journey(manifest, openAPI: openAPI)
        let entries = PageInfluence(journey).entries
        let query = try #require(entries.first { $0.path == "steps.form.bindings[0].status.in.iban" })
        #expect(query.operation == "list" && query.isDirect)
        let header = try #require(entries.first { $0.path == "headers.X-Last" })
        #expect(header.message.hasPrefix("headers.X-Last of each call: "))
        #expect(!entries.contains { $0.path == "headers.X-Channel" })
    }

    @Test("lint's notes list it, and say how an older manifest moves up")
    func notes() throws {
        let bundle = TestManifest13.openAPI.compactBytes
        let notes = Lint.notes(TestManifest13.manifest.compactBytes, openAPI: bundle)
        #expect(notes.contains { $0.path == "steps.form.bindings[0].in.body" && $0.message.contains("payload.iban") })
        let old = Lint.notes(TestManifest.manifest.compactBytes, openAPI: TestManifest.openAPI.compactBytes)
        #expect(old.count == 1 && old[0].message.contains("journey migrate"))
        #expect(Lint.notes(TestManifest.manifest11.compactBytes, openAPI: nil)[0].message.contains("1.2"))
        #expect(Lint.notes([1, 2], openAPI: nil).isEmpty)
    }
}

@Suite("Lint of manifests of version 1.3")
struct ExpressionLintTests {
    @Test(
        "reads guards as expressions, with functions and macros, and reports what is none",
        arguments: [
            ("result.reference.lowerAscii() == 'p-9'", 0), ("result.reference.matches('^P-[0-9]+$')", 0),
            ("[1, 2].exists(n, n > 1) ? true : false", 0), ("result.reference == 'P-9' &&", 1), ("lowerAscii(", 1),
        ])
    func guards(source: String, count: Int) {
        let manifest = TestManifest13.manifest.setting("steps form on paid 0 guard", to: .string(source))
        let findings = Lint.check(manifest.compactBytes, openAPI: TestManifest13.openAPI.compactBytes)
        #expect(findings.count { $0.rule == .invalidGuard } == count, "\(source): \(findings.map(\.message))")
    }

    private func findings(_ path: String, _ source: String) -> [Finding] {
        Lint.check(
            TestManifest13.manifest.setting(path, to: .string(source)).compactBytes,
            openAPI: TestManifest13.openAPI.compactBytes
        ).filter { $0.rule == .textOrder }
    }

    @Test(
        "warns where amounts are compared as text, in guards and in arguments",
        arguments: [
            ("steps form on paid 0 guard", "result.reference > '9.00'", true),
            ("steps form on paid 0 guard", "'10.00' <= result.reference && result.isDone", true),
            ("steps form on paid 0 guard", "decimal(result.reference) > decimal('9.00')", false),
            ("steps form on paid 0 guard", "result.reference > 'P-100'", false),
            ("steps form on paid 0 guard", "result.reference == '9.00'", false),
            ("steps form bindings 0 in scheme", "steps.form.reference > '9.00' ? 'sepa' : 'instant'", true),
            (
                "steps form bindings 0 in scheme", "decimal(steps.form.reference) > decimal('9') ? 'sepa' : 'instant'",
                false
            ),
        ])
    func order(path: String, source: String, isFound: Bool) {
        #expect(findings(path, source).isEmpty != isFound, "\(source)")
    }

    @Test(
        "warns where amounts are compared as text in headers, addresses, results and outputs of errors",
        arguments: [
            ("steps form bindings 0 call headers X-Big", "payload.amount > payload.limit ? 'yes' : 'no'", true),
            ("steps form bindings 0 call headers X-Big", "payload.amount > 5 ? 'yes' : 'no'", false),
            ("steps form bindings 0 call headers X-Big", "payload.age > payload.years ? 'yes' : 'no'", false),
            ("steps form bindings 0 outOnError isBig", "result.amount > result.limit", true),
            ("steps form bindings 0 outOnError isBig", "result.code > 'A'", false),
            ("steps done result note", "steps.form.reference > '9.00' ? 'big' : 'small'", true),
            ("steps done result note", "steps.form.reference == '9.00' ? 'big' : 'small'", false),
            ("steps form url", "'https://bank.example/' + (steps.form.reference > '9.00' ? 'big' : 'small')", true),
        ])
    func elsewhere(path: String, source: String, isFound: Bool) {
        #expect(findings(path, source).isEmpty != isFound, "\(path): \(source)")
    }

    @Test(
        "warns where an output compares members of a response as text that are amounts by their names",
        arguments: [
            ("result.Data.Charges[0].Amount > result.Data.DailyLimit", true),
            ("result.Data.DailyLimit >= '9.00'", true),
            ("result.Data.Charges.exists(c, c.Amount < result.Data.DailyLimit)", true),
            ("result.Data.Charges.exists(c, decimal(c.Amount) < decimal(result.Data.DailyLimit))", false),
            ("result.Data.Status > result.Data.PaymentId", false), ("result.Data.Tries > 2", false),
            ("result.Data.DailyLimit == '9.00'", false),
        ])
    func outputs(source: String, isFound: Bool) {
        let text: JSONValue = ["type": "string"]
        let schema = "paths /payments/{scheme} post responses 201 content application/json schema"
        let data = "\(schema) properties Data properties"
        let bundle = TestManifest13.openAPI.adding("\(data) DailyLimit", text).adding(
            "\(data) Charges", ["type": "array", "items": ["type": "object", "properties": ["Amount": text]]])
        let manifest = TestManifest13.manifest.setting("steps form bindings 0 out isDone", to: .string(source))
            .setting("oapiSha256", to: .string(TestManifest.hash(of: bundle)))
        let findings = Lint.check(manifest.compactBytes, openAPI: bundle.compactBytes)
        #expect(findings.contains { $0.rule == .textOrder } == isFound, "\(source): \(findings)")
    }
}
