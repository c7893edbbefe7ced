import JourneyBase
import JourneyLanguage
import Testing

@Suite("Hostile schemas")
struct SchemaBoundsTests {
    private func compile(_ schema: JSONValue) throws -> JSONSchema {
        try JSONSchema.compile(schema, dialect: .draft202012)
    }

    private func number(_ text: String) throws -> JSONValue { .number(try #require(JSONNumber(lexeme: text))) }

    @Test(
        "a circular reference that does not descend into the value is refused",
        arguments: [
            ["$ref": "#"],
            ["$defs": ["a": ["$ref": "#/$defs/b"], "b": ["$ref": "#/$defs/a"]], "$ref": "#/$defs/a"],
            ["allOf": [["anyOf": [["not": ["if": ["$ref": "#"]]]]]]],
            ["dependentSchemas": ["a": ["$ref": "#"]]],
        ] as [JSONValue])
    func circles(schema: JSONValue) {
        #expect(throws: SchemaProblem.self) { try compile(schema) }
    }

    @Test("a circular reference that descends accepts values of any readable depth")
    func tree() throws {
        let schema = try compile(["type": "array", "items": ["$ref": "#"]])
        var deep: JSONValue = []
        for _ in 0..<64 { deep = [deep] }
        #expect(schema.admits(deep))
        var bad: JSONValue = 1
        for _ in 0..<64 { bad = [bad] }
        #expect(schema.faults(in: bad).first?.pointer == String(repeating: "/0", count: 64))
    }

    @Test("a long chain of references compiles, and validation stops before the stack overflows")
    func deepChain() throws {
        var definitions: [String: JSONValue] = ["d5000": ["type": "string"]]
        for index in 0..<5_000 { definitions["d\(index)"] = ["$ref": .string("#/$defs/d\(index + 1)")] }
        let plain = try compile(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        #expect(plain.admits("a"))
        #expect(!plain.admits(1))
        for index in 0..<5_000 { definitions["d\(index)"] = ["allOf": [["$ref": .string("#/$defs/d\(index + 1)")]]] }
        let schema = try compile(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        #expect(schema.faults(in: "a").map(\.reason) == ["is nested too deeply to be validated"])
    }

    @Test("a circular dynamic reference is given up")
    func dynamicCircle() throws {
        let schema = try compile(["$dynamicAnchor": "a", "$dynamicRef": "#a"])
        #expect(!schema.admits(1))
        #expect(schema.faults(in: 1).map(\.keyword) == [""])
    }

    @Test("a schema that doubles with each level is given up, also below a not")
    func doubling() throws {
        var definitions: [String: JSONValue] = ["d60": ["type": "string"]]
        for index in 0..<60 {
            let next: JSONValue = ["$ref": .string("#/$defs/d\(index + 1)")]
            definitions["d\(index)"] = ["allOf": [next, next]]
        }
        let schema = try compile(["$ref": "#/$defs/d0", "$defs": .object(definitions)])
        #expect(schema.faults(in: "a", limits: SchemaLimits(work: 1_000_000)).map(\.keyword) == [""])
        let negated = try compile(["not": ["$ref": "#/$defs/d0"], "$defs": .object(definitions)])
        #expect(!negated.admits("a", limits: SchemaLimits(work: 1_000_000)))
    }

    @Test("the work of patterns is counted")
    func patternWork() throws {
        let schema = try compile(["items": ["pattern": "^(.?){500}$"]])
        let text = JSONValue.string(String(repeating: "a", count: 400))
        let limits = SchemaLimits(work: 1_000_000)
        #expect(schema.admits([text], limits: limits))
        let many = JSONValue.array(Array(repeating: text, count: 100))
        #expect(schema.faults(in: many, limits: limits).map(\.keyword) == [""])
        let names = try compile(["patternProperties": ["(x.?){500}$": true]])
        #expect(!names.admits(.object([String(repeating: "x", count: 100_000): 1]), limits: limits))
    }

    @Test("a huge enum is looked up, not searched")
    func hugeEnum() throws {
        let values = (0..<50_000).map { JSONValue.string("value \($0)") }
        let schema = try compile(["items": ["enum": .array(values)]])
        #expect(schema.admits(.array(values)))
        #expect(schema.faults(in: ["value 50000"]).map(\.reason) == ["is not an allowed value"])
    }

    @Test("each of a million elements is checked once, equal ones included")
    func hugeArrays() throws {
        let elements = (0..<1_000_000).map { JSONValue.number(JSONNumber($0)) }
        #expect(try compile(["uniqueItems": true]).admits(.array(elements)))
        let few = elements.prefix(10_000) + [try number("5e0")]
        #expect(try compile(["uniqueItems": true]).faults(in: .array(Array(few))).map(\.pointer) == ["/10000"])
    }

    @Test("huge exponents are compared as fast as other numbers")
    func hugeExponents() throws {
        let unique = try compile(["uniqueItems": true])
        let elements = try (0..<30_000).map { try number("\($0 + 1)1e1000000000000000000") }
        let start = ContinuousClock.now
        #expect(unique.admits(.array(elements)))
        let twice = elements + [elements[7]]
        #expect(unique.faults(in: .array(twice)).map(\.pointer) == ["/30000"])
        // Pairwise comparison would take minutes.
        #expect(ContinuousClock.now - start < .seconds(30))
    }

    @Test(
        "the size of compared values is counted",
        arguments: [["uniqueItems": true], ["items": ["enum": [[], [[]]]]], ["items": ["const": "b"]]] as [JSONValue])
    func comparisons(schema: JSONValue) throws {
        let schema = try compile(schema)
        let long = JSONValue.string(String(repeating: "a", count: 100_000))
        let faults = schema.faults(
            in: .array((0..<20).map { [long, .number(JSONNumber($0))] }), limits: SchemaLimits(work: 100_000))
        #expect(faults.map(\.keyword) == [""])
    }

    @Test(
        "the digits of numbers are counted",
        arguments: [["type": "integer"], ["minimum": 3], ["multipleOf": 3], ["const": 3], ["format": "int32"]]
            as [JSONValue])
    func digits(schema: JSONValue) throws {
        let schema = try JSONSchema.compile(["items": schema], dialect: .openAPI31)
        let long = try number(String(repeating: "3", count: 10_000) + ".0")
        let faults = schema.faults(in: .array(Array(repeating: long, count: 20)), limits: SchemaLimits(work: 100_000))
        #expect(faults.map(\.keyword).last == "")
    }

    @Test("a text checked as a pattern builds no table, and its length is counted")
    func patternsAsValues() throws {
        let schema = try JSONSchema.compile(["items": ["format": "regex"]], dialect: .openAPI31)
        // A pattern of maximum size with many classes.
        let text = (0..<25).map { "[\(UnicodeScalar(UInt8(97 + $0)))-z]" }.joined()
        let pattern = JSONValue.string("(?:\(text)){1,50}")
        #expect(schema.admits([pattern, "a+", ""]))
        #expect(schema.faults(in: ["a("]).map(\.keyword) == ["format"])
        let many = JSONValue.array(Array(repeating: pattern, count: 5_000))
        #expect(schema.faults(in: many).map(\.keyword) == [""])
    }

    @Test("the number of faults is limited")
    func faults() throws {
        let schema = try compile(["items": ["type": "string"]])
        let many = JSONValue.array(Array(repeating: 1, count: 10_000))
        #expect(schema.faults(in: many).count == 16)
        #expect(schema.faults(in: many, limits: SchemaLimits(faults: 3)).map(\.pointer) == ["/0", "/1", "/2"])
    }

    @Test(
        "numbers compare exactly, whatever their size",
        arguments: [
            (["maximum": 1], "1e400", false), (["minimum": 1], "1e400", true), (["minimum": 1], "-1e400", false),
            (["exclusiveMinimum": 0], "1e-400", true), (["type": "integer"], "1e400", true),
            (["const": 0], "1e-400", false),
            (["type": "integer"], "1e-400", false), (["multipleOf": 3], "1e400", false),
            (["multipleOf": 4], "1e400", true),
            (["maximum": 9_007_199_254_740_992], "9007199254740993", false), (["const": 0], "-0.0", true),
            (["maximum": 1], "1.00000000000000000000000001", false), (["const": 100], "1E+2", true),
            (["enum": [1]], "1.0", true), (["multipleOf": 1], "1e999999999999999", true),
            (["maximum": 1], "1e99999999999999999999", false), (["minimum": 1], "1e99999999999999999999", false),
        ] as [(JSONValue, String, Bool)])
    func numbers(schema: JSONValue, text: String, isGood: Bool) throws {
        #expect(try compile(schema).admits(number(text)) == isGood)
    }

    @Test("canonically equivalent strings are distinct")
    func scalars() throws {
        #expect(try !compile(["const": "\u{E9}"]).admits("e\u{301}"))
        #expect(try compile(["uniqueItems": true]).admits(["\u{E9}", "e\u{301}"]))
        #expect(try !compile(["maxLength": 1]).admits("e\u{301}"))
        #expect(try compile(["maxLength": 1]).admits("\u{1F600}"))
    }

    @Test(
        "a duplicate anchor or a malformed keyword is refused",
        arguments: [
            ["$defs": ["a": ["$anchor": "x"], "b": ["$anchor": "x"]]],
            ["$defs": ["a": ["$anchor": "x"], "b": ["$dynamicAnchor": "x"]]],
            ["$defs": ["a": ["$id": "https://a.example/x"], "b": ["$id": "https://a.example/x"]]],
            ["$id": "https://a.example/#x"], ["$anchor": "1a"], ["$anchor": "a#b"],
            ["$ref": "https://elsewhere.example/"],
            ["$ref": "#/$defs/none"], ["$ref": "#none"], ["$ref": 1], ["$ref": "#/%zz"],
            ["$schema": "https://other.example/"],
            ["type": "text"], ["type": []], ["minimum": "1"], ["minLength": -1], ["multipleOf": 0],
            ["multipleOf": 1_234_567_890_123_456_789], ["required": "a"], ["required": [1]], ["properties": []],
            ["allOf": []], ["allOf": [1]], ["items": [true]], ["pattern": "("], ["patternProperties": ["(": true]],
            ["uniqueItems": 1], ["dependentRequired": ["a": "b"]], ["enum": 1], ["not": 1], 1, "a",
        ] as [JSONValue])
    func misshapen(schema: JSONValue) {
        #expect(throws: SchemaProblem.self) { try compile(schema) }
    }

    @Test("faults never contain the value")
    func noValue() throws {
        let schema = try compile([
            "properties": ["a": ["type": "integer"], "b": ["maxLength": 2, "pattern": "^x", "enum": ["q"]]]
        ])
        for fault in schema.faults(in: ["a": "s3cret", "b": "s3cret"]) {
            #expect(!fault.description.contains("s3cret"))
        }
        #expect(schema.faults(in: ["a": "s3cret"]).map(\.description) == ["/a is not a whole number."])
    }

    @Test("a schema nested beyond the reading limit is refused")
    func deepSchema() {
        var schema: JSONValue = true
        for _ in 0..<200 { schema = ["not": schema] }
        #expect(throws: SchemaProblem.self) { try compile(schema) }
    }
}
