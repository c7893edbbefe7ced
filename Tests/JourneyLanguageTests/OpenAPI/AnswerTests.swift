import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Validating answers against the document")
struct AnswerTests {
    static func schema(_ name: String) -> JSONValue {
        ["schema": ["type": "object", "required": [.string(name)], "properties": .object([name: ["type": "string"]])]]
    }

    private func operation(_ responses: JSONValue, method: String = "get") throws -> JourneyLanguage.Operation {
        try TestDocument.operation("op", in: TestDocument.document(["responses": responses], method: method))
    }

    /// Returns `true` if the response is accepted.
    private func passes(
        _ operation: JourneyLanguage.Operation, _ status: Int, _ type: String?, _ body: String,
        headers: HTTPFields = [:]
    ) -> Bool {
        var headers = headers
        headers["Content-Type"] = type
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        do throws(JourneyError) {
            _ = try operation.answer(of: response)
            return true
        } catch {
            #expect(error.code == .validationFail)
            return false
        }
    }

    @Test("an exact status precedes its range, which precedes the default")
    func statuses() throws {
        let json = { (name: String) -> JSONValue in ["content": ["application/json": AnswerTests.schema(name)]] }
        let all = try operation(["200": json("exact"), "2XX": json("range"), "default": json("default")])
        for (status, member) in [(200, "exact"), (201, "range"), (299, "range"), (404, "default"), (500, "default")] {
            for name in ["exact", "range", "default"] {
                #expect(passes(all, status, "application/json", #"{"\#(name)":"x"}"#) == (name == member))
            }
        }
        let some = try operation(["200": json("exact"), "4XX": json("range")])
        // An undeclared success must match a declared one, such as a replay's 200 where 201 is declared.
        #expect(passes(some, 201, "application/json", #"{"exact":"x"}"#))
        #expect(!passes(some, 201, "application/json", #"{"range":"x"}"#))
        #expect(!passes(try operation(["404": json("a")]), 200, "application/json", #"{"a":"x"}"#))
        #expect(passes(some, 422, "application/json", #"{"range":"x"}"#))
        #expect(!passes(some, 500, "application/json", #"{"range":"x"}"#))
    }

    @Test("an invalid status is refused at load", arguments: ["20", "2xx", "600", "0XX", "2000", "ok", "2X0", ""])
    func badStatus(name: String) {
        #expect(throws: Refusal.self) { try operation(.object([name: ["description": ""]])) }
    }

    static let types: [(String, String?, Bool)] = [
        ("application/json", "application/json", true), ("application/json", "application/json; charset=utf-8", true),
        ("application/json; charset=utf-8", "application/json", true), ("application/json", "APPLICATION/JSON", true),
        ("application/json", "application/problem+json", false), ("application/json", "text/html", false),
        ("application/json", nil, false), ("application/json", "json", false),
        ("application/json", "application/json; charset=utf-16", true),
        ("application/*", "application/vnd.x+json", true),
        ("*/*", "application/json", true), ("application/vnd.x+json; v=1", "application/vnd.x+json; v=1", true),
        ("application/vnd.x+json; v=1", "application/vnd.x+json; v=2", false),
    ]

    @Test("the media type must be a declared one", arguments: types)
    func mediaTypes(declared: String, given: String?, isFit: Bool) throws {
        let one = try operation(["200": ["content": .object([declared: AnswerTests.schema("a")])]])
        #expect(passes(one, 200, given, #"{"a":"x"}"#) == isFit)
    }

    @Test("the most specific media type applies")
    func specific() throws {
        let many = try operation([
            "200": [
                "content": [
                    "application/json": AnswerTests.schema("json"), "application/*": AnswerTests.schema("application"),
                    "*/*": AnswerTests.schema("any"), "application/vnd.x+json; v=1": AnswerTests.schema("one"),
                    "application/vnd.x+json": AnswerTests.schema("plain"),
                ]
            ]
        ])
        for (type, member) in [
            ("application/json", "json"), ("application/y+json", "application"), ("image/z+json", "any"),
            ("application/vnd.x+json; v=1", "one"), ("application/vnd.x+json; v=2", "plain"),
        ] {
            for name in ["json", "application", "any", "one", "plain"] {
                #expect(passes(many, 200, type, #"{"\#(name)":"x"}"#) == (name == member), "\(type) \(name)")
            }
        }
    }

    @Test("responses that break their declaration are refused without revealing their content")
    func bodies() throws {
        let one = try operation([
            "200": ["content": ["application/json": AnswerTests.schema("a")]], "204": ["description": ""],
        ])
        #expect(passes(one, 200, "application/json", #"{"a":"x","more":1}"#))
        for body in ["", "{", "[]", #"{"a":1}"#, "{}", "null", #"{"a":"x"}{}"#, #"{"a":"x","a":"y"}"#] {
            #expect(!passes(one, 200, "application/json", body))
        }
        #expect(passes(one, 204, nil, ""))
        let response = HTTPResponse.json(["a": ["4111111111111111"]])
        let error = #expect(throws: JourneyError.self) { try one.answer(of: response) }
        #expect(error?.message.contains("4111") == false)
    }

