import JourneyBase
import JourneyLanguage

extension FuzzTarget {
    /// An expression, and after a line break its payload as JSON: what compiles is evaluated within its limits, and alike each time.
    static let expression = FuzzTarget(
        "expression",
        seeds: [
            "{'a': payload.n + 1, 'b': [payload.s, 'x'].filter(v, v != '').map(v, v + '!')}\n{\"n\":1,\"s\":\"t\"}",
            "payload.l.all(a, payload.l.exists(b, a * b >= 0 || a % b == 1)) ? size(payload.s) : -1\n{\"l\":[1,2,-3],\"s\":\"é\"}",
            "decimal(payload.a).toFixed(2) + string(decimal('1.5') * decimal(3) - decimal('0.1'))\n{\"a\":\"165.8\"}",
            "'%s %d %.2f %x'.format([payload, 5, 1.5, b'\\xff'])\n{\"k\":[null,true,1.0]}",
            "payload.t.matches('^(?i)[[:alpha:]]{2,}\\\\d+$') && has(payload.a.b[0].c)\n{\"t\":\"ab1\",\"a\":{\"b\":[{}]}}",
            "timestamp('2026-11-28T13:00:00.5Z') - duration('1h30m') < timestamp(payload.t)\n{\"t\":1800000000}",
            "payload.m.transformMap(k, v, v > 1u, k).size() in [1u, 2.0] && \"\"\"a\n\"\"\" == r'\\'\n{\"m\":{\"a\":1}}",
            "'a,b'.split(',').join('-').replace('a', 'aa', 1).substring(0, 2).indexOf('a') << 1",
        ]
    ) { input in
        let text = String(decoding: input, as: UTF8.self)
        let parts = text.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        let payload = parts.count > 1 ? try? JSONReader.read(Array(parts[1].utf8)) : nil
        guard let source = parts.first.map(String.init),
            let expression = try? Expression(compiling: source)
        else { return }
        let scope = ExpressionScope(Context(payload: payload ?? [:], steps: [:], session: [:]))
        let first = outcome(of: expression, in: scope)
        promise(outcome(of: expression, in: scope) == first, "the same expression has the same outcome")
        promise(
            expression.cost(in: scope) <= ExpressionLimits.standard.cost * 2, "no evaluation goes on beyond its cost")
        if expression.certainError() != nil {
            promise((try? first.get()) == nil, "an expression that is refused at load never has a value")
        }
        switch first {
        case .success(let value):
            promise(
                value.compactBytes.count <= ExpressionLimits.standard.resultBytes * 6, "a result has a bounded size")
        case .failure(let error):
            promise(error.reason != .name, "what compiles has no unknown names")
            promise((0...source.utf8.count).contains(error.offset), "an error is at a place of the expression")
        }
    }

    private static func outcome(
        of expression: Expression, in scope: ExpressionScope
    ) -> Result<JSONValue, ExpressionError> {
        Result { () throws(ExpressionError) in try expression.json(in: scope) }
    }
}
