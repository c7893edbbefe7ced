import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Parameter locations")
struct ParameterTests {
    static func parameter(_ place: String, _ schema: JSONValue, _ more: [String: JSONValue] = [:]) -> JSONValue {
        var members: [String: JSONValue] = ["name": "p", "in": .string(place), "schema": schema]
        if place == "path" { members["required"] = true }
        return .object(members.merging(more) { $1 })
    }

    static let written: [(JSONValue, JSONValue, String)] = [
        (parameter("path", ["type": "string"]), "a b", "/a/a%20b"),
        (parameter("path", ["type": "array"]), ["a", "b"], "/a/a,b"),
        (parameter("path", ["type": "array"], ["style": "matrix", "explode": true]), ["a", "b"], "/a/;p=a;p=b"),
        (parameter("path", ["type": "string"], ["style": "label"]), "a", "/a/.a"),
        (parameter("path", ["type": "string"], ["allowReserved": true]), "a/b", "/a/a%2Fb"),
        (parameter("query", ["type": "array"]), ["a", "b"], "/a?p=a&p=b"),
        (parameter("query", ["type": "array"], ["explode": false]), ["a", "b"], "/a?p=a,b"),
        (parameter("query", ["type": "object"], ["style": "deepObject"]), ["x": 1], "/a?p%5Bx%5D=1"),
        (parameter("query", ["type": "object"], ["style": "deepObject", "explode": false]), ["x": 1], "/a?p%5Bx%5D=1"),
        (parameter("query", ["type": "string"], ["allowReserved": true]), "a/b", "/a?p=a/b"),
        (
            parameter("query", ["type": "array"], ["style": "pipeDelimited", "explode": true]), ["a", "b"], "/a?p=a&p=b"
        ),
        (parameter("query", ["type": "array"]), [], "/a"),
        (parameter("query", ["type": ["string", "null"]]), nil, "/a"),
        (
            ["name": "p", "in": "query", "content": ["application/json": ["schema": ["type": "object"]]]], ["x": [1]],
            "/a?p=%7B%22x%22%3A%5B1%5D%7D"
        ),
        (["name": "p", "in": "query", "content": ["text/plain": [:]]], "x y", "/a?p=x%20y"),
    ]

    @Test("path and query parameters are placed as declared", arguments: written)
    func address(parameter: JSONValue, value: JSONValue, target: String) throws {
        let request = try TestDocument.operation(parameter: parameter).request(arguments: ["p": value])
        #expect(request.url.description == "https://bank.example\(target)")
        #expect(request.headers["Cookie"] == nil)
    }

    @Test("header and cookie parameters are placed as declared")
    func headers() throws {
        let header = try TestDocument.operation(parameter: ParameterTests.parameter("header", ["type": "array"]))
        #expect(try header.request(arguments: ["p": ["a", "b"]]).headers["P"] == "a,b")
        let cookie = try TestDocument.operation(parameter: ParameterTests.parameter("cookie", ["type": "string"]))
        #expect(try cookie.request(arguments: ["p": "a;b=c"]).headers["Cookie"] == "p=a%3Bb%3Dc")
        let two: JSONValue = [
            "parameters": [
                ["name": "a", "in": "cookie", "schema": ["type": "string"]],
                ["name": "b", "in": "cookie", "explode": false, "schema": ["type": "array"]],
            ]
        ]
        let both = try TestDocument.operation("op", in: TestDocument.document(two))
        #expect(try both.request(arguments: ["a": "1", "b": ["x", "y"]]).headers["Cookie"] == "a=1; b=x,y")
    }

    @Test(
        "a header's value cannot end its line, and holds plain ASCII",
        arguments: [
            "a\r\nX-Evil: 1", "a\nb", "a\u{0}", "\u{7F}", "é", " a", "a ", "a\u{2028}b",
            String(repeating: "a", count: 8_001),
        ])
    func injection(value: String) throws {
        let header = try TestDocument.operation(parameter: ParameterTests.parameter("header", ["type": "string"]))
        let error = #expect(throws: JourneyError.self) { try header.request(arguments: ["p": .string(value)]) }
        #expect(error?.code == .validationFail)
        #expect(error?.message.contains("Evil") == false)
    }

    @Test(
        "a header that the engine owns is not an argument, in any spelling",
        arguments: [
            "Host", "authorization", "AUTHORIZATION", "X-Idempotency-Key", "traceparent", "Content-Type", "Accept",
            "Content-Length", "X-Partner-Id",
        ])
    func owned(name: String) throws {
        let operation = try TestDocument.operation(
            parameter: ["name": .string(name), "in": "header", "required": true, "schema": ["type": "string"]])
        #expect(operation.inputs.isEmpty)
        #expect(throws: JourneyError.self) { try operation.request(arguments: [name: "x"]) }
    }

    @Test("a required header that cannot be set is refused", arguments: ["Cookie", "Origin", "Sec-Fetch-Mode", "TE"])
    func forbidden(name: String) throws {
        let document = TestDocument.document([
            "parameters": [["name": .string(name), "in": "header", "required": true, "schema": [:]]]
        ])
        #expect(try TestDocument.refusal(document)?.message.contains("required header that calls cannot set") == true)
        let optional = document.setting("paths /a get parameters 0 required", to: false)
        #expect(try TestDocument.operation("op", in: optional).inputs.isEmpty)
    }

