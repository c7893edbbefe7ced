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
}
