import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Strict reading of OpenAPI documents")
struct DocumentTests {
    static func sentence(_ text: String) -> String? {
        do {
            _ = try TestDocument.resolver(Array(text.utf8))
            return nil
        } catch let refusal as Refusal { return refusal.message } catch { return "\(error)" }
    }

    @Test(
        "a document that is not OpenAPI 3.0, 3.1 or 3.2 is refused in one sentence",
        arguments: [
            ("openapi: 3.1.0\ninfo: {}\n", "is YAML; convert it with journey bundle"),
            ("---\nopenapi: 3.1.0\n", "is YAML"),
            ("# Bank API\nopenapi: 3.0.0", "is YAML"), ("%YAML 1.2\n---\n", "is YAML"),
            ("\n  swagger: '2.0'", "is YAML"),
            ("", "is not valid JSON"), ("<html>", "is not valid JSON"), ("[]", "is not a JSON object"),
            ("{", "is not valid JSON"),
            ("{\"openapi\":\"3.1.0\",\"openapi\":\"3.0.0\"}", "JSON_DUPLICATE_KEY"),
            ("{\"swagger\":\"2.0\",\"paths\":{}}", "Swagger"), ("{\"paths\":{}}", "#/openapi is missing"),
            ("{\"openapi\":\"3.3.0\",\"paths\":{}}", "must be 3.0, 3.1 or 3.2"),
            ("{\"openapi\":\"3.1\",\"paths\":{}}", "must be 3.0, 3.1 or 3.2"),
            ("{\"openapi\":\"3.0.x\",\"paths\":{}}", "must be 3.0, 3.1 or 3.2"),
            ("{\"openapi\":\"3.1.0\"}", "#/paths is missing"),
            (
                "{\"openapi\":\"3.1.0\",\"paths\":{},\"jsonSchemaDialect\":\"https://evil.test\"}",
                "unsupported dialect"
            ),
            (
                "{\"openapi\":\"3.0.3\",\"paths\":{},\"jsonSchemaDialect\":\"https://spec.openapis.org/oas/3.1/dialect/base\"}",
                "requires OpenAPI 3.1"
            ),
        ])
    func documents(text: String, sentence: String) {
        #expect(DocumentTests.sentence(text)?.contains(sentence) == true)
    }

