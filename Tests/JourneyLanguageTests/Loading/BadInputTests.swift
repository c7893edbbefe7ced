import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Expressions that have no value, in a manifest of version 1.3")
struct BadInputTests {
    private static let scheme = "steps form bindings 0 in scheme"
    private static let payload: JSONValue = [
        "amount": "1", "iban": "DE02", "note": "x", "n": 5, "zero": 0, "max": 9_223_372_036_854_775_807, "s": "text",
        "l": [1, 2, 3], "o": ["a": 1],
    ]

    private static func manifest(_ source: String) -> JSONValue {
        TestManifest13.manifest.setting(scheme, to: .string(source))
    }

    @Test(
        "are refused at load where the fault is known, with the place, the byte and the code",
        arguments: [
            // Types.
            ("5", "must be string"), ("'a' + 1", "EXPRESSION_TYPE"), ("size(5)", "EXPRESSION_TYPE"),
            ("true ? 'a' : 1", "EXPRESSION_TYPE"), ("session.locale + 1", "EXPRESSION_TYPE"),
            ("string(session.now + 1)", "EXPRESSION_TYPE"), ("decimal('1')", "must be string"),
            // Members and names.
            ("session.token", "EXPRESSION_MISSING"), ("steps.form.nope", "EXPRESSION_MISSING"),
            ("payloads.s", "EXPRESSION_NAME"), ("'a'.nope()", "EXPRESSION_NAME"),
            ("{'a': 'b'}.c", "EXPRESSION_MISSING"),
            ("['a'][1]", "EXPRESSION_MISSING"),
            // Numbers.
            ("string(1 / 0)", "EXPRESSION_NUMBER"), ("string(1 % 0)", "EXPRESSION_NUMBER"),
            ("string(9223372036854775807 + 1)", "EXPRESSION_NUMBER"), ("string(payload.n / 0)", "EXPRESSION_NUMBER"),
            ("string([payload.n, 2u % 0u].size())", "EXPRESSION_NUMBER"),
            ("decimal('1.005').toFixed(2)", "EXPRESSION_NUMBER"),
            ("string(-9223372036854775808 / -1)", "EXPRESSION_NUMBER"), ("string(uint(-1))", "EXPRESSION_NUMBER"),
            // Values.
            ("string(int('x'))", "EXPRESSION_VALUE"), ("'a'.substring(5)", "EXPRESSION_VALUE"),
            ("string(timestamp('2026-13-01T00:00:00Z'))", "EXPRESSION_VALUE"),
            ("payload.s + decimal('x').toFixed(0)", "EXPRESSION_VALUE"),
            ("{'a': 'b', 'a': 'c'}['a']", "EXPRESSION_VALUE"),
            // Limits.
            ("['x']" + String(repeating: ".map(a, a + a)", count: 60) + "[0]", "EXPRESSION_COST"),
            ("'" + String(repeating: "x", count: 4_095) + "'", "4096"),
            (String(repeating: "(", count: 33) + "'a'" + String(repeating: ")", count: 33), "EXPRESSION_LIMIT"),
            (Array(repeating: "'a'", count: 130).joined(separator: "+"), "EXPRESSION_LIMIT"),
            ("'a' +", "EXPRESSION_SYNTAX"), ("'a", "EXPRESSION_SYNTAX"),
        ])
    func atLoad(source: String, wanted: String) async throws {
        let refusal = try await TestManifest.refusal(Self.manifest(source), openAPI: TestManifest13.openAPI)
        #expect(refusal?.code == .manifestInvalid)
        #expect(refusal?.message.contains("steps.form.bindings[0].in.scheme") == true, "\(refusal?.message ?? "none")")
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    @Test(
        "load where the fault depends on values, or another part decides",
        arguments: [
            ("false && 1 / 0 > 1 ? 'a' : 'b'", "b"), ("true || 1 / 0 > 1 ? 'a' : 'b'", "a"),
            ("has(payload.a.b) ? payload.a.b : 'c'", "c"),
            ("payload.n == 5 ? 'a' : string(1 / 0)", "a"), ("[1, 0].exists(x, 1 / x == 1) ? 'a' : 'b'", "a"),
            ("has({'a': {}}.a.b) ? 'a' : 'b'", "b"), ("string(payload.n / 5)", "1"),
            ("string(payload.max - 1)", "9223372036854775806"),
            ("decimal('1.05').toFixed(2)", "1.05"), ("string(payload.l[2])", "3"),
            ("payload.l.map(x, x / 1).size() == 3 ? 'a' : 'b'", "a"),
            ("[].map(x, 1 / 0).size() == 0 ? 'a' : 'b'", "a"), ("payload.s.substring(4)", ""), ("payload['s']", "text"),
        ])
    func nearMisses(source: String, wanted: String) async throws {
        var player = Player(try await TestManifest.journey(Self.manifest(source), openAPI: TestManifest13.openAPI))
        player.page("submit", Self.payload)
        #expect(try #require(player.calls.last).arguments["scheme"]?.string == wanted)
    }

    @Test(
        "fail their call before it is sent, with the code, the expression and its place, and are routed by the error policy",
        arguments: [
            ("payload.s + payload.n", "EXPRESSION_TYPE", 10), ("payload.n", nil, 0),
            ("payload.nope", "EXPRESSION_MISSING", 0),
            ("payload.o.b", "EXPRESSION_MISSING", 0), ("string(payload.l[3])", "EXPRESSION_MISSING", 16),
            ("string(payload.max + payload.n)", "EXPRESSION_NUMBER", 19),
            ("string(payload.n / payload.zero)", "EXPRESSION_NUMBER", 17),
            ("string(payload.n % payload.zero)", "EXPRESSION_NUMBER", 17),
            ("string(int(payload.s))", "EXPRESSION_VALUE", nil),
            (
                "string(payload.l.map(a, payload.l.map(b, payload.l.map(c, string(a).matches('(a|b)*c')))).size()) + payload.big",
                "EXPRESSION_MISSING", nil
            ),
            ("string(timestamp(payload.s))", "EXPRESSION_VALUE", nil),
            ("decimal(payload.s).toFixed(2)", "EXPRESSION_VALUE", 0),
        ] as [(String, String?, Int?)])
    func atCall(source: String, code: String?, byte: Int?) async throws {
        for isRouted in [false, true] {
            let bare = Self.manifest(source).setting("steps form bindings 0 onErrorEmit", to: nil)
                .setting("steps form on refused", to: nil)
            let manifest =
                isRouted ? bare.setting("errorPolicy", to: [["on": ["VALIDATION_FAIL"], "to": "failed"]]) : bare
            var player = Player(try await TestManifest.journey(manifest, openAPI: TestManifest13.openAPI))
            player.page("submit", Self.payload)
            guard let code else {
                // A value of another type than the schema's: checked again before it is sent.
                let call = try #require(player.calls.last)
                let error = try #require(throws: JourneyError.self) {
                    _ = try call.binding.operation.request(
                        arguments: call.arguments, headers: ["PayPal-Request-Id": "k"])
                }
                #expect(error.code == .validationFail && error.message.contains("scheme"), "\(error.message)")
                player.answer(.failure(error, status: nil))
                #expect(isRouted ? player.step == "failed" : player.end == "failed VALIDATION_FAIL")
                continue
            }
            #expect(player.calls.isEmpty)
            guard !isRouted else {
                #expect(player.step == "failed")
                continue
            }
            guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
            #expect(error.code == .validationFail)
            let parts = ["steps.form.bindings[0].in.scheme has no value", code, "in: \(source)"]
            for part in parts + (byte.map { ["at byte \($0) "] } ?? []) {
                #expect(error.message.contains(part), "\(error.message)")
            }
        }
    }

