import Foundation
import JourneyBase
import JourneyLanguage

/// Measures expressions: a guard of eight comparisons against the guard of 1.2, each kind of node, and the bodies of published
/// banks' flows.
enum ExpressionCase {
    /// One expression for each kind of node and macro.
    private static let nodes: [(name: String, source: String)] = [
        ("a path of two steps", "payload.amount"), ("a test for a path", "has(payload.amount)"),
        ("a variable", "limit"), ("a member of a map of one", "{'a': 1}.a"),
        ("a test for a member of a map of one", "has({'a': 1}.a)"),
        ("an index", "payload.list[2]"), ("a sum", "payload.amount + 1"), ("a sum of texts", "payload.currency + 'x'"),
        ("a difference", "payload.amount - 1"), ("a product", "payload.amount * 2"),
        ("a quotient", "payload.amount / 2"),
        ("a remainder", "payload.amount % 2"), ("a negative", "-payload.amount"),
        ("a comparison", "payload.amount > 1000"), ("an equality of texts", "payload.currency == 'EUR'"),
        ("a negation", "!payload.yes"), ("a conjunction", "payload.yes && payload.yes"),
        ("a disjunction", "payload.yes || payload.yes"),
        ("a conditional", "payload.yes ? 1 : 2"), ("a membership", "payload.currency in ['GBP', 'EUR']"),
        ("a list of three", "[1, 2, 3]"), ("a map of two", "{'a': 1, 'b': 2}"),
        ("a call of text", "payload.currency.lowerAscii()"),
        ("a decimal with two places", "decimal('12.5').toFixed(2)"),
        ("a pattern", "payload.currency.matches('^[A-Z]{3}$')"), ("map over three", "payload.list.map(x, x + 1)"),
        ("filter over three", "payload.list.filter(x, x > 4)"), ("all over three", "payload.list.all(x, x > 3)"),
        ("exists over three", "payload.list.exists(x, x > 9)"),
        ("exists_one over three", "payload.list.exists_one(x, x > 5)"),
        ("transformList over three", "payload.list.transformList(i, x, x + i)"),
        ("transformMap over three", "payload.list.transformMap(i, x, x)"),
        ("a timestamp", "timestamp('2026-01-01T00:00:00Z').getFullYear()"),
        ("a duration", "duration('90s').getMinutes()"),
    ]

    /// Expressions of nested macros that end at the cost limit.
    private static let bombs = [
        "payload.many.all(a, payload.many.all(b, payload.many.all(c, a + b + c >= 0)))",
        "payload.many.map(a, payload.many.map(b, payload.many.map(c, [a, b, c])))",
        "['x']\(String(repeating: ".map(a, a + a)", count: 100))",
    ]

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let context = Context(
            payload: [
                "amount": 125_000, "currency": "EUR", "list": [4, 5, 6], "yes": true,
                "many": .array((0..<300).map { .number(JSONNumber(Int64($0))) }),
            ], result: ["status": "ACCEPTED", "nameMatch": "match"],
            steps: ["recipient": ["accepted": true], "amount": ["total": 125_050]], session: ["locale": "en-GB"])
        let scope = ExpressionScope(context, values: ["limit": .int(5)])
        let environment = ExpressionEnvironment(types: ["limit": .int])
        let compiled = try Guard(compiling: GuardCase.source)
        let expression = try Expression(compiling: GuardCase.source)
        var figures = [
            try await bench.calculated(
                "expression, one comparison", floor: "the same as a guard of 1.2", units: 100 * GuardCase.comparisons,
                aim: .ratio(1.1)
            ) {
                for _ in 0..<100 { try expect(compiled.evaluate(in: context), "The guard returned false.") }
            } ours: {
                for _ in 0..<100 { try expect(expression.isTrue(in: scope), "The expression returned false.") }
            }
        ]
        let constant = try Expression(compiling: "true")
        for (name, source) in nodes {
            let expression = try Expression(compiling: source, in: environment)
            figures.append(
                try await bench.calculated("expression, \(name)", floor: "a constant", units: 100) {
                    for _ in 0..<100 { keep(try constant.value(in: scope)) }
                } ours: {
                    for _ in 0..<100 { keep(try expression.value(in: scope)) }
                })
        }
        return try await figures + explosions(bench, scope) + bodies(bench)
    }

    private static func explosions(_ bench: Workbench, _ scope: ExpressionScope) async throws -> [Measurement] {
        let constant = try evaluation(of: "true", in: scope)
        var figures: [Measurement] = []
        for (index, source) in bombs.enumerated() {
            figures.append(
                try await bench.calculated(
                    "expression, bomb \(index + 1) of nested macros", floor: "a constant",
                    aim: .nanoseconds(50_000_000), floor: constant, ours: try evaluation(of: source, in: scope)))
        }
        return figures
    }

    /// Returns the evaluation of an expression, which fails for no other reason than the cost limit. Apart, because the compiler of
    /// Swift 6.3 crashes on its catch clause within an asynchronous function.
    @inline(never) private static func evaluation(
        of source: String, in scope: ExpressionScope
    ) throws -> @Sendable () throws -> Void {
        let expression = try Expression(compiling: source)
        return {
            do throws(ExpressionError) { keep(try expression.value(in: scope)) } catch {
                try expect(error.reason == .cost, "The bomb ends for another reason.")
            }
        }
    }

    /// The bodies of the flows in `bank-apis/flows.json`, if the vectors are there.
    private static func bodies(_ bench: Workbench) async throws -> [Measurement] {
        let places = ["../shared/vectors/bank-apis/flows.json", ".journey/vectors/bank-apis/flows.json"]
        guard let data = places.lazy.compactMap({ FileManager.default.contents(atPath: $0) }).first else { return [] }
        let flows = try JSONReader.read(Array(data)).array ?? []
        var figures: [Measurement] = []
        for call in flows.flatMap({ $0["calls"]?.array ?? [] }) {
            guard let source = call["body"]?["expression"]?.string, let value = call["body"]?["value"],
                let operation = call["operationId"]?.string
            else { continue }
            let context = call["context"] ?? .null
            let scope = ExpressionScope(
                Context(payload: context["payload"], steps: context["steps"], session: context["session"]))
            let expression = try Expression(compiling: source)
            figures.append(
                try await bench.calculated(
                    "body of \(operation)", floor: "writing it as JSON", units: 20, aim: .nanoseconds(20_000)
                ) {
                    for _ in 0..<20 { keep(value.compactBytes) }
                } ours: {
                    for _ in 0..<20 { keep(try expression.json(in: scope)) }
                })
        }
        return figures
    }
}
