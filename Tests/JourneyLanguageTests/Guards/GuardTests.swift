import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Guards")
struct GuardTests {
    static let context = Context(
        payload: [
            "v": 2, "s": "a==b", "ok": true, "no": false, "none": nil, "list": [["id": 7], "b"], "object": ["a": 1],
            "text": "Zoë", "d": .number(JSONNumber(lexeme: "2.0") ?? JSONNumber(0)),
            "big": .number(JSONNumber(lexeme: "9007199254740993") ?? JSONNumber(0)),
            "huge": .number(JSONNumber(lexeme: "18446744073709551616") ?? JSONNumber(0)),
            "price": .number(JSONNumber(lexeme: "10.10") ?? JSONNumber(0)),
        ],
        result: ["status": "HELD"], steps: ["pay": ["reference": "T-1"]], session: ["idempotencyKey": "k"])

    /// Rows on which the published evaluator is wrong, with the correct value.
    static let values: [(String, Bool)] = [
        ("payload.v == 2.0", true), ("payload.d == 2", true), ("payload.s == \"a==b\"", true),
        ("payload.ok == true", true), ("payload.ok", true), ("(payload.v == 2)", true),
        ("session.idempotencyKey == \"k\"", true),
        ("payload.v == 1 || payload.v >= 2 && payload.v <= 2", true),
        ("!payload.no", true), ("!(payload.v == 1) && !payload.no", true), ("!!payload.ok", true),
        ("payload.v != 3", true), ("payload.v < 3", true), ("payload.v > 2", false), ("payload.v >= 2", true),
        ("payload.v <= 1", false), ("event.v == payload.v", true), ("payload.list[0].id == 7", true),
        ("payload.list[1] == 'b'", true), ("payload.text == 'Zoë'", true),
        ("has(payload.v)", true), ("has(payload.missing)", false), ("has(payload.missing.deeper)", false),
        ("has(payload.none)", true), ("has(payload.list[2])", false), ("has(payload.list[1])", true),
        ("!has(payload.missing) || payload.missing == 1", true),
        ("has(payload.missing) && payload.missing == 1", false),
        ("payload.none == null", true), ("payload.v == null", false), ("payload.v != null", true),
        ("payload.object != null", true), ("null == null", true),
        ("result.status == 'HELD'", true), ("steps.pay.reference == 'T-1'", true),
        ("payload.big == 9007199254740993", true), ("payload.big == 9007199254740992.0", false),
        ("payload.big > 9007199254740992.0", true), ("payload.price == 10.1", true), ("payload.price > 10", true),
        ("0.1 < 0.10000000000000002", true),
        ("123456789012345.6 == 123456789012345.60", true), ("999999999999999 < 1000000000000000", true),
        ("-0.5 < -0.25", true), ("0.000000000000001 > 0", true), ("-0 == 0", true), ("-0.0 == 0", true),
        ("-1 < 0", true), ("-1.5 <= -1", true), ("1e3 == 1000", true), ("9223372036854775807 < 1e19", true),
        ("-9223372036854775808 > -1e19", true), ("'a' < 'b'", true), ("'B' < 'a'", true), ("'a' < 'aa'", true),
        ("false < true", true), ("'\\u00e9' == 'é'", true), ("'\\'' == \"'\"", true),
        ("(1 < 2) == true", true), ("true || false && false", true), ("(true || false) && false", false),
        ("  payload.v==2\n", true),
        // One side decides, regardless of the other.
        ("true || payload.missing", true), ("payload.missing || true", true), ("false && payload.missing", false),
        ("payload.missing && false", false), ("payload.v && false", false), ("payload.v || true", true),
        ("payload.missing == 1 || payload.v == 2", true), ("payload.s > 1 && false", false),
    ]

    @Test("a guard has the value that the grammar defines", arguments: values)
    func value(expression: String, value: Bool) throws {
        #expect(try Guard(compiling: expression).evaluate(in: GuardTests.context) == value)
    }

    static let faults: [(String, GuardError.Reason)] = [
        ("payload.v == \"2\"", .type), ("payload.v != \"2\"", .type), ("payload.missing != 1", .missing),
        ("payload.missing >= 1", .missing), ("payload.missing > 1", .missing),
        ("payload.missing == payload.other", .missing), ("payload.V == 2", .missing),
        ("payload.list[2] == 1", .missing),
        ("payload.list.id == 1", .missing), ("payload.v.deeper == 1", .missing), ("payload.v", .type),
        ("!payload.v", .type),
        ("payload.object == payload.object", .type), ("payload.list < 1", .type), ("payload.none < 1", .type),
        ("payload.ok == 1", .type), ("payload.huge == 1", .number), ("payload.huge == payload.huge", .number),
        ("true && payload.missing", .missing), ("payload.missing && true", .missing),
        ("false || payload.missing", .missing), ("payload.v && true", .type), ("false || payload.v", .type),
        ("payload.missing || payload.v", .missing), ("!(payload.missing == 1)", .missing),
    ]

    @Test("a faulty guard is an error and never true", arguments: faults)
    func fault(expression: String, code: GuardError.Reason) throws {
        let condition = try Guard(compiling: expression)
        let error = #expect(throws: GuardError.self) { try condition.evaluate(in: GuardTests.context) }
        #expect(error?.reason == code)
    }