    @Test("no argument can add a query name of another one")
    func collision() throws {
        let document = TestDocument.document([
            "parameters": [
                ["name": "filter", "in": "query", "schema": ["type": "object"]],
                ["name": "account", "in": "query", "schema": ["type": "string"]],
            ]
        ])
        let operation = try TestDocument.operation("op", in: document)
        let good = try operation.request(arguments: ["filter": ["kind": "a"], "account": "1"])
        #expect(good.url.query == "account=1&kind=a")
        for arguments: [String: JSONValue] in [
            ["filter": ["account": "2"], "account": "1"], ["filter": ["account": "2"]],
        ] {
            #expect(throws: JourneyError.self) { try operation.request(arguments: arguments) }
        }
    }

    @Test("a path that its values would redirect is refused")
    func traversal() throws {
        for (style, value) in [("label", "."), ("label", ""), ("simple", "..")] as [(String, JSONValue)] {
            let parameter = ParameterTests.parameter("path", ["type": "string"], ["style": .string(style)])
            let operation = try TestDocument.operation(parameter: parameter)
            #expect(throws: JourneyError.self) { try operation.request(arguments: ["p": value]) }
        }
        let two = TestDocument.document(
            [
                "parameters": [
                    ["name": "a", "in": "path", "required": true, "schema": [:]],
                    ["name": "b", "in": "path", "required": true, "schema": [:]],
                ]
            ], path: "/x/.{a}{b}/y")
        let operation = try TestDocument.operation("op", in: two)
        #expect(try operation.request(arguments: ["a": "1", "b": "2"]).url.path == "/x/.12/y")
        #expect(throws: JourneyError.self) { try operation.request(arguments: ["a": ".", "b": "x"]) }
    }

    static let refused: [(JSONValue, String)] = [
        (["name": "p", "in": "query"], "neither schema nor content"),
        (["name": "p", "in": "body", "schema": [:]], "must be one of path, query, header and cookie"),
        (["name": "p", "in": "path", "schema": [:]], "must be required"),
        (["name": "p", "in": "query", "schema": [:], "content": ["text/plain": [:]]], "both schema and content"),
        (["name": "p", "in": "query", "content": [:]], "0 media types"),
        (["name": "p", "in": "query", "content": ["application/xml": [:]]], "must be JSON or text/plain"),
        (parameter("query", [:], ["style": "matrix"]), "not a style of query parameters"),
        (parameter("header", [:], ["style": "form"]), "not a style of header parameters"),
        (parameter("query", [:], ["style": "comma"]), "not a style of query parameters"),
        (parameter("query", ["type": "string"], ["style": "pipeDelimited"]), "plain value with the style"),
        (parameter("query", ["type": "array"], ["style": "deepObject"]), "not an object and has the style deepObject"),
        (
            parameter("query", ["type": "object"], ["style": "spaceDelimited", "explode": true]),
            "explodes with the style"
        ),
        (parameter("cookie", ["type": "array"]), "cookie that explodes"),
        (parameter("query", ["type": "string", "maxLength": "9"]), "/schema"),
        (["name": "a b", "in": "header", "schema": [:]], "not a header name"),
    ]

    @Test("parameters without a valid form are refused at load with their location", arguments: refused)
    func badParameter(parameter: JSONValue, sentence: String) throws {
        let document = TestDocument.document(
            ["parameters": [parameter]], path: parameter["in"] == "path" ? "/a/{p}" : "/a")
        let refusal = try #require(try TestDocument.refusal(document))
        #expect(refusal.code == .oapiInvalid)
        #expect(refusal.message.contains(sentence))
        #expect(refusal.message.hasPrefix("call refers to 'op', which cannot be called: #/paths/~1a"))
    }

    @Test("an operation's parameters override its path's by name and location, and are unique in a list")
    func merging() throws {
        var document = TestDocument.document([
            "parameters": [["name": "n", "in": "query", "schema": ["type": "integer"]]]
        ])
        document = document.setting(
            "paths /a parameters",
            to: [
                ["name": "n", "in": "query", "required": true, "schema": ["type": "string"]],
                ["name": "n", "in": "header", "schema": ["type": "string"]],
            ])
        let operation = try TestDocument.operation("op", in: document)
        #expect(Set(operation.inputs.keys) == ["query.n", "header.n"])
        #expect(operation.inputs["query.n"]?.type == .integer && operation.inputs["query.n"]?.isRequired == false)
        let request = try operation.request(arguments: ["query.n": 1, "header.n": "x"])
        #expect(request.url.query == "n=1" && request.headers["n"] == "x")
        #expect(throws: JourneyError.self) { try operation.request(arguments: ["n": 1]) }
        let twice = document.setting(
            "paths /a parameters",
            to: [["name": "N", "in": "header", "schema": [:]], ["name": "n", "in": "header", "schema": [:]]])
        #expect(try TestDocument.refusal(twice)?.message.contains("is a duplicate in its list") == true)
    }
}
