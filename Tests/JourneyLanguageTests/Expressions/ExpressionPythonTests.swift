import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

/// Agreement with `cel-python`, which shares no code with ours. What it is known to do otherwise than the specification is listed
/// in `deviations`, and not generated.
@Suite("Agreement of expressions with cel-python", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct ExpressionPythonTests {
    private static let payload = #"{"n": 5, "s": "text", "l": [4, 5, 6], "m": {"a": 1, "c": null}}"#

    private static let script = #"""
        import sys, json, datetime, celpy
        from celpy import celtypes
        def plain(v):
            if v is None: return {"null": None}
            if isinstance(v, bool) or isinstance(v, celtypes.BoolType): return {"bool": bool(v)}
            # Sums and products come back as Python's own types.
            if isinstance(v, celtypes.UintType): return {"uint": str(int(v))}
            if isinstance(v, celtypes.IntType): return {"int": str(int(v))}
            if isinstance(v, float): return {"double": float(v).hex()}
            if isinstance(v, str): return {"string": str(v)}
            if isinstance(v, bytes): return {"bytes": bytes(v).hex()}
            if isinstance(v, list): return {"list": [plain(x) for x in v]}
            return {"other": repr(v)}
        data = json.load(open(sys.argv[1]))
        environment = celpy.Environment()
        variables = {"payload": celpy.json_to_cel(data["payload"])}
        out = []
        for text in data["expressions"]:
            try:
                value = environment.program(environment.compile(text)).evaluate(variables)
                out.append(plain(value))
            except Exception as error:
                out.append({"error": type(error).__name__ + ": " + str(error)[:200]})
        print(json.dumps(out))
        """#

    /// Expressions that have a value by the specification, and none by `cel-python`.
    private static let deviations: [(source: String, value: JSONValue)] = [
        ("1 == 1.0", ["bool": true]), ("'text'.indexOf('x')", ["int": "2"]),
        ("(payload.s + 'a').contains('a')", ["bool": true]),
    ]

    @Test("each listed deviation of cel-python is one")
    func deviates() throws {
        let theirs = try ExpressionPythonTests.theirs(ExpressionPythonTests.deviations.map(\.source))
        for ((source, value), other) in zip(ExpressionPythonTests.deviations, theirs) {
            #expect(try ExpressionPythonTests.ours(source) == value, "\(source)")
            #expect(other["error"] != nil, "\(source): \(other.compactText)")
        }
        #expect(theirs.count == ExpressionPythonTests.deviations.count)
    }

    @Test("generated expressions have the same value or both fail")
    func agreement() throws {
        var generated = GeneratedExpression(SplitMix(state: Campaign.seed(2_027)))
        let expressions = (0..<Campaign.count(2_500, campaign: 10_000)).map { _ in generated.next() }
        let theirs = try ExpressionPythonTests.theirs(expressions)
        var errors = 0
        var differences: [String] = []
        for (source, other) in zip(expressions, theirs) {
            let ours = try ExpressionPythonTests.ours(source)
            if ours == nil { errors += 1 }
            let same = ours.map { $0 == other } ?? (other["error"] != nil)
            if !same {
                differences.append("\(source)\n  ours \(ours?.compactText ?? "error")\n  theirs \(other.compactText)")
            }
        }
        #expect(theirs.count == expressions.count)
        #expect(differences.isEmpty, "\(differences.count): \(differences.prefix(40).joined(separator: "\n"))")
        // Expressions that fail agree too easily.
        #expect(errors < expressions.count / 3)
        print(
            "CEL by Python: \(expressions.count - differences.count) of \(expressions.count) have the same outcome, \(errors) none"
        )
    }

    /// Returns the outcomes of `cel-python`, in the order of `expressions`.
    private static func theirs(_ expressions: [String]) throws -> [JSONValue] {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("cel-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        let document: JSONValue = [
            "payload": try JSONReader.read(Array(payload.utf8)), "expressions": .array(expressions.map { .string($0) }),
        ]
        try Data(document.compactBytes).write(to: file)
        let limits = JSONLimits(bytes: 1 << 28, depth: 64, values: 10_000_000)
        let answer = try JSONReader.read(Array(try Python.run(script, [file.path]).utf8), limits: limits)
        return try #require(answer.array)
    }

    /// Returns our outcome, or `nil` if the expression has no value.
    private static func ours(_ source: String) throws -> JSONValue? {
        let payload = ExpressionValue(try JSONReader.read(Array(payload.utf8)))
        let expression = try? Expression(parsing: source, in: ExpressionEnvironment(variables: ["payload": .dyn]))
        return (try? expression?.value(in: ExpressionScope(values: ["payload": payload]))).map(plain)
    }

    private static func plain(_ value: ExpressionValue) -> JSONValue {
        switch value {
        case .null: ["null": nil]
        case .bool(let truth): ["bool": .bool(truth)]
        case .int(let value): ["int": .string(String(value))]
        case .uint(let value): ["uint": .string(String(value))]
        case .double(let value): ["double": .string(hexadecimal(value))]
        case .string(let text): ["string": .string(text)]
        case .bytes(let bytes): ["bytes": .string(Hex.encode(bytes))]
        case .list(let list): ["list": .array(list.elements.map(plain))]
        case .jsonList(let elements): ["list": .array(elements.map { plain(ExpressionValue($0)) })]
        default: ["other": .string("\(value)")]
        }
    }

    /// Writes a double as Python's `float.hex` does.
    private static func hexadecimal(_ value: Double) -> String {
        if value.isNaN { return "nan" }
        let sign = value.sign == .minus ? "-" : ""
        if value.isInfinite { return sign + "inf" }
        if value == 0 { return sign + "0x0.0p+0" }
        let digits = String(value.significandBitPattern, radix: 16)
        let fraction = String(repeating: "0", count: 13 - digits.count) + digits
        return "\(sign)0x1.\(fraction)p\(value.exponent < 0 ? "-" : "+")\(abs(value.exponent))"
    }
}
