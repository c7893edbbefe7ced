import JourneyBase
import JourneyLanguage

/// Measures the peak memory of evaluations that use as much of it as the cost limit admits, beyond the values that they read.
enum ExpressionMemoryCase {
    /// The stated limit (docs/reference/expressions.md, "Limits").
    private static let limit = 16.0 * 1_024 * 1_024

    private static let sources = [
        "payload.text.split('')", "payload.text.split('x')", "payload.text.split('xx')",
        "payload.text.replace('x', '')",
        "payload.text.replace('', 'y')", "payload.text.replace('x', 'yy')", "payload.text.reverse()",
        "payload.text.substring(1)", "payload.text.indexOf('y')", "payload.text.lastIndexOf('y')",
        "payload.text.lowerAscii()", "payload.text.trim()", "strings.quote(payload.lines)",
        "payload.text + payload.text",
        "payload.text.charAt(1)", "payload.text.contains('xy')", "payload.text.matches('(x+x+)+y')",
        "'%X'.format([payload.text])", "'%s'.format([payload.list])", "bytes(payload.text)",
        "string(bytes(payload.text))",
        "{payload.text: 1}", "payload.list.map(a, string(a)).join(payload.key)", "payload.list + payload.list",
        "payload.list.map(a, [a])", "payload.list.map(a, {a: a})", "payload.list.map(a, payload.key + string(a))",
        "payload.list.transformMap(i, a, payload.key + string(a))", "payload.list.map(a, decimal(a))",
        "payload.list.map(a, timestamp(a))", "payload.list.map(a, payload.list.map(b, payload.list.map(c, [a, b, c])))",
        "[payload.key]\(String(repeating: ".map(a, a + a)", count: 20))",
        "[[1]]\(String(repeating: ".map(a, a + a)", count: 60))",
        "[\(Array(repeating: "1", count: 2_000).joined(separator: ","))]",
        "{\((0..<500).map { "\($0):\($0)" }.joined(separator: ","))}",
    ]

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let scope = ExpressionScope(
            Context(payload: [
                "text": .string(String(repeating: "x", count: 990_000)),
                "lines": .string(String(repeating: "\n", count: 500_000)),
                "key": .string(String(repeating: "k", count: 64)),
                "list": .array((0..<50_000).map { .number(JSONNumber(Int64($0))) }),
            ]))
        return try sources.map { source in
            let expression = try Expression(compiling: source)
            func evaluate() {
                // Most end at the cost limit, which is the point.
                // As for a call: with the JSON that is sent.
                if let value = try? expression.json(in: scope) { keep(value) }
            }
            // A first run excludes one-time allocations.
            evaluate()
            let samples = (0..<3).map { _ in Allocations.peak(evaluate) }
            let name = source.count > 60 ? source.prefix(57) + "…" : source[...]
            return Measurement("memory of \(name)", bytes: samples, atMost: limit)
        }
    }
}
