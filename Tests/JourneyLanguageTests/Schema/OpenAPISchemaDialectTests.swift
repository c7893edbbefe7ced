import JourneyBase
import JourneyLanguage
import Testing

@Suite("OpenAPI schema dialects")
struct OpenAPISchemaDialectTests {
    private func admits(_ schema: JSONValue, _ value: JSONValue, _ dialect: JSONSchema.Dialect = .openAPI30) throws
        -> Bool
    {
        try JSONSchema.compile(schema, dialect: dialect).admits(value)
    }

    @Test("3.0 accepts null where nullable, and only beside a type")
    func nullable() throws {
        #expect(try admits(["type": "string", "nullable": true], nil))
        #expect(try !admits(["type": "string", "nullable": false], nil))
        #expect(try !admits(["type": "string"], nil))
        #expect(try !admits(["type": "string", "nullable": true, "enum": ["a"]], nil))
        #expect(try !admits(["nullable": true, "allOf": [["type": "string"]]], nil))
        // 3.1 does not have the keyword.
        #expect(try !admits(["type": "string", "nullable": true], nil, .openAPI31))
    }

    @Test("3.0 has boolean exclusive bounds")
    func exclusiveBounds() throws {
        #expect(try !admits(["minimum": 1, "exclusiveMinimum": true], 1))
        #expect(try admits(["minimum": 1, "exclusiveMinimum": false], 1))
        #expect(try !admits(["maximum": 1, "exclusiveMaximum": true], 1))
        #expect(throws: SchemaProblem.self) { try admits(["exclusiveMinimum": 1], 1) }
        #expect(throws: SchemaProblem.self) { try admits(["exclusiveMinimum": true], 1, .openAPI31) }
    }

    @Test("siblings of $ref are ignored in 3.0 and applied in 3.1")
    func siblings() throws {
        let document: JSONValue = [
            "components": ["schemas": ["A": ["type": "string"]]],
            "use": ["$ref": "#/components/schemas/A", "maxLength": 1],
        ]
        #expect(try JSONSchema.compile(document, at: "/use", dialect: .openAPI30).admits("abc"))
        #expect(try !JSONSchema.compile(document, at: "/use", dialect: .openAPI31).admits("abc"))
    }

    @Test("3.0 has a single type other than null, and no boolean schema")
    func types() {
        for schema in [["type": ["string", "null"]], ["type": "null"], true, ["type": "text"]] as [JSONValue] {
            #expect(throws: SchemaProblem.self) { try admits(schema, "a") }
        }
    }

    @Test(
        "3.0 ignores keywords of later drafts",
        arguments: ["const", "patternProperties", "if", "$id", "$anchor"])
    func laterKeywords(keyword: String) throws {
        #expect(try admits(.object(["type": "object", keyword: ["a": false]]), [:]))
    }

    @Test(
        "a pattern that cannot be compiled checks nothing, and the rest is checked", arguments: [false, true])
    func patterns(is31: Bool) throws {
        let dialect: JSONSchema.Dialect = is31 ? .openAPI31 : .openAPI30
        let text: JSONValue = ["type": "string", "pattern": "(a)\\1", "maxLength": 3]
        #expect(try admits(text, "x", dialect) && !admits(text, "xxxx", dialect) && !admits(text, 1, dialect))
        let members: JSONValue = [
            "properties": ["a": ["type": "string"]], "patternProperties": ["(?<=x)y": false],
            "additionalProperties": false,
        ]
        #expect(try !admits(members, ["a": 1], dialect))
        #expect(try admits(members, ["xy": 1], dialect) == is31)
        #expect(throws: SchemaProblem.self) { try admits(text, "x", .draft202012) }
    }

