import JourneyBase
import TestSupport
import Testing

@testable import JourneyOpenAPITool

@Suite("YAML")
struct YAMLReaderTests {
    private static let limits = JSONLimits(bytes: 1 << 20, depth: 64, values: 100_000)

    private func read(_ text: String) throws -> JSONValue {
        try YAMLReader.read(Array(text.utf8), limits: YAMLReaderTests.limits).value
    }

    static let file = "bank-apis/yaml-cases.json"

    @Test("YAML is read as core-schema JSON or refused", .enabled(if: Vectors.has(file), "\(Vectors.missing)"))
    func cases() throws {
        let cases = try #require(try JSONReader.read(try Vectors.bytes(YAMLReaderTests.file)).array)
        var right = 0
        for element in cases {
            let text = try #require(element["yaml"]?.string)
            let value = try? read(text)
            let isRight = value.map { same($0, element["json"]) } ?? (element["refuse"] == true)
            #expect(isRight, "\(element["name"]?.string ?? ""): \(value?.compactText ?? "refused")")
            if isRight { right += 1 }
        }
        print("YAML cases: \(right)/\(cases.count)")
        #expect(right == cases.count)
    }

    /// Compares numbers by value: `1e3` is `1000.0`.
    private func same(_ value: JSONValue, _ wanted: JSONValue?) -> Bool {
        value.canonicalBytes != nil && value.canonicalBytes == wanted?.canonicalBytes
    }

    @Test(
        "scalars follow the core schema",
        arguments: [
            ("+1", "1"), ("-0", "-0"), ("007", "7"), ("1.", "1"), (".5", "0.5"), ("-.5e+3", "-0.5e3"), ("0o17", "15"),
            ("0xfF", "255"), ("-0x1", "\"-0x1\""), ("0b1", "\"0b1\""), ("1e", "\"1e\""), (".", "\".\""), ("+", "\"+\""),
            ("~", "null"), ("NULL", "null"), ("nULL", "\"nULL\""), ("TRUE", "true"), ("y", "\"y\""),
            ("1:30", "\"1:30\""),
            ("12345678901234567890123", "12345678901234567890123"), ("0x", "\"0x\""), ("1.2.3", "\"1.2.3\""),
            ("'1'", "\"1\""), ("2024-01-31", "\"2024-01-31\""), ("'~'", "\"~\""), ("0.10", "0.10"),
        ])
    func scalars(text: String, json: String) throws {
        #expect(try read("a: \(text)")["a"]?.compactText == json)
    }

    @Test(
        "unsupported YAML is refused with its name and location",
        arguments: [
            ("a: *b", 1, 4, "Aliases"), ("a: !!str 1", 1, 4, "Tags"), ("! a: 1", 1, 1, "Tags"),
            ("x: 1\n<<: {}", 2, 1, "Merge keys"),
            ("a:\n  b: 1\n  b: 2", 3, 3, "two members"), ("é: 1\ne\u{301}: 2", 2, 1, "two members"),
            ("1.5: a", 1, 1, "neither text"),
            ("~: a", 1, 1, "neither text"), ("true: a", 1, 1, "neither text"), ("? [a]\n: 1", 1, 3, "not a scalar"),
            ("a: -.INF", 1, 4, "no number"), ("a: 1\n---\nb: 1", 2, 1, "more than one document"),
            ("", 1, 1, "no document"),
            ("a: [1", 2, 1, "syntax"), ("a: \"\\ud83d\\ude00\"", 1, 5, "syntax"), ("a\u{0}b: 1", 1, 1, "syntax"),
            ("x", 1, 1, "neither a mapping"),
        ])
    func refusals(text: String, line: Int, column: Int, sentence: String) {
        let error = #expect(throws: YAMLError.self) { try read(text) }
        #expect(error?.message.contains(sentence) == true, "\(String(describing: error))")
        #expect(
            error?.line == line && (error?.column == column || sentence == "syntax"), "\(String(describing: error))")
    }

    @Test("documents are limited in size, depth and values")
    func bounds() throws {
        let deep = String(repeating: "[", count: 20_000)
        #expect(throws: YAMLError.self) { try read(deep) }
        #expect(throws: YAMLError.self) {
            try read("a: " + String(repeating: "[", count: 64) + String(repeating: "]", count: 64))
        }
        _ = try read("a: " + String(repeating: "[", count: 63) + String(repeating: "]", count: 63))
        #expect(throws: YAMLError.self) { try read(String(repeating: "- 1\n", count: 100_001)) }
        #expect(throws: YAMLError.self) { try read("a: " + String(repeating: "x", count: 1 << 20)) }
    }

    @Test("a leading zero gives a warning, and positions match the text")
    func places() throws {
        let text = "a:\n  - {b: 011, c: 0}\n  - \"d/e~\": x\n"
        let document = try YAMLReader.read(
            Array(text.utf8), limits: YAMLReaderTests.limits, locating: ["", "/a/0/b", "/a/1", "/a/1/d~1e~0", "/z"])
        #expect(document.warnings.map(\.description) == ["2:9: 011 is the number 11; quote it if it is text."])
        #expect(
            document.places.mapValues { "\($0.line):\($0.column)" } == [
                "": "1:1", "/a/0/b": "2:6", "/a/1": "3:5", "/a/1/d~1e~0": "3:5",
            ])
    }

    @Test(
        "a document has the same value in YAML and JSON",
        .enabled(if: Vectors.has("bank-apis/adyen-transfers-v4.yaml"), "\(Vectors.missing)"))
    func bothFormats() throws {
        let limits = JSONLimits(bytes: 4 << 20, depth: 64, values: 500_000)
        let document = try YAMLReader.read(try Vectors.bytes("bank-apis/adyen-transfers-v4.yaml"), limits: limits)
        let json = try JSONReader.read(try Vectors.bytes("bank-apis/adyen-transfers-v4.json"), limits: limits)
        // Two routing numbers lack their quotes in YAML.
        let text = document.value.compactText.replacing(
            "\"routingNumber\":11000138", with: "\"routingNumber\":\"011000138\"")
        #expect(text == json.compactText)
        #expect(document.warnings.count == 2)
    }
}
