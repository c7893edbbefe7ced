import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("OpenAPI 3.2 documents")
struct Version32Tests {
    private func document(_ operation: JSONValue, version: String = "3.2.0", method: String = "get") -> JSONValue {
        TestDocument.document(operation, method: method).setting("openapi", to: .string(version))
    }

    @Test("a 3.2 document is read like 3.1, with siblings of a $ref")
    func siblings() throws {
        let schema: JSONValue = ["$ref": "#/components/schemas/S", "maxLength": 2]
        let made = document(["parameters": [["name": "p", "in": "query", "schema": schema]]]).setting(
            "components", to: ["schemas": ["S": ["type": ["string", "null"]]]])
        let operation = try TestDocument.operation("op", in: made)
        #expect(try operation.request(arguments: ["p": "ab"]).url.query == "p=ab")
        #expect(throws: JourneyError.self) { try operation.request(arguments: ["p": "abc"]) }
    }

    @Test("additional methods may be declared, and only their use is refused")
    func methods() throws {
        var made = document([:])
        made = made.setting("paths /b", to: ["query": ["operationId": "search", "responses": [:]]])
        made = made.setting(
            "paths /c", to: ["additionalOperations": ["COPY": ["operationId": "copy", "responses": [:]]]])
        _ = try TestDocument.operation("op", in: made)
        for id in ["search", "copy"] {
            let error = #expect(throws: Refusal.self) { try TestDocument.operation(id, in: made) }
            #expect(error?.message.contains("has a method that journeys do not support") == true)
        }
    }

    @Test("unsupported parameters are ignored unless they are required", arguments: [false, true])
    func parameters(isRequired: Bool) throws {
        let list: [JSONValue] = [
            [
                "name": "q", "in": "querystring", "required": .bool(isRequired),
                "content": ["application/x-www-form-urlencoded": [:]],
            ],
            ["name": "c", "in": "cookie", "style": "cookie", "required": .bool(isRequired), "schema": [:]],
        ]
        for parameter in list {
            let refusal = try TestDocument.refusal(document(["parameters": [parameter]]))
            #expect((refusal != nil) == isRequired)
            #expect(refusal?.message.contains("which calls cannot set") ?? true)
            #expect(try TestDocument.refusal(document(["parameters": [parameter]], version: "3.1.0")) != nil)
        }
    }

    @Test("media types by reference are resolved, and item-sequence bodies are refused")
    func media() throws {
        let body: JSONValue = [
            "required": true, "content": ["application/json": ["$ref": "#/components/mediaTypes/M"]],
        ]
        let answer: JSONValue = [
            "200": ["description": "", "content": ["application/json": ["$ref": "#/components/mediaTypes/M"]]]
        ]
        let media: JSONValue = [
            "schema": ["type": "object", "required": ["a"], "properties": ["a": ["type": "integer"]]]
        ]
        let made = document(["requestBody": body, "responses": answer], method: "post").setting(
            "components", to: ["mediaTypes": ["M": media]])
        let operation = try TestDocument.operation("op", in: made)
        #expect(operation.inputs["a"]?.type == .integer && operation.answers.outputs.types["a"] == .integer)
        for word in ["itemSchema", "prefixEncoding", "itemEncoding"] {
            let items = made.setting("components mediaTypes M \(word)", to: word == "prefixEncoding" ? [] : [:])
            #expect(try TestDocument.refusal(items)?.message.contains("bodies of several items") == true)
        }
    }

    @Test("a security scheme may be referenced")
    func security() throws {
        let made = document(["security": [["#/components/securitySchemes/t": []]]]).setting(
            "components", to: ["securitySchemes": ["t": ["type": "http", "scheme": "bearer"]]])
        #expect(try TestDocument.operation("op", in: made).takesToken)
        #expect(try TestDocument.refusal(made.setting("openapi", to: "3.1.0")) != nil)
    }

    private static func member(_ name: String, _ value: JSONValue) -> JSONValue {
        ["200": ["description": "", "content": ["application/json": .object([name: value])]]]
    }

    /// Members that 3.2 has first: where an operation has one, and the reason if it can't be called with it.
    private static let additions: [(name: String, operation: JSONValue, refusal: String?)] = [
        (
            "a required querystring",
            [
                "parameters": [
                    ["name": "q", "in": "querystring", "required": true, "content": ["application/json": [:]]]
                ]
            ], "which calls cannot set"
        ),
        (
            "an optional querystring",
            ["parameters": [["name": "q", "in": "querystring", "content": ["application/json": [:]]]]], nil
        ),
        (
            "a required cookie of the style cookie",
            ["parameters": [["name": "c", "in": "cookie", "style": "cookie", "required": true, "schema": [:]]]],
            "which calls cannot set"
        ),
        (
            "itemSchema of a body",
            ["requestBody": ["content": ["application/json": ["itemSchema": [:]]]]], "bodies of several items"
        ),
        (
            "prefixEncoding of a body",
            ["requestBody": ["content": ["multipart/form-data": ["prefixEncoding": []]]]], "bodies of several items"
        ),
        (
            "itemEncoding of a body",
            ["requestBody": ["content": ["multipart/form-data": ["itemEncoding": [:]]]]], "bodies of several items"
        ),
        ("itemSchema of an answer", ["responses": member("itemSchema", ["type": "object"])], nil),
        (
            "defaultMapping", ["responses": member("schema", ["discriminator": ["defaultMapping": "X"]])], nil
        ),
        (
            "dataValue and serializedValue",
            ["responses": member("examples", ["a": ["dataValue": 1, "serializedValue": "1"]])], nil
        ),
        ("the summary of a response", ["responses": ["200": ["summary": "Good"]]], nil),
        ("the name of a server", ["servers": [["url": "https://bank.example/v1", "name": "live"]]], nil),
        ("an additional member", ["x-new": [:], "summary": "Pay"], nil),
    ]

    @Test("a member of 3.2 refuses only an operation that needs it, with its location", arguments: additions.indices)
    func members(index: Int) throws {
        let (name, operation, sentence) = Version32Tests.additions[index]
        let made = document(operation, method: "post")
        let refusal = try TestDocument.refusal(made)
        #expect((refusal != nil) == (sentence != nil), "\(name): \(refusal?.message ?? "")")
        if let sentence {
            #expect(
                refusal?.message.contains(sentence) == true && refusal?.message.contains("#/paths/~1a/post") == true)
        }
        // Another operation of the same document is not affected.
        let other = made.setting("paths /b", to: ["get": ["operationId": "other", "responses": [:]]])
        #expect(try TestDocument.operation("other", in: other).id == "other", "\(name)")
    }

    @Test("members of a 3.2 document's head refuse nothing")
    func head() throws {
        let schemes: JSONValue = [
            "t": [
                "type": "oauth2", "oauth2MetadataUrl": "https://bank.example/oauth", "deprecated": true,
                "flows": [
                    "deviceAuthorization": [
                        "deviceAuthorizationUrl": "https://bank.example/d", "tokenUrl": "https://bank.example/t",
                        "scopes": [:],
                    ]
                ],
            ]
        ]
        let made = document(["security": [["t": []]]]).setting("$self", to: "https://bank.example/openapi.json")
            .setting("components", to: ["securitySchemes": schemes])
            .setting("tags", to: [["name": "a", "summary": "A", "parent": "b", "kind": "nav"]])
        #expect(try TestDocument.operation("op", in: made).takesToken)
    }
}
