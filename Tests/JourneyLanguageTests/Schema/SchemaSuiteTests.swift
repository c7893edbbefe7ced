import Foundation
import JourneyBase
import JourneyLanguage
import TestSupport
import Testing

@Suite(
    "The JSON Schema test suite, required files of draft 2020-12",
    .enabled(if: Vectors.has("json-schema/draft2020-12"), "\(Vectors.missing)"))
struct SchemaSuiteTests {
    /// Cases with another result than the suite expects, each with the reason.
    static let known: [String: String] = [:]

    @Test("the cases have the suite's results quickly and with faults, except the known ones")
    func suite() throws {
        let others = try SchemaSuiteTests.remotes()
        var passed = 0
        var total = 0
        for file in try Vectors.names(in: "json-schema/draft2020-12") where file.hasSuffix(".json") {
            for group in try Vectors.json("json-schema/draft2020-12/\(file)").array ?? [] {
                let tests = group["tests"]?.array ?? []
                total += tests.count
                let schema = try JSONSchema.compile(
                    try #require(group["schema"]), dialect: .draft202012, others: others)
                for test in tests {
                    let data = try #require(test["data"])
                    let wanted = try #require(test["valid"]?.bool as Bool?)
                    let name = "\(file): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")"
                    if schema.admits(data) == wanted, schema.faults(in: data).isEmpty == wanted {
                        passed += 1
                    } else if let reason = SchemaSuiteTests.known[name] {
                        print("JSON Schema miss: \(name): \(reason)")
                    } else {
                        Issue.record("\(name) should be \(wanted)")
                    }
                }
            }
        }
        #expect(total > 1_000)
        print("JSON-Schema-Test-Suite, draft 2020-12: \(passed) of \(total), \(SchemaSuiteTests.known.count) explained")
    }

    /// The suite's other documents, under the URLs that its schemas refer to.
    private static func remotes() throws -> [String: JSONValue] {
        var documents: [String: JSONValue] = [:]
        func add(_ folder: String) throws {
            for name in try Vectors.names(in: "json-schema/remotes\(folder)") {
                if name.hasSuffix(".json") {
                    documents["http://localhost:1234\(folder)/\(name)"] = try Vectors.json(
                        "json-schema/remotes\(folder)/\(name)")
                } else if !name.contains(".") {
                    try add("\(folder)/\(name)")
                }
            }
        }
        try add("/draft2020-12")
        return documents
    }
}
