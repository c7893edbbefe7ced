import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("CEL conformance of guards", .enabled(if: Vectors.has("cel"), "\(Vectors.missing)"))
struct CELConformanceTests {
    /// Cases with supported tokens and another result than in CEL, each with the reason. A wrong value is never among them.
    static let known: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            "bool", "dyn", "int", "uint", "double", "null_type", "string", "bytes", "list", "map", "type",
        ].map { ($0, "names a type; a guard has no type values, so the name leads nowhere") })

    @Test("the cases have CEL's values, except for the known ones")
    func conformance() throws {
        var passed = 0
        var explained = 0
        var outside = 0
        var total = 0
        for file in try Vectors.names(in: "cel") where file.hasSuffix(".textproto") {
            let document = TextProto.read(String(decoding: try Vectors.bytes("cel/\(file)"), as: UTF8.self))
            for test in document.all("section").flatMap({ $0.all("test") }) {
                total += 1
                let expression = test["expr"]?.string ?? ""
                let found = Result { try Guard.value(of: expression, variables: CELConformanceTests.variables(test)) }
                if case .failure(let error as GuardError) = found, error.reason == .syntax {
                    outside += 1
                    continue
                }
                if CELConformanceTests.agrees(found, test) {
                    passed += 1
                } else if let reason = CELConformanceTests.reason(found, expression) {
                    explained += 1
                    print("CEL miss: \(expression): \(reason)")
                } else {
                    Issue.record("\(file): \(test["name"]?.string ?? "") \(expression) gave \(found)")
                }
            }
        }
        let inside = total - outside
        #expect(passed + explained == inside)
        #expect(passed >= 15)
        print(
            "CEL: \(passed) of \(inside) cases inside the grammar agree, \(explained) misses explained; \(outside) of \(total) outside"
        )
    }

    private static func reason(_ found: Result<JSONValue, any Error>, _ expression: String) -> String? {
        guard case .failure(let error as GuardError) = found else { return nil }
        switch error.reason {
        case .limit: return "is longer, deeper or has more terms than a guard may"
        case .type: return "compares what CEL converts or orders, and guards refuse"
        default: return known[expression]
        }
    }

    private static func variables(_ test: TextProto) -> JSONValue {
        var members: [String: JSONValue] = [:]
        for binding in test.all("bindings") {
            guard let key = binding["key"]?.string else { continue }
            members[key] = binding["value"]?["value"].flatMap(json)
        }
        return .object(members)
    }

    private static func json(_ value: TextProto) -> JSONValue? {
        if let word = value["int64_value"]?.word ?? value["uint64_value"]?.word ?? value["double_value"]?.word {
            return JSONNumber(lexeme: word).map { .number($0) }
        }
        if let word = value["bool_value"]?.word { return .bool(word == "true") }
        if let text = value["string_value"]?.string { return .string(text) }
        return value["null_value"] == nil ? nil : .null
    }

    private static func agrees(_ found: Result<JSONValue, any Error>, _ test: TextProto) -> Bool {
        guard let expected = test["value"] else {
            if case .failure = found { return test["eval_error"] != nil }
            return false
        }
        guard case .success(let value) = found, let wanted = json(expected) else { return false }
        if let a = value.number?.double, let b = wanted.number?.double { return a == b }
        return value == wanted
    }
}
