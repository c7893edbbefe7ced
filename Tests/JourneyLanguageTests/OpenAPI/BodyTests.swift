import JourneyBase
import Testing

@testable import JourneyLanguage

@Suite("Writing request bodies by the document")
struct BodyTests {
    private func operation(
        _ content: JSONValue, version: String = "3.1.0", contentType: String? = nil, isRequired: Bool = true
    ) throws -> JourneyLanguage.Operation {
        let document = TestDocument.document(
            ["requestBody": ["required": .bool(isRequired), "content": content]], method: "post", version: version)
        return try TestDocument.operation("op", in: document, contentType: contentType)
    }

    private func text(_ request: HTTPRequest) -> String { String(decoding: request.body, as: UTF8.self) }

    static let object: JSONValue = ["schema": ["type": "object", "properties": ["a": ["type": "string"], "b": [:]]]]

    static let choices: [(JSONValue, String?, String)] = [
        (["application/json": object], nil, "application/json"),
        (["application/json; charset=utf-8": object], nil, "application/json; charset=utf-8"),
        (["application/json; charset=utf-8": object, "application/json": object], nil, "application/json"),
        (["application/vnd.bank.v1+json": object, "text/plain": [:]], nil, "application/vnd.bank.v1+json"),
        (["application/x-www-form-urlencoded": object, "application/json": object], nil, "application/json"),
        (["application/jose+jwe": object, "application/json": object], nil, "application/json"),
        (["application/*": object], nil, "application/json"), (["*/*": object], nil, "application/json"),
        (
            ["application/x-www-form-urlencoded": object, "application/json": object],
            "application/x-www-form-urlencoded", "application/x-www-form-urlencoded"
        ),
        (["application/*": object, "application/json": [:]], "application/vnd.b+json", "application/vnd.b+json"),
    ]

    @Test("the media type is JSON unless the binding selects another declared one", arguments: choices)
    func choice(content: JSONValue, wanted: String?, type: String) throws {
        let request = try operation(content, contentType: wanted).request(arguments: ["a": "x"])
        #expect(request.headers["Content-Type"] == type)
        let lied = try operation(content, contentType: wanted)
            .request(arguments: ["a": "x"], headers: ["content-type": "text/html"])
        #expect(lied.headers.values(of: "Content-Type") == [type])
    }