    @Test("ten megabytes, deep nesting and too many values are refused before parsing")
    func large() {
        let padding = String(repeating: " ", count: 10 << 20)
        #expect(
            DocumentTests.sentence("{\"openapi\":\"3.1.0\"\(padding)}")?.contains("bytes long; the maximum is 4194304")
                == true)
        let deep = String(repeating: "[", count: 100) + String(repeating: "]", count: 100)
        #expect(DocumentTests.sentence("{\"x\":\(deep)}")?.contains("JSON_TOO_DEEP") == true)
        let many = "[" + String(repeating: "0,", count: 600_000) + "0]"
        #expect(DocumentTests.sentence("{\"x\":\(many)}")?.contains("JSON_TOO_MANY_VALUES") == true)
    }

    @Test("a duplicate operationId is refused, also in webhooks and callbacks")
    func duplicates() throws {
        let good = TestDocument.document(["responses": ["200": ["description": ""]]])
        #expect(try TestDocument.refusal(good) == nil)
        for (path, value) in [
            ("paths /b", ["get": ["operationId": "op"]]), ("paths /a post", ["operationId": "op"]),
            ("webhooks", ["w": ["post": ["operationId": "op"]]]),
            ("paths /a get callbacks", ["c": ["{$request.query.url}": ["post": ["operationId": "op"]]]]),
        ] as [(String, JSONValue)] {
            #expect(
                try TestDocument.refusal(good.setting(path, to: value))?.message.contains("duplicate operationId: 'op'")
                    == true)
        }
        let other = good.setting("webhooks", to: ["w": ["post": ["operationId": "hook"]]])
        #expect(try TestDocument.resolver(other.compactBytes).operationIDs == ["op"])
    }

    @Test("references are resolved wherever they are allowed")
    func references() throws {
        let components: JSONValue = [
            "parameters": [
                "P": ["name": "p", "in": "query", "schema": ["$ref": "#/components/schemas/Text"]],
                "Q": ["$ref": "#/components/parameters/P"],
            ],
            "schemas": [
                "Text": ["type": "string", "maxLength": 3],
                "Body": [
                    "type": "object", "required": ["a"], "properties": ["a": ["$ref": "#/components/schemas/Text"]],
                ],
                "Tree": [
                    "type": "object",
                    "properties": [
                        "kids": ["type": "array", "items": ["$ref": "#/components/schemas/Tree"]],
                        "name": ["$ref": "#/components/schemas/Text"],
                    ],
                ],
                "a/b ~c": ["type": "integer"],
            ],
            "requestBodies": [
                "B": ["content": ["application/json": ["schema": ["$ref": "#/components/schemas/Body"]]]]
            ],
            "responses": [
                "R": [
                    "headers": ["X-H": ["$ref": "#/components/headers/H"]],
                    "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Tree"]]],
                ]
            ],
            "headers": ["H": ["required": true, "schema": ["$ref": "#/components/schemas/a~1b%20~0c"]]],
            "pathItems": [
                "I": [
                    "post": [
                        "operationId": "op", "parameters": [["$ref": "#/components/parameters/Q"]],
                        "requestBody": ["$ref": "#/components/requestBodies/B"],
                        "responses": ["2XX": ["$ref": "#/components/responses/R"]],
                    ]
                ]
            ],
        ]
        let document = TestDocument.document([:], components: components)
            .setting("paths", to: ["/a": ["$ref": "#/components/pathItems/I"]])
        let operation = try TestDocument.operation("op", in: document)
        #expect(Set(operation.inputs.keys) == ["a", "p"])
        #expect(operation.outputs == ["kids": .array, "name": .string])
        #expect(throws: JourneyError.self) { try operation.request(arguments: ["a": "long", "p": "x"]) }
        let tree: JSONValue = ["name": "a", "kids": [["name": "b", "kids": []]]]
        var response = HTTPResponse.json(tree, status: 201, headers: ["X-H": "7"])
        #expect(try operation.answer(of: response) == tree)
        response = HTTPResponse.json(["kids": [["kids": [["name": "long"]]]]], status: 201, headers: ["X-H": "7"])
        #expect(throws: JourneyError.self) { try operation.answer(of: response) }
    }

    static let badReferences: [(String, String)] = [
        ("https://evil.test/openapi.json#/components/parameters/P", "refers to another document"),
        ("other.json#/P", "refers to another document"), ("file:///etc/passwd", "refers to another document"),
        ("//evil.test/x", "refers to another document"), ("#/components/parameters/Nowhere", "has no target"),
        ("#/components/parameters/Loop", "refers to itself"), ("#/components/parameters/L1", "refers to itself"),
        ("#P", "is not a JSON pointer"), ("#/%zz", "is not a JSON pointer"), ("", "is empty"),
        ("#/components/parameters/C0", "a chain of more than 16"), ("#/components/list/01", "has no target"),
        ("#/components/list/9", "has no target"), ("#/components/schemas/S", "name is missing"),
    ]

    @Test("an external, broken or circular reference is refused", arguments: badReferences)
    func badReference(reference: String, sentence: String) throws {
        var parameters: [String: JSONValue] = [
            "Loop": ["$ref": "#/components/parameters/Loop"], "L1": ["$ref": "#/components/parameters/L2"],
            "L2": ["$ref": "#/components/parameters/L1"],
        ]
        for index in 0..<40 { parameters["C\(index)"] = ["$ref": .string("#/components/parameters/C\(index + 1)")] }
        let document = TestDocument.document(
            ["parameters": [["$ref": .string(reference)]]],
            components: ["parameters": .object(parameters), "schemas": ["S": ["type": "string"]], "list": [[:]]])
        let refusal = try #require(try TestDocument.refusal(document))
        #expect(refusal.message.contains(sentence))
        #expect(refusal.code == .oapiInvalid)
    }

    @Test("a path item with a reference and more, and a circular schema, are refused")
    func senseless() throws {
        let item = TestDocument.document([:]).setting("paths /a $ref", to: "#/components/pathItems/I")
            .setting("components pathItems", to: ["I": [:]])
        #expect(try TestDocument.refusal(item)?.message.contains("both a $ref and get") == true)
        for schema: JSONValue in [
            ["$ref": "#/components/schemas/S"], ["allOf": [["$ref": "#/components/schemas/S"]]],
            ["anyOf": [["$ref": "#/components/schemas/S"], ["type": "string"]]],
        ] {
            let document = TestDocument.document(
                ["parameters": [["name": "p", "in": "query", "schema": ["$ref": "#/components/schemas/S"]]]],
                components: ["schemas": ["S": schema]])
            #expect(try TestDocument.refusal(document)?.code == .oapiInvalid)
        }
    }

    @Test(
        "an invalid path is refused",
        arguments: [
            "a", "/a?b=c", "/a#b", "/a b", "/../a", "/%2e%2e/a", "/{a", "/a}", "/{}", "/{p}/{p}", "/a\\b", "/a%2",
        ])
    func paths(path: String) throws {
        let document = TestDocument.document(
            [
                "parameters": [["name": "p", "in": "path", "required": true, "schema": [:]]]
            ], path: path)
        #expect(try TestDocument.refusal(document)?.message.contains("has an invalid path") == true)
    }

    @Test("an unknown operation is reported with the nearest existing one")
    func unknown() throws {
        let refusal = #expect(throws: Refusal.self) { try TestDocument.operation("createTransfr") }
        #expect(refusal?.code == .operationUnknown)
        #expect(refusal?.message.hasSuffix("'createTransfr'; did you mean 'createTransfer'?") == true)
    }
}