    @Test("members of the other direction are not required, and are refused", arguments: [false, true])
    func directions(is31: Bool) throws {
        let schema = try JSONSchema.compile(
            [
                "required": ["id", "secret", "name"],
                "properties": [
                    "id": ["$ref": "#/$defs/id"], "secret": ["type": "string", "writeOnly": true],
                    "name": ["type": "string"],
                ],
                "$defs": ["id": ["type": "string", "readOnly": true]],
            ], dialect: is31 ? .openAPI31 : .openAPI30)
        #expect(schema.admits(["secret": "s", "name": "n"], use: .request))
        #expect(schema.admits(["id": "1", "name": "n"], use: .response))
        #expect(
            schema.faults(in: ["id": "1", "secret": "s", "name": "n"], use: .request).map(\.keyword) == ["readOnly"])
        #expect(
            schema.faults(in: ["id": "1", "secret": "s", "name": "n"], use: .response).map(\.keyword) == ["writeOnly"])
        #expect(schema.faults(in: ["name": "n"]).map(\.keyword) == ["required", "required"])
        #expect(schema.faults(in: ["secret": "s"], use: .request).map(\.description) == ["/name is missing."])
    }

    @Test(
        "the exemption applies across parts that declare and require a member", arguments: [false, true])
    func directionsOfParts(is31: Bool) throws {
        func schema(_ text: JSONValue) throws -> JSONSchema {
            let all = text.object?.merging(["components": Self.parts]) { own, _ in own } ?? [:]
            return try JSONSchema.compile(.object(all), dialect: is31 ? .openAPI31 : .openAPI30)
        }
        let base: JSONValue = ["$ref": "#/components/Base"]
        let need: JSONValue = ["required": ["id", "pin", "name"]]
        for combined in [
            ["allOf": [base, need]], ["allOf": [need, base]], ["allOf": [["allOf": [base]], ["allOf": [need]]]],
            ["allOf": [base, ["oneOf": [need]]]], ["allOf": [base, ["anyOf": [need, ["required": ["x"]]]]]],
        ] as [JSONValue] {
            let schema = try schema(combined)
            #expect(schema.admits(["name": "n", "pin": "1"], use: .request))
            #expect(schema.admits(["name": "n", "id": "1"], use: .response))
            #expect(!schema.admits(["pin": "1"], use: .request))
            #expect(!schema.admits(["id": "1"], use: .response))
            #expect(!schema.admits(["id": "1", "name": "n", "pin": "1"], use: .request))
            #expect(!schema.admits(["id": "1", "name": "n", "pin": "1"], use: .response))
            #expect(!schema.admits(["name": "n", "pin": "1"]))
        }
        // Near misses: nested members, elements, and forbidden members are not exempt.
        let inner = try schema(["allOf": [base, ["properties": ["more": need]]]])
        #expect(!inner.admits(["more": ["name": "n", "pin": "1"]], use: .request))
        let never = try schema(["allOf": [base, ["not": ["required": ["id"]]]]])
        #expect(never.admits(["name": "n"], use: .request))
        let branch = try schema(["oneOf": [base, ["required": ["id", "x"]]]])
        #expect(!branch.admits(["x": 1, "name": 1], use: .request))
    }

    private static let parts: JSONValue = [
        "Base": [
            "properties": [
                "id": ["$ref": "#/components/Id"], "pin": ["allOf": [["$ref": "#/components/Pin"]]],
                "name": ["type": "string"],
            ]
        ], "Id": ["type": "string", "readOnly": true], "Pin": ["type": "string", "writeOnly": true],
    ]

    @Test("an element's or another member's declaration exempts nothing", arguments: ["items", "contains"])
    func directionsOfElements(keyword: String) throws {
        let schema = try JSONSchema.compile(
            [
                "allOf": [
                    ["properties": ["id": ["readOnly": true]]],
                    .object([keyword: ["type": "object", "required": ["id"]]]),
                ]
            ], dialect: .openAPI31)
        #expect(!schema.admits([["x": 1]], use: .request))
        #expect(schema.admits([["id": 1]], use: .request))
    }

    @Test("a discriminator is an annotation")
    func discriminator() throws {
        let schema: JSONValue = [
            "discriminator": ["propertyName": "kind"], "oneOf": [["type": "object"], ["type": "string"]],
        ]
        #expect(try admits(schema, [:]))
        #expect(try admits(schema, [:], .openAPI31))
    }

    @Test("a shared schema is compiled once and found by its pointer")
    func sharing() throws {
        let document: JSONValue = [
            "components": ["schemas": ["A": ["type": "string"], "a/b~c": ["$ref": "#/components/schemas/A"]]]
        ]
        let schemas = try JSONSchema.compile(
            document, at: ["/components/schemas/A", "/components/schemas/a~1b~0c"], dialect: .openAPI30)
        #expect(schemas.map { $0.admits("x") } == [true, true])
        #expect(schemas.map { $0.admits(1) } == [false, false])
        #expect(throws: SchemaProblem.self) {
            try JSONSchema.compile(document, at: "/components/schemas/B", dialect: .openAPI30)
        }
    }
}