    @Test("a body beyond the limit is refused before it is parsed")
    func large() throws {
        let one = try operation(["200": ["content": ["application/json": [:]]]])
        let body = Array("[\"".utf8) + [UInt8](repeating: 0x61, count: 1 << 20) + Array("\"]".utf8)
        let response = HTTPResponse(status: 200, headers: ["Content-Type": "application/json"], body: body)
        let error = #expect(throws: JourneyError.self) { try one.answer(of: response) }
        #expect(error?.code == .responseTooLarge)
    }

    static let headers: [(JSONValue, String?, Bool)] = [
        (["required": true, "schema": ["type": "string"]], nil, false),
        (["required": true, "schema": ["type": "string"]], "x", true), (["schema": ["type": "string"]], nil, true),
        (["schema": ["type": "integer"]], "12", true), (["schema": ["type": "integer"]], "x", false),
        (["schema": ["type": "boolean"]], "true", true),
        (["schema": ["type": "string", "maxLength": 2]], "abc", false),
        (["schema": ["type": "array", "maxItems": 2]], "a, b", true),
        (["schema": ["type": "array", "maxItems": 2]], "a,b,c", false),
        (["explode": true, "schema": ["type": "object", "required": ["a"]]], "a=1,b=2", true),
        (["schema": ["type": "object", "required": ["a"]]], "a,1", true),
        (["schema": ["type": "object", "required": ["a"]]], "a", false),
        (["schema": ["type": "array", "items": ["type": "integer"]]], "1, 2", true),
        (["schema": ["type": "array", "items": ["type": "integer"]]], "1,x", false),
        (["schema": ["type": "array", "items": ["type": "integer", "maximum": 1]]], "1,2", false),
        (["schema": ["type": "array", "items": ["type": "boolean"]]], "true,false", true),
        (["schema": ["type": "array", "items": ["type": "boolean"]]], "true,1", false),
        (["schema": ["type": "array", "items": ["type": "string"]]], "1,true", true),
        (["schema": ["allOf": [["type": "array", "items": ["type": "number"]]]]], "0.5,2", true),
        (["schema": ["type": "object", "properties": ["a": ["type": "integer"]]]], "a,1,b,x", true),
        (["schema": ["type": "object", "properties": ["a": ["type": "integer"]]]], "a,x", false),
        (["explode": true, "schema": ["type": "object", "properties": ["a": ["type": "boolean"]]]], "a=true", true),
        (["explode": true, "schema": ["type": "object", "additionalProperties": ["type": "integer"]]], "b=7", true),
        (["explode": true, "schema": ["type": "object", "additionalProperties": ["type": "integer"]]], "b=x", false),
        (["schema": ["type": "object"]], "a,1,a,2", false),
        (["content": ["application/json": ["schema": ["type": "object"]]]], "{}", true),
        (["content": ["application/json": ["schema": ["type": "object"]]]], "{", false),
    ]

    @Test("declared headers must be present and valid", arguments: headers)
    func header(declared: JSONValue, value: String?, isFit: Bool) throws {
        let one = try operation([
            "200": ["headers": ["X-H": declared, "Content-Type": ["required": true, "schema": [:]]]]
        ])
        #expect(passes(one, 200, nil, "", headers: value.map { ["x-h": $0] } ?? [:]) == isFit)
    }

    @Test("write-only members are not in an answer, and not missed")
    func writeOnly() throws {
        let one = try operation([
            "200": [
                "content": [
                    "application/json": [
                        "schema": [
                            "type": "object", "required": ["pin", "a"],
                            "properties": ["pin": ["type": "string", "writeOnly": true], "a": ["type": "string"]],
                        ]
                    ]
                ]
            ]
        ])
        #expect(passes(one, 200, "application/json", #"{"a":"x"}"#))
        #expect(!passes(one, 200, "application/json", #"{"a":"x","pin":"1"}"#))
        #expect(one.outputs == ["a": .string])
    }

    @Test("Accept lists the media types of successes")
    func accept() throws {
        let vendor = try operation(["200": ["content": ["application/vnd.bank+json": [:], "text/html": [:]]]])
        #expect(
            try vendor.request(arguments: [:]).headers["Accept"]
                == "application/vnd.bank+json, application/problem+json")
        for (responses, accept) in [
            (["200": ["content": ["text/plain": [:]]]], "text/plain, application/problem+json"),
            (
                ["default": ["content": ["application/vnd.bank+json": [:]]]],
                "application/vnd.bank+json, application/problem+json"
            ),
            (
                ["200": ["content": ["text/csv": [:]]], "default": ["content": ["application/json": [:]]]],
                "text/csv, application/problem+json"
            ),
            (["200": ["content": ["application/json": [:], "text/plain": [:]]]], "application/json"),
            (["200": ["content": ["*/*": [:]]]], "application/json"), (["204": [:]], "application/json"),
        ] as [([String: JSONValue], String)] {
            #expect(try operation(.object(responses)).request(arguments: [:]).headers["Accept"] == accept)
        }
        let plain = try operation(["201": ["content": ["application/json; charset=utf-8": [:]]]])
        #expect(try plain.request(arguments: [:]).headers["Accept"] == "application/json")
    }
}
