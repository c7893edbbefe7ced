import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Calls of published bank flows", .enabled(if: Vectors.has("bank-apis"), "\(Vectors.missing)"))
struct FlowExpressionTests {
    @Test("expressions build and read the calls byte for byte in canonical JSON")
    func flows() throws {
        let document = try JSONReader.read(try Vectors.bytes("bank-apis/flows.json"))
        var calls = 0
        for call in (document.array ?? []).flatMap({ $0["calls"]?.array ?? [] }) {
            let context = call["context"] ?? .null
            let before = Context(payload: context["payload"], steps: context["steps"], session: context["session"])
            for (name, argument) in call["arguments"]?.object ?? [:] {
                #expect(try same(argument, in: before), "\(name)")
            }
            if let body = call["body"], body["expression"] != nil { #expect(try same(body, in: before)) }
            var after = before
            after.result = call["response"]?["body"]
            for (name, output) in call["out"]?.object ?? [:] { #expect(try same(output, in: after), "\(name)") }
            calls += 1
        }
        #expect(calls == 7)
    }

    private func same(_ entry: JSONValue, in context: Context) throws -> Bool {
        let source = try #require(entry["expression"]?.string)
        let value = try Expression(compiling: source).json(in: ExpressionScope(context))
        return value.canonicalBytes == entry["value"]?.canonicalBytes
    }
}