    @Test("an unsupported media type is refused if the body is required, and otherwise omitted")
    func unsupported() throws {
        for content: JSONValue in [
            ["application/xml": [:]], ["application/json; charset=utf-16": [:]], ["application/jose+jwe": [:]], [:],
        ] {
            #expect(throws: Refusal.self) { try operation(content) }
            #expect(try operation(content, isRequired: false).body == nil)
            #expect(throws: Refusal.self) { try operation(content, contentType: "application/json", isRequired: false) }
        }
        #expect(throws: Refusal.self) { try operation(["nonsense": [:]]) }
        #expect(throws: Refusal.self) {
            try operation(["application/json": BodyTests.object], contentType: "text/plain")
        }
    }

    @Test("a form's fields: plain values, lists, objects as JSON, and the styles of encoding")
    func form() throws {
        let schema: JSONValue = [
            "type": "object",
            "properties": [
                "text": ["type": "string"], "list": ["type": "array"], "object": ["type": "object"],
                "flat": ["type": "array"], "deep": ["type": "object"], "json": ["type": "array"],
                "n": ["type": "number"],
            ],
        ]
        let encoding: JSONValue = [
            "flat": ["style": "form", "explode": false], "deep": ["style": "deepObject"],
            "json": ["contentType": "application/json"], "unknown": ["style": "nonsense"],
        ]
        let form = try operation([
            "application/x-www-form-urlencoded": ["schema": schema, "encoding": encoding]
        ])
        let request = try form.request(arguments: [
            "text": "a b&c=é", "list": ["x", "y z"], "object": ["k": 1], "flat": ["a b", "c,d"], "deep": ["x": "1 2"],
            "json": [1, 2], "n": 5,
        ])
        #expect(request.headers["Content-Type"] == "application/x-www-form-urlencoded")
        #expect(
            text(request)
                == "deep%5Bx%5D=1%202&flat=a%20b,c%2Cd&json=%5B1%2C2%5D&list=x&list=y+z&n=5"
                + "&object=%7B%22k%22%3A1%7D&text=a+b%26c%3D%C3%A9")
        let fields = try #require(FormBody(parsing: request.body))
        #expect(fields.entries.first { $0.name == "text" }?.value == "a b&c=é")
        #expect(fields.entries.filter { $0.name == "list" }.map(\.value) == ["x", "y z"])
    }

    @Test("an exploded object in a form cannot overwrite another member's field")
    func formCollision() throws {
        let content: JSONValue = [
            "application/x-www-form-urlencoded": [
                "schema": [
                    "type": "object", "properties": ["filter": ["type": "object"], "payee": ["type": "string"]],
                ],
                "encoding": ["filter": ["style": "form", "explode": true]],
            ]
        ]
        let form = try operation(content)
        #expect(text(try form.request(arguments: ["filter": ["a": 1], "payee": "x"])) == "a=1&payee=x")
        #expect(throws: JourneyError.self) {
            try form.request(arguments: ["filter": ["payee": "evil"], "payee": "x"])
        }
    }

    static let parts: JSONValue = [
        "multipart/form-data": [
            "schema": [
                "type": "object", "required": ["file"],
                "properties": [
                    "file": ["type": "string", "format": "binary"], "note": ["type": "string"],
                    "meta": ["type": "object"],
                    "more": ["type": "array", "items": ["type": "string", "format": "binary"]],
                    "count": ["type": "integer"],
                ],
            ],
            "encoding": ["file": ["contentType": "image/png, image/jpeg"], "more": ["contentType": "image/*"]],
        ]
    ]

    @Test("a multipart form has text, JSON and files with their types", arguments: ["3.0.3", "3.1.0"])
    func multipart(version: String) throws {
        let form = try operation(BodyTests.parts, version: version)
        let file: JSONValue = ["data": "iVBORw==", "type": "image/png", "fileName": "passport \"1\".png"]
        let arguments: [String: JSONValue] = [
            "file": file, "note": "hé\r\n--x", "meta": ["k": 1], "count": 2,
            "more": [["data": "AAE", "type": "image/gif"], ["data": "AAI=", "type": "image/webp", "fileName": "b"]],
        ]
        let request = try form.request(arguments: arguments)
        let type = try #require(request.headers["Content-Type"])
        #expect(type.hasPrefix("multipart/form-data; boundary="))
        let read = try MultipartReader().read(request.body, contentType: type)
        #expect(read.map(\.name) == ["count", "file", "meta", "more", "more", "note"])
        #expect(read.map { String(decoding: $0.bytes, as: UTF8.self) }.first == "2")
        #expect(read.filter { $0.fileName != nil }.map(\.type.essence) == ["image/png", "image/gif", "image/webp"])
        #expect(Array(read[1].bytes) == [0x89, 0x50, 0x4E, 0x47])
        #expect(
            String(decoding: read[2].bytes, as: UTF8.self) == #"{"k":1}"# && read[2].type.essence == "application/json")
        #expect(String(decoding: read[5].bytes, as: UTF8.self) == "hé\r\n--x")
        // The same call has the same bytes: a repeat under one key must not look like another request.
        #expect(try form.request(arguments: arguments).body == request.body)
    }

    @Test(
        "an invalid file, or one of a disallowed type, is refused",
        arguments: [
            "iVBORw==", ["data": "not base64!"], ["data": "AA", "type": "text/html"],
            ["data": "AA", "type": "image/*"],
            ["data": "AA"], ["data": "AA", "type": "image/png", "fileName": "../../etc/passwd"],
            ["data": "AA", "type": "image/png", "fileName": "a\r\nX: 1"],
            ["data": "AA", "type": "image/png", "path": "/x"],
            ["data": "AA", "type": "image/png", "fileName": ""], nil, 1, ["type": "image/png"],
        ] as [JSONValue])
    func badFile(value: JSONValue) throws {
        let form = try operation(BodyTests.parts)
        let error = #expect(throws: JourneyError.self) { try form.request(arguments: ["file": value]) }
        #expect(error?.code == .validationFail)
    }

    @Test("a required part header, and a form that is not an object, are refused")
    func badForms() {
        let header = BodyTests.parts.setting(
            "multipart/form-data encoding file headers", to: ["X-Hash": ["required": true, "schema": [:]]])
        #expect(throws: Refusal.self) { try operation(header) }
        #expect(throws: Refusal.self) { try operation(["multipart/form-data": ["schema": ["type": "array"]]]) }
        #expect(throws: Refusal.self) {
            try operation(["application/x-www-form-urlencoded": ["schema": ["type": "string"]]])
        }
    }

    @Test("a body that is not an object is the argument 'body'")
    func whole() throws {
        let list = try operation(["application/json": ["schema": ["type": "array", "items": ["type": "integer"]]]])
        #expect(text(try list.request(arguments: ["body": [1, 2]])) == "[1,2]")
        #expect(throws: JourneyError.self) { try list.request(arguments: ["body": ["x"]]) }
        #expect(throws: JourneyError.self) { try list.request(arguments: [:]) }
        let plain = try operation(["text/plain": ["schema": ["type": "string", "maxLength": 3]]])
        #expect(text(try plain.request(arguments: ["body": "abc"])) == "abc")
        #expect(throws: JourneyError.self) { try plain.request(arguments: ["body": "abcd"]) }
        let bytes = try operation(["application/octet-stream": [:]])
        #expect(try bytes.request(arguments: ["body": ["data": "AAEC"]]).body == [0, 1, 2])
    }

    @Test("read-only members are not arguments, and not missed")
    func readOnly() throws {
        let content: JSONValue = [
            "application/json": [
                "schema": [
                    "type": "object", "required": ["id", "a"],
                    "properties": ["id": ["type": "string", "readOnly": true], "a": ["type": "string"]],
                ]
            ]
        ]
        for version in ["3.0.3", "3.1.0"] {
            let made = try operation(content, version: version)
            #expect(text(try made.request(arguments: ["a": "x"])) == #"{"a":"x"}"#)
            #expect(throws: JourneyError.self) { try made.request(arguments: ["a": "x", "id": "1"]) }
        }
    }

    @Test("a GET has no body: a required one is refused, an optional one ignored")
    func bodiless() throws {
        let body: JSONValue = ["content": ["application/json": BodyTests.object]]
        #expect(try TestDocument.operation("op", in: TestDocument.document(["requestBody": body])).body == nil)
        let required = TestDocument.document(["requestBody": body.setting("required", to: true)])
        #expect(try TestDocument.refusal(required)?.message.contains("requests have no body") == true)
    }

    @Test("an error names its field and rule, and no value")
    func faults() throws {
        let content: JSONValue = [
            "application/json": [
                "schema": [
                    "type": "object",
                    "properties": [
                        "card": ["type": "string", "pattern": "^[0-9]{4}$"],
                        "to": ["type": "object", "properties": ["name": ["type": "string", "maxLength": 3]]],
                    ],
                ]
            ]
        ]
        let made = try operation(content)
        let arguments: [String: JSONValue] = ["card": "4111111111111111", "to": ["name": "secret"]]
        let error = #expect(throws: JourneyError.self) { try made.request(arguments: arguments) }
        #expect(error?.message.contains("4111") == false && error?.message.contains("'card'") == true)
        let problem = try #require(made.problem(with: arguments))
        #expect(Set(problem.errors.keys) == ["card", "to/name"])
        #expect(!problem.errors.values.contains { $0.contains("secret") || $0.contains("4111") })
        #expect(made.problem(with: ["card": "4111"]) == nil)
    }
}