    static let refusals: [(String, GuardError.Reason)] = [
        ("", .syntax), (" ", .syntax), ("payload.v == 2 && ", .syntax), ("== 2", .syntax), ("payload.v = 2", .syntax),
        ("payload.v == 2 & true", .syntax), ("payload.v | true", .syntax), ("(payload.v == 2", .syntax),
        ("payload.v == 2)", .syntax), ("payload.v == 2 payload.v", .syntax), ("1 < 2 < 3", .syntax),
        ("payload.v == 1 == true", .syntax), ("amount == 2", .syntax), ("Payload.v == 2", .syntax),
        ("payload.", .syntax),
        ("payload..v == 1", .syntax), ("payload[-1] == 1", .syntax), ("payload['v'] == 2", .syntax),
        ("payload[v] == 2", .syntax), ("payload[0", .syntax), ("payload.v + 1 == 3", .syntax),
        ("size(payload) == 1", .syntax),
        ("has(payload.v", .syntax), ("has(1)", .syntax), ("has()", .syntax), ("payload.v in [1]", .syntax),
        ("payload.v ? true : false", .syntax), ("'a", .syntax), ("'a' == \"a'", .syntax), ("'\\q' == 'a'", .syntax),
        ("'\\ud800' == 'a'", .syntax), ("'''a''' == 'a'", .syntax), ("r'a' == 'a'", .syntax), ("01 == 1", .syntax),
        ("1. == 1", .syntax), (".5 == 1", .syntax), ("1u == 1", .syntax), ("0x1 == 1", .syntax), ("1e == 1", .syntax),
        ("--1 == 1", .syntax), ("-payload.v == 1", .syntax), ("é == 1", .syntax),
        ("true.x", .syntax), ("payload.v === 2", .syntax), ("payload.v <> 2", .syntax), ("not payload.ok", .syntax),
        ("payload.ok and payload.no", .syntax), ("99999999999999999999 == 1", .number), ("1e999 == 1", .number),
        ("1", .type), ("'true'", .type), ("null", .type), ("1 == '1'", .type), ("true == 1", .type), ("'a' < 1", .type),
        ("null < 1", .type), ("1 && true", .type), ("true || 'x'", .type), ("!1", .type), ("!'a'", .type),
        ("has(payload.v) == 1", .type), ("(payload.v == 1) == 'true'", .type),
    ]

    @Test("a guard outside the grammar is refused at load", arguments: refusals)
    func refusal(expression: String, code: GuardError.Reason) {
        let error = #expect(throws: GuardError.self) { try Guard(compiling: expression) }
        #expect(error?.reason == code)
    }

    @Test("a guard may have 1,024 bytes, and no more")
    func length() throws {
        let expression = "payload.v == 2"
        let padded = expression + String(repeating: " ", count: 1_024 - expression.utf8.count)
        #expect(try Guard(compiling: padded).evaluate(in: GuardTests.context))
        let error = #expect(throws: GuardError.self) { try Guard(compiling: padded + " ") }
        #expect(error?.reason == .limit)
    }

    @Test("a guard may have 32 terms, and no more")
    func terms() throws {
        func chain(_ count: Int) -> String { Array(repeating: "payload.v == 2", count: count).joined(separator: "&&") }
        #expect(try Guard(compiling: chain(32)).evaluate(in: GuardTests.context))
        #expect(throws: GuardError.self) { try Guard(compiling: chain(33)) }
        let bare = Array(repeating: "true", count: 33).joined(separator: "||")
        #expect(throws: GuardError.self) { try Guard(compiling: bare) }
    }

    @Test("a guard may nest 12 levels, and no deeper", arguments: ["(", "!"])
    func depth(sign: String) throws {
        func nested(_ depth: Int) -> String {
            String(repeating: sign, count: depth) + "payload.ok"
                + (sign == "(" ? String(repeating: ")", count: depth) : "")
        }
        #expect(try Guard(compiling: nested(12)).evaluate(in: GuardTests.context))
        let error = #expect(throws: GuardError.self) { try Guard(compiling: nested(13)) }
        #expect(error?.reason == .limit)
    }

    @Test("guards compare text by code point, so two spellings of a letter differ")
    func codePoints() throws {
        let context = Context(payload: ["a": "\u{E9}", "b": "e\u{301}"])
        #expect(try !Guard(compiling: "payload.a == payload.b").evaluate(in: context))
        #expect(try Guard(compiling: "payload.a > payload.b").evaluate(in: context))
    }

    @Test("a guard error has a position and no value of the context")
    func errorText() throws {
        let context = Context(payload: ["pin": "1234"])
        let error = #expect(throws: GuardError.self) {
            try Guard(compiling: "true && payload.pin > 5").evaluate(in: context)
        }
        #expect(error?.offset == 20)
        #expect(error?.description.contains("1234") == false)
    }

    @Test("no text crashes the guard parser")
    func garbage() {
        var state: UInt64 = 42
        let pieces = [
            "payload", ".", "[", "]", "0", "1.5", "'a'", "\"", "\\", "(", ")", "!", "&&", "||", "==", "<", "has", "-",
            "é",
            " ", "true", "null", "e9",
        ]
        for _ in 0..<20_000 {
            var text = ""
            for _ in 0..<Int(state % 12) {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                text += pieces[Int(state >> 33) % pieces.count]
            }
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            if let condition = try? Guard(compiling: text) { _ = try? condition.evaluate(in: GuardTests.context) }
        }
    }
}