    @Test("of a bomb stop at the cost limit when they are called")
    func cost() async throws {
        let source = "string(payload.l.all(a, payload.l.all(b, payload.l.all(c, a + b + c >= 0))))"
        let bare = Self.manifest(source).setting("steps form bindings 0 onErrorEmit", to: nil)
            .setting("steps form on refused", to: nil)
        let list = JSONValue.array((0..<300).map { .number(JSONNumber(Int64($0))) })
        let payload: JSONValue = .object((Self.payload.object ?? [:]).merging(["l": list]) { $1 })
        var player = Player(try await TestManifest.journey(bare, openAPI: TestManifest13.openAPI))
        player.page("submit", payload)
        guard case .failed(let error)? = player.ends.first else { throw Unexpected() }
        #expect(error.message.contains("EXPRESSION_COST"))
        let routed = bare.setting("errorPolicy", to: [["on": ["VALIDATION_FAIL"], "to": "failed"]])
        player = Player(try await TestManifest.journey(routed, openAPI: TestManifest13.openAPI))
        player.page("submit", payload)
        #expect(player.step == "failed" && player.calls.isEmpty)
    }

    @Test(
        "an unknown, missing or wrong-typed member of a literal is refused wherever the literal stands",
        arguments: [
            ("'notes': ['a'].map(n, {'text': n})", "must be string"), ("'notes': [payload.note] + [5]", "int"),
            ("'notes': ['a'].filter(n, n != '') + ['b'].map(n, 5)", "int"), ("'notes': ['a'].all(n, true)", "bool"),
            ("'notes': payload.a ? ['a'] : [1]", "list and list"), ("'notes': {'a': 'b'}", "map"),
            ("'priority': 'high'", "string"),
            ("'priority': 1.5", "double"), ("'urgent': 'yes'", "string"), ("'urgnt': true", "'urgnt'"),
            ("'amount': {'value': '1'}", "'currency'"),
        ])
    func literals(member: String, wanted: String) async throws {
        let amount = member.hasPrefix("'amount'") ? "" : "'amount': {'value': '1', 'currency': 'EUR'}, "
        let body = "{\(amount)'creditor': {'iban': 'x'}, \(member)}"
        let manifest = TestManifest13.manifest.setting("steps form bindings 0 in body", to: .string(body))
        let refusal = try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI)
        #expect(refusal?.message.contains("steps.form.bindings[0].in.body") == true, "\(refusal?.message ?? "none")")
        #expect(refusal?.message.contains(wanted) == true, "\(refusal?.message ?? "none")")
    }

    @Test(
        "literals that fit their schema load",
        arguments: [
            "'notes': ['a'].map(n, n + '!')", "'notes': [payload.note] + ['b']", "'notes': ['a'].filter(n, n != '')",
            "'notes': payload.a ? ['a'] : []", "'priority': null", "'priority': 3", "'urgent': payload.u",
            "'notes': payload.list",
        ])
    func fitting(member: String) async throws {
        let body = "{'amount': {'value': '1', 'currency': 'EUR'}, 'creditor': {'iban': 'x'}, \(member)}"
        let manifest = TestManifest13.manifest.setting("steps form bindings 0 in body", to: .string(body))
        #expect(try await TestManifest.refusal(manifest, openAPI: TestManifest13.openAPI) == nil)
    }

    @Test("a constant that its schema refuses is refused at load, and so is a text that an enum does not list")
    func constants() async throws {
        let schema: JSONValue = ["type": "string", "enum": ["sepa", "instant"]]
        let openAPI = TestManifest13.openAPI.setting("paths /payments/{scheme} post parameters 0 schema", to: schema)
        let base = TestManifest13.manifest.setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        for (source, isGood) in [
            ("'sepa'", true), ("'SEPA'", false), ("payload.s", true), ("payload.x ? 'sepa' : 'instant'", true),
            ("payload.x ? 'sepa' : 'wire'", false), ("'se' + 'pa'", true), ("'se' + 'p'", false),
        ] {
            let refusal = try await TestManifest.refusal(
                base.setting(Self.scheme, to: .string(source)), openAPI: openAPI)
            #expect((refusal == nil) == isGood, "\(source): \(refusal?.message ?? "none")")
        }
    }

    /// The refusal of a payment's body whose schema has one more property, `extra`.
    private static func refusal(_ member: String, _ extra: JSONValue) async throws -> Refused {
        let openAPI = TestManifest13.openAPI.adding(
            "paths /payments/{scheme} post requestBody content application/json schema properties extra", extra)
        let body = "{'amount': {'value': '1', 'currency': 'EUR'}, 'creditor': {'iban': 'x'}, 'extra': \(member)}"
        let manifest = TestManifest13.manifest.setting("steps form bindings 0 in body", to: .string(body))
            .setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        return Refused(message: try await TestManifest.refusal(manifest, openAPI: openAPI)?.message)
    }

    private struct Refused { let message: String? }

    @Test(
        "a constant within a body that its schema refuses is refused at load, and the near miss is not",
        arguments: [
            (["type": "string", "pattern": "^[A-Z]{3}$"], "'EURO'", "'EUR'"),
            (["type": "string", "maxLength": 3], "'EU' + 'RO'", "'EUR'"),
            (["type": "string", "format": "date"], "'2026-02-30'", "'2026-02-28'"),
            (["type": "integer", "maximum": 5], "6", "5"), (["type": "number", "exclusiveMinimum": 0], "0.0", "0.5"),
            (["type": "integer", "enum": [1, 2]], "3", "2"),
            (["type": "string", "enum": ["EUR", "GBP"]], "'EU' + 'RO'", "'EU' + 'R'"),
            (["type": "integer", "multipleOf": 5], "2 + 4", "2 + 3"),
            (["type": "array", "items": ["type": "string", "maxLength": 1]], "['a', 'bc']", "['a', payload.note]"),
            (
                ["type": "object", "properties": ["code": ["type": "string", "minLength": 2]]], "{'code': 'x'}",
                "{'code': payload.note}"
            ),
        ] as [(JSONValue, String, String)])
    func bodyConstants(schema: JSONValue, bad: String, good: String) async throws {
        let refused = try await Self.refusal(bad, schema)
        #expect(refused.message?.contains("EXPRESSION_VALUE") == true, "\(refused.message ?? "none")")
        #expect(try await Self.refusal(good, schema).message == nil)
    }

    @Test(
        "a literal is held against the options of oneOf and anyOf, and against the schema of other members",
        arguments: [
            ("{'iban': 'DE02'}", true), ("{'bban': '1', 'bank': '2'}", true), ("{'iban': 5}", false),
            ("{'bban': '1'}", false), ("{'ibn': 'DE02'}", false), ("{'iban': 'DE02', 'note': 'n'}", true),
            ("{'iban': 'DE02', 'note': 5}", false), ("'DE02'", false), ("payload.note", true),
            ("payload.a ? {'iban': 'DE02'} : {'bban': '1', 'bank': '2'}", true),
            ("payload.a ? {'iban': 'DE02'} : {'bban': '1'}", false),
            ("{'iban': payload.a ? 'DE02' : 'DE03'}", true),
        ])
    func options(member: String, isGood: Bool) async throws {
        let text: JSONValue = ["type": "string"]
        for word in ["oneOf", "anyOf"] {
            let choice: JSONValue = [
                "type": "object", "properties": ["note": text],
                word: [
                    ["required": ["iban"], "properties": ["iban": text]],
                    ["type": "object", "required": ["bban", "bank"], "properties": ["bban": text, "bank": text]],
                ],
            ]
            let refused = try await Self.refusal(member, choice)
            #expect((refused.message == nil) == isGood, "\(word) \(member): \(refused.message ?? "none")")
        }
    }

    @Test(
        "an option that is null admits null alone, and the arms of a conditional may fit different options",
        arguments: [
            ("null", true), ("{'kind': 'A'}", true), ("{'kind': 'C'}", false), ("{'kind': 5}", false),
            ("{'kind': payload.a ? 'A' : 'B'}", true), ("5", false),
        ])
    func nullable(member: String, isGood: Bool) async throws {
        func option(_ kind: JSONValue) -> JSONValue {
            ["type": "object", "required": ["kind"], "properties": ["kind": ["type": "string", "const": kind]]]
        }
        let refused = try await Self.refusal(member, ["anyOf": [option("A"), option("B"), ["type": "null"]]])
        #expect((refused.message == nil) == isGood, "\(member): \(refused.message ?? "none")")
    }

    @Test(
        "members that a schema admits by a pattern of their names are not held against the schema of the others",
        arguments: [("{'x-a': 5}", true), ("{'x-a': 'text'}", true)])
    func patternMembers(member: String, isGood: Bool) async throws {
        let refused = try await Self.refusal(
            member,
            [
                "type": "object", "patternProperties": ["^x-": ["type": ["integer", "string"]]],
                "additionalProperties": ["type": "string"],
            ])
        #expect((refused.message == nil) == isGood, "\(member): \(refused.message ?? "none")")
    }

    @Test(
        "members that a schema does not name fit the schema of all others",
        arguments: [
            ("{'a': 'x', 'b': 'y'}", true), ("{'a': 'x', 'b': 5}", false), ("{payload.note: 'x'}", true),
            ("{'n': 5, 'a': 'x'}", true), ("{'n': 'x'}", false),
        ])
    func otherMembers(member: String, isGood: Bool) async throws {
        let refused = try await Self.refusal(
            member,
            [
                "type": "object", "properties": ["n": ["type": "integer"]],
                "additionalProperties": ["type": "string"],
            ])
        #expect((refused.message == nil) == isGood, "\(member): \(refused.message ?? "none")")
    }

    @Test(
        "a page's list makes no values of a query or of cookies, unless the manifest writes each",
        arguments: [
            ("query", true, "payload.l", false), ("query", true, "[payload.a, payload.b]", true),
            ("query", false, "payload.l", true), ("cookie", true, "payload.l", false),
            ("query", true, "['x', 'y']", true), ("query", true, "payload.l.map(x, string(x))", false),
        ])
    func lists(place: String, explodes: Bool, source: String, isGood: Bool) async throws {
        for type in ["array", nil] {
            let schema: JSONValue = type.map { ["type": .string($0), "items": ["type": "string"]] } ?? [:]
            let parameter: JSONValue = [
                "name": "ids", "in": .string(place), "style": "form", "explode": .bool(explodes), "schema": schema,
            ]
            let openAPI = TestManifest13.openAPI.setting("paths /payments get parameters", to: [parameter])
            let binding: JSONValue = [
                "onEvent": "look", "call": ["operationId": "list"], "in": ["ids": .string(source)],
            ]
            let manifest = TestManifest13.manifest.setting("steps form bindings 0", to: binding)
                .setting("steps form on", to: [:]).setting("steps done result", to: ["reference": "'R'"])
                .setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
            let refusal = try await TestManifest.refusal(manifest, openAPI: openAPI)
            guard type == nil else {
                #expect((refusal == nil) == isGood, "\(source) \(refusal?.message ?? "none")")
                continue
            }
            // Without a type, the value decides.
            var player = Player(try await TestManifest.journey(manifest, openAPI: openAPI))
            player.page("look", ["l": ["x", "y&admin=1"], "a": "x", "b": "y"])
            #expect(player.calls.isEmpty != isGood, "\(source)")
        }
    }

    @Test("a page's object names no parameter of an address unless the manifest does")
    func names() async throws {
        let filter: JSONValue = [
            "name": "filter", "in": "query", "style": "form", "explode": true,
            "schema": ["type": "object", "additionalProperties": true],
        ]
        let openAPI = TestManifest13.openAPI.setting("paths /payments get parameters", to: [filter])
        let binding: JSONValue = ["onEvent": "look", "call": ["operationId": "list"], "in": ["filter": "payload.f"]]
        let base = TestManifest13.manifest.setting("steps form bindings 0", to: binding).setting(
            "steps form on", to: [:]
        )
        .setting("steps done result", to: ["reference": "'R'"])
        .setting("oapiSha256", to: .string(TestManifest.hash(of: openAPI)))
        #expect(try await TestManifest.refusal(base, openAPI: openAPI)?.message.contains("page's object") == true)
        let named = base.setting("steps form bindings 0 in filter", to: "{'state': payload.f}")
        var player = Player(try await TestManifest.journey(named, openAPI: openAPI))
        player.page("look", ["f": "a&admin=1"])
        let call = try #require(player.calls.last)
        let request = try call.binding.operation.request(arguments: call.arguments)
        #expect(request.url.query == "state=a%26admin%3D1")
    }
}
