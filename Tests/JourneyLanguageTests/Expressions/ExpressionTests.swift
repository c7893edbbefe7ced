import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

/// The value of an expression over a payload, as JSON.
private func json(_ source: String, _ payload: String = "{}") throws -> JSONValue {
    let scope = ExpressionScope(Context(payload: try JSONReader.read(Array(payload.utf8))))
    return try Expression(compiling: source).json(in: scope)
}

/// The code of the error that an expression meets, when it is compiled or evaluated.
private func code(_ source: String, _ payload: String = "{}") -> String? {
    do {
        _ = try json(source, payload)
        return nil
    } catch {
        return (error as? ExpressionError)?.reason.rawValue ?? "\(error)"
    }
}

@Suite("Expression language")
struct ExpressionTests {
    @Test(
        "expressions differ from CEL in three places",
        arguments: [
            // `has` is false for any missing step.
            ("has(payload.a.b.c)", #"{"a": {}}"#, "false"), ("has(payload.a.b.c)", "{}", "false"),
            ("has(payload.a.b)", #"{"a": {"b": null}}"#, "true"), ("has(payload.a.b)", #"{"a": "text"}"#, "false"),
            ("has(payload.list[2].id)", #"{"list": [1]}"#, "false"), ("has({'a': {}}.a.b.c)", "{}", "false"),
            // Numbers without point and exponent are ints.
            ("payload.n + 1", #"{"n": 41}"#, "42"), ("type(payload.n) == int", #"{"n": -1}"#, "true"),
            ("type(payload.n) == double", #"{"n": 1.0}"#, "true"),
            ("type(payload.n) == double", #"{"n": 1e3}"#, "true"), ("payload.n == 1", #"{"n": 1.0}"#, "true"),
            // Zones are UTC or an offset.
            ("timestamp('2026-01-01T00:30:00Z').getHours('-01:00')", "{}", "23"),
            ("timestamp('2026-01-01T00:30:00Z').getFullYear('UTC')", "{}", "2026"),
        ])
    func differences(source: String, payload: String, wanted: String) throws {
        #expect(try json(source, payload).compactText == wanted)
    }

    @Test("a time zone by place name is refused")
    func zones() {
        #expect(code("timestamp('2026-01-01T00:30:00Z').getHours('Europe/London')") == "EXPRESSION_VALUE")
    }

    @Test(
        "decimals are computed exactly",
        arguments: [
            ("string(decimal('0.1') + decimal('0.2'))", "0.3"),
            (
                "string(decimal('1234567890123456789012345678901234') - decimal('1'))",
                "1234567890123456789012345678901233"
            ),
            (
                "string(decimal('99999999999999999') * decimal('99999999999999999'))",
                "9999999999999999800000000000000001"
            ),
            ("string(decimal('-12.50'))", "-12.5"), ("string(decimal(100) - decimal('0.01'))", "99.99"),
            ("string(decimal('0.5') - decimal('0.5'))", "0"), ("string(-decimal('2') * decimal('0.25'))", "-0.5"),
            ("decimal('165.88').toFixed(2)", "165.88"), ("decimal('165.8').toFixed(2)", "165.80"),
            ("decimal(7).toFixed(3)", "7.000"), ("decimal('0').toFixed(2)", "0.00"),
            ("decimal('-0.05').toFixed(2)", "-0.05"), ("decimal('1200').toFixed(0)", "1200"),
            ("string(decimal('165.88').minor(2))", "16588"), ("string(decimal('5').minor(0))", "5"),
            ("string(decimal('-1.5').minor(3))", "-1500"), ("string(decimal('0.001') < decimal('0.0011'))", "true"),
            ("string(decimal('10.0') > decimal('9.5'))", "true"), ("string(decimal('1.10') == decimal('1.1'))", "true"),
            ("string(decimal('-1') >= decimal('-1.0'))", "true"),
            ("string(decimal('2').compareTo(decimal('10')))", "-1"),
            ("string(decimal('3') in [decimal('1'), decimal('3.00')])", "true"),
            ("string(type(decimal('1')))", nil),
        ] as [(String, String?)])
    func money(source: String, wanted: String?) throws {
        guard let wanted else {
            #expect(code(source) == "EXPRESSION_TYPE")
            return
        }
        #expect(try json(source).string == wanted)
    }

    @Test(
        "a decimal operation that would round or convert fails",
        arguments: [
            ("decimal('1.005').toFixed(2)", "EXPRESSION_NUMBER"), ("decimal('0.001').minor(2)", "EXPRESSION_NUMBER"),
            ("decimal('92233720368547758.08').minor(2)", "EXPRESSION_NUMBER"),
            ("string(decimal('9999999999999999999999999999999999') + decimal('0.1'))", "EXPRESSION_NUMBER"),
            ("string(decimal('1.00000000000000001') * decimal('1.00000000000000000001'))", "EXPRESSION_NUMBER"),
            ("decimal('12345678901234567890123456789012345')", "EXPRESSION_VALUE"),
            ("decimal('1e3')", "EXPRESSION_VALUE"), ("decimal(' 1')", "EXPRESSION_VALUE"),
            ("decimal('1,000.00')", "EXPRESSION_VALUE"), ("decimal('')", "EXPRESSION_VALUE"),
            ("decimal('.5')", "EXPRESSION_VALUE"), ("decimal('+5')", "EXPRESSION_VALUE"),
            ("decimal(1.5)", "EXPRESSION_TYPE"), ("decimal('1') + 1", "EXPRESSION_TYPE"),
            ("decimal('1') == 1", "EXPRESSION_TYPE"), ("decimal('1') < '2'", "EXPRESSION_TYPE"),
            ("decimal('1') == payload.amount", "EXPRESSION_TYPE"), ("decimal('1') / decimal('3')", "EXPRESSION_TYPE"),
            ("{'amount': decimal('1')}", "EXPRESSION_TYPE"), ("decimal('1').toFixed(35)", "EXPRESSION_VALUE"),
        ])
    func strictMoney(source: String, wanted: String) {
        #expect(code(source, #"{"amount": "1"}"#) == wanted)
    }

    @Test("texts compare by code point, even if they look like amounts")
    func textAmounts() throws {
        #expect(try json("'9.5' > '10.0'") == true)
    }

    @Test(
        "nested macros stop at the cost limit within 50 milliseconds",
        arguments: [
            "payload.l.all(a, payload.l.all(b, payload.l.all(c, a + b + c >= 0)))",
            "payload.l.map(a, payload.l.map(b, payload.l.map(c, [a, b, c])))",
            "payload.l.exists(a, payload.l.exists(b, payload.l.exists(c, false)))",
            "['x']\(String(repeating: ".map(a, a + a)", count: 100))",
            "[['x']]\(String(repeating: ".map(a, a + a)", count: 100))",
            "[[1]]\(String(repeating: ".map(a, [a, a])", count: 60)) == [[1]]\(String(repeating: ".map(a, [a, a])", count: 60))",
            "payload.l.map(a, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx'.matches('(x+x+)+y' + string(a))).size() > 0",
        ])
    func bombs(source: String) throws {
        let list = "[" + (0..<300).map(String.init).joined(separator: ",") + "]"
        let scope = ExpressionScope(Context(payload: try JSONReader.read(Array(#"{"l": \#(list)}"#.utf8))))
        let expression = try Expression(compiling: source)
        var kind: ExpressionFaultKind?
        // The thread's own time, and the best of three, because other tests run beside this one.
        let times = (0..<3).map { _ in
            let start = ThreadTime.now
            do throws(ExpressionError) { _ = try expression.json(in: scope) } catch { kind = error.reason }
            return start.duration(to: ThreadTime.now)
        }
        #expect(kind == .cost)
        #expect((times.min() ?? .zero) < ThreadTime.limit, "\(times)")
    }

    @Test(
        "long texts of repetitions are searched, and long keys counted, within the time of a bomb",
        arguments: [
            ("payload.a.split(payload.b).size() == 1", nil), ("payload.a.replace(payload.b, 'x').size() == 80000", nil),
            ("payload.l.map(a, payload.m.transformMap(k, v, v)).size()", ExpressionFaultKind.cost),
            ("payload.l.map(a, {payload.a: a}).size()", .cost), ("payload.l.exists(a, payload.a in {'b': 1})", .cost),
            ("payload.l.all(a, timestamp(payload.a) == timestamp(payload.a))", .cost),
        ])
    func longTexts(source: String, wanted: ExpressionFaultKind?) throws {
        let text = String(repeating: "a", count: 80_000)
        let members: JSONValue = [
            "a": .string(text), "b": .string(String(text.dropFirst(40_000)) + "b"), "m": [text: 1],
            "l": .array((0..<20_000).map { .number(JSONNumber(Int64($0))) }),
        ]
        let expression = try Expression(compiling: source)
        let scope = ExpressionScope(Context(payload: members))
        var kind: ExpressionFaultKind?
        let start = ThreadTime.now
        do throws(ExpressionError) { #expect(try expression.json(in: scope) == .bool(true)) } catch {
            kind = error.reason
        }
        #expect(kind == wanted)
        #expect(start.duration(to: ThreadTime.now) < ThreadTime.limit * 5)
    }

    @Test("an evaluation has the same cost whatever the order of object members")
    func deterministic() throws {
        let scope = ExpressionScope(Context(payload: ["b": 1, "a": 2, "c": 3, "d": 4, "e": 5, "f": 6]))
        let expression = try Expression(compiling: "payload.map(k, k)")
        #expect(try expression.json(in: scope) == ["a", "b", "c", "d", "e", "f"])
        #expect(Set((0..<50).map { _ in expression.cost(in: scope) }).count == 1)
    }

    @Test(
        "text, nesting, operators, macros and results are limited",
        arguments: [
            ("'" + String(repeating: "x", count: 4_095) + "'", "EXPRESSION_LIMIT"),
            (String(repeating: "(", count: 33) + "1" + String(repeating: ")", count: 33), "EXPRESSION_LIMIT"),
            (String(repeating: "[", count: 34) + String(repeating: "]", count: 34), "EXPRESSION_LIMIT"),
            (Array(repeating: "1", count: 130).joined(separator: "+"), "EXPRESSION_LIMIT"),
            ("[1].map(a, [a].map(b, [b].map(c, [c].map(d, d))))", "EXPRESSION_LIMIT"),
            ("[1]" + String(repeating: ".map(a, [[[[[[[[a]]]]]]]])", count: 10), "EXPRESSION_COST"),
            (
                "['" + String(repeating: "x", count: 2_000)
                    + "'].map(a, a + a).map(a, a + a).map(a, a + a + a + a + a + a + a + a)"
                    + ".map(a, [a, a, a, a])[0]", nil
            ),
            (
                "['" + String(repeating: "x", count: 2_000)
                    + "'].map(a, a + a).map(a, a + a).map(a, a + a + a + a + a + a + a + a)"
                    + ".map(a, [a, a, a, a, a])[0]", "EXPRESSION_COST"
            ),
        ] as [(String, String?)])
    func limits(source: String, wanted: String?) {
        #expect(code(source) == wanted)
    }

    @Test("the specification's limits of 32 levels and 32 terms are reached")
    func reach() throws {
        #expect(try json(String(repeating: "(", count: 32) + "7" + String(repeating: ")", count: 32)) == 7)
        #expect(try json(Array(repeating: "1", count: 33).joined(separator: " + ")) == 33)
        #expect(try json(Array(repeating: "false", count: 33).joined(separator: " || ")) == false)
        #expect(try json(String(repeating: "false ? 1 : ", count: 32) + "2") == 2)
        #expect(try json(String(repeating: "!", count: 32) + "true") == true)
        #expect(try json(String(repeating: "-", count: 32) + "19") == 19)
    }

    @Test(
        "errors are reported before evaluation with their position",
        arguments: [
            ("payload.a +", "EXPRESSION_SYNTAX", 11), ("1 + 1.0", "EXPRESSION_TYPE", 2),
            ("payloud.a", "EXPRESSION_NAME", 0), ("payload.a.nope()", "EXPRESSION_NAME", 9),
            ("1 == 'a'", "EXPRESSION_TYPE", 2), ("[1, 2].all(x, x.size() > 1)", "EXPRESSION_TYPE", 15),
            ("'a' < 1", "EXPRESSION_TYPE", 4), ("true && 1", "EXPRESSION_TYPE", 8),
            ("{'a': 1, 'a': 2}", "EXPRESSION_VALUE", 9), ("9223372036854775808", "EXPRESSION_NUMBER", 0),
            ("'a'.matches('(')", "EXPRESSION_VALUE", 12), ("true ? 1 : 'x'", "EXPRESSION_TYPE", 11),
            ("'abc", "EXPRESSION_SYNTAX", 0), ("a{b: 1}", "EXPRESSION_SYNTAX", 1), ("1 = 1", "EXPRESSION_SYNTAX", 2),
            ("session.now.nope", "EXPRESSION_TYPE", 11), ("[1].map(1, 2)", "EXPRESSION_SYNTAX", 8),
            ("let", "EXPRESSION_SYNTAX", 0), ("'\\q'", "EXPRESSION_SYNTAX", 1), ("1u + 1", "EXPRESSION_TYPE", 3),
            ("has(payload)", "EXPRESSION_SYNTAX", 4), ("steps.a.b in 5", "EXPRESSION_TYPE", 10),
        ])
    func early(source: String, wanted: String, offset: Int) {
        var environment = ExpressionEnvironment()
        environment.variables["session.now"] = .timestamp
        do throws(ExpressionError) {
            _ = try Expression(compiling: source, in: environment)
            Issue.record("\(source) compiled")
        } catch {
            #expect(error.reason.rawValue == wanted)
            #expect(error.offset == offset)
        }
    }

    @Test(
        "an unsuitable value fails with a code",
        arguments: [
            ("payload.n + 1", "EXPRESSION_NUMBER"), ("1 / payload.zero", "EXPRESSION_NUMBER"),
            ("payload.big == 1", "EXPRESSION_NUMBER"), ("payload.missing", "EXPRESSION_MISSING"),
            ("payload.list[3]", "EXPRESSION_MISSING"), ("payload.text + 1", "EXPRESSION_TYPE"),
            ("int(payload.text)", "EXPRESSION_VALUE"), ("payload.text ? 1 : 2", "EXPRESSION_TYPE"),
            ("payload.text.substring(9)", "EXPRESSION_VALUE"), ("0.0 / 0.0", "EXPRESSION_TYPE"),
            ("{1: 2}", "EXPRESSION_TYPE"), ("payload.text.matches(payload.text + '(')", "EXPRESSION_VALUE"),
            ("dyn('a').format([1])", nil), ("'%d'.format(['x'])", "EXPRESSION_VALUE"),
        ] as [(String, String?)])
    func late(source: String, wanted: String?) {
        let payload = #"{"n": 9223372036854775807, "zero": 0, "big": 99999999999999999999, "list": [1], "text": "x"}"#
        #expect(code(source, payload) == wanted)
    }

    @Test("JSON values pass through unchanged: digits, long numbers and null")
    func passing() throws {
        let payload = #"{"a": {"n": 1.50, "long": 123456789012345678901234567890, "z": null, "l": [1e2]}}"#
        #expect(
            try json("{'copy': payload.a}", payload).compactText
                == #"{"copy":{"l":[1e2],"long":123456789012345678901234567890,"n":1.50,"z":null}}"#)
        #expect(
            try json("payload.a.l + [1u, b'\\xff', timestamp(0), duration('1500ms')]", payload).compactText
                == #"[100,1,"/w==","1970-01-01T00:00:00Z","1.5s"]"#)
    }

    @Test("expressions see the run's time and no other")
    func now() throws {
        var environment = ExpressionEnvironment()
        environment.variables["session.now"] = .timestamp
        let now = try #require(ExpressionTimestamp(seconds: 1_800_000_000))
        let scope = ExpressionScope(Context(session: ["locale": "en"]), values: ["session.now": .timestamp(now)])
        let expression = try Expression(
            compiling:
                "string(session.now) + ' ' + session.locale + ' ' + string(timestamp(session.now).getFullYear())",
            in: environment)
        #expect(try expression.json(in: scope) == "2027-01-15T08:00:00Z en 2027")
        #expect(code("now()") == "EXPRESSION_NAME")
    }

    @Test(
        "patterns match as in RE2",
        arguments: [
            ("hubba", "ubb", true), ("", "foo|bar", false), ("Straße", "(?i)STRA.E$", true), ("a\nb", "^b", false),
            ("a\nb", "(?m)^b$", true), ("a\nb", "a.b", false), ("a\nb", "(?s)a.b", true), ("a{,2}", "^a{,2}$", true),
            ("aab", "^a{2}b?$", true), ("]", "^[]]$", true), ("a]", "^a]$", true), ("12", "^[[:digit:]]+$", true),
            ("é", "^\\pL$", true), ("1", "^\\PL$", true), ("a.b", "^\\Qa.b\\E$", true), ("axb", "^\\Qa.b\\E$", false),
            ("\u{B}", "^\\s$", false), ("\u{A0}", "^\\s$", false), ("k", "(?i)^\u{212A}$", true),
            ("ab", "^(?P<x>a)(?<y>b)$", true), ("a\n", "a\\z", false), ("xay", "(?i:A)y", true),
            ("xaY", "(?i:A)y", false),
        ])
    func patterns(text: String, pattern: String, wanted: Bool) throws {
        let scope = ExpressionScope(Context(payload: ["text": .string(text), "pattern": .string(pattern)]))
        #expect(try Expression(compiling: "payload.text.matches(payload.pattern)").json(in: scope) == .bool(wanted))
        var work = 100_000
        #expect(try ExpressionPattern.pattern(pattern).matches(text, work: &work) == wanted)
    }

    @Test(
        "patterns that RE2 refuses are refused",
        arguments: [
            "(", ")", "*a", "a**", "a{2}{3}", "a{1001}", "(a)\\1", "(?=a)", "(?<!a)", "[b-a]", "\\q", "[a", "a\\",
        ])
    func badPatterns(pattern: String) {
        #expect(throws: PatternError.self) { _ = try ExpressionPattern.pattern(pattern) }
    }

    @Test(
        "doubles are formatted as in cel-go",
        arguments: [
            (1.0, "1"), (100_000.0, "100000"), (1e6, "1e+06"), (1_234_567.0, "1.234567e+06"), (0.0001, "0.0001"),
            (0.00001, "1e-05"), (-4.5e-3, "-0.0045"), (1e21, "1e+21"), (2.5e-308, "2.5e-308"), (123.456, "123.456"),
            (-0.0, "-0"), (.infinity, "+Inf"),
        ])
    func doubles(value: Double, wanted: String) {
        #expect(ExpressionNumbers.text(value) == wanted)
    }

    @Test(
        "durations are parsed and formatted",
        arguments: [
            ("1h45m47s", "6347s"), ("-1.5h", "-5400s"), ("1.5ms", "0.0015s"), ("0", "0s"), (".5s", "0.5s"),
            ("2540400h10m10.000000001s", "9145440610.000000001s"), ("1us1ns", "0.000001001s"), ("1.s", "1s"),
        ])
    func durations(text: String, wanted: String) throws {
        let duration = try #require(ExpressionDuration.nanoseconds(text))
        #expect(ExpressionDuration.text(duration) == wanted)
    }

    @Test(
        "a bad duration or time is refused", arguments: ["", "1", "s", "1x", "--1s", "1s ", "1.2.3s", "9999999999h"])
    func badDurations(text: String) {
        #expect(ExpressionDuration.nanoseconds(text) == nil)
        #expect(ExpressionTimestamp("2026-02-30T00:00:00Z") == nil)
        #expect(ExpressionTimestamp("2026-02-03T00:00:00") == nil)
        #expect(ExpressionTimestamp("2026-02-03T00:00:00.1234567891Z") == nil)
        #expect(ExpressionTimestamp("2026-02-03T00:00:00+0200") == nil)
    }
}
