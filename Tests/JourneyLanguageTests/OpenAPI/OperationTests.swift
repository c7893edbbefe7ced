import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Building requests from operations")
struct OperationTests {
    @Test(
        "a small document that spells a vast schema is refused, and a large plain one is not", .timeLimit(.minutes(10)))
    func vastSchema() throws {
        var vast: [String: JSONValue] = ["S15": ["type": "object"]]
        for depth in 0..<15 {
            let next: JSONValue = ["$ref": .string("#/components/schemas/S\(depth + 1)")]
            vast["S\(depth)"] = ["allOf": .array(Array(repeating: next, count: 12))]
        }
        let schemas = TestManifest.openAPI.setting("components schemas", to: .object(vast))
        for place in ["S0", "P"] {
            var document = schemas.setting(
                "components schemas Transfer", to: ["$ref": .string("#/components/schemas/\(place)")])
            // As a member, of which only the type is used.
            document = document.setting(
                "components schemas P",
                to: ["type": "object", "properties": ["a": ["$ref": "#/components/schemas/S0"]]])
            #expect(throws: Refusal.self) { try TestDocument.operation("createTransfer", in: document) }
        }
        let members = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("m\($0)", ["type": "string"] as JSONValue) })
        let wide = TestManifest.openAPI.setting(
            "components schemas Transfer", to: ["type": "object", "properties": .object(members)])
        #expect(try TestDocument.operation("createTransfer", in: wide).inputs.count == 1_000)
    }

    @Test("a body has the arguments that are in neither path nor query")
    func body() throws {
        let request = try TestDocument.operation("createTransfer").request(
            arguments: ["amount": 12, "to": "GB1", "note": nil], headers: ["X-Idempotency-Key": "k"])
        #expect(request.method == .post)
        #expect(request.url.description == "https://bank.example/api/transfers")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"amount":12,"note":null,"to":"GB1"}"#)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["x-idempotency-key"] == "k")
    }

    @Test(
        "a path value cannot leave its segment",
        arguments: [
            ("T-1", "T-1"), ("a/b", "a%2Fb"), ("a b", "a%20b"), ("50%", "50%25"),
            ("a?b=c", "a%3Fb%3Dc"),
            ("a#b", "a%23b"), ("é", "%C3%A9"), ("a;b", "a%3Bb"), ("a\\b", "a%5Cb"), ("\r\n", "%0D%0A"), ("..a", "..a"),
            ("a/.b", "a%2F.b"), ("%zz", "%25zz"), ("%u", "%25u"), ("5%u2f", "5%25u2f"),
            ("{id}", "%7Bid%7D"),
        ])
    func path(value: String, encoded: String) throws {
        let request = try TestDocument.operation("transferStatus").request(arguments: ["id": .string(value)])
        #expect(request.url.description == "https://bank.example/api/transfers/\(encoded)")
        #expect(request.body.isEmpty)
        #expect(request.headers["content-type"] == nil)
    }

    @Test(
        "an empty path value, a dot segment, or a structured one is refused",
        arguments: [
            "", ".", "..", nil, ["a": ["b"]], [["a"]], [nil], "../x", "a/..", "a\\..\\b", "%2e%2e", "%2E", "a%2f..%2Fb",
            "%252e%252e", "%25252525252e", ["..", "a"], ["a": ".."], "./a",
            "%2e%2e/admin%", "%2e%2e%2fadmin%", "%2e%2e%2fadmin%ff", "%c0%ae%c0%ae/x", "%c0%af", "a%2f%2e%2e%2f%zz",
            "%%32e%%32e", "%u002e%u002e", "%U002e/a", "%252e%252e%2fadmin%25", "%ff",
        ] as [JSONValue])
    func badPath(value: JSONValue) throws {
        let status = try TestDocument.operation("transferStatus")
        let error = #expect(throws: JourneyError.self) { try status.request(arguments: ["id": value]) }
        #expect(error?.code == .validationFail)
    }

    @Test("query values are encoded, and absent ones are omitted")
    func query() throws {
        let status = try TestDocument.operation("transferStatus")
        let both = try status.request(arguments: ["id": "1", "detail": true, "limit": 5])
        #expect(both.url.description == "https://bank.example/api/transfers/1?detail=true&limit=5")
        let none = try status.request(arguments: ["id": "1", "detail": nil])
        #expect(none.url.query == nil)
    }

    @Test(
        "unknown, missing and mistyped arguments are refused",
        arguments: [
            ("createTransfer", ["amount": 1]), ("createTransfer", ["amount": "1", "to": "a"]),
            ("createTransfer", ["amount": 1, "to": "a", "extra": 1]), ("createTransfer", ["amount": nil, "to": "a"]),
            ("createTransfer", [:]), ("transferStatus", [:]), ("transferStatus", ["id": "1", "detail": "yes"]),
            ("transferStatus", ["id": "1", "limit": "5"]), ("transferStatus", ["id": 1]), ("audit", ["a": 1]),
        ] as [(String, JSONValue)])
    func arguments(id: String, arguments: JSONValue) throws {
        let found = try TestDocument.operation(id)
        let error = #expect(throws: JourneyError.self) { try found.request(arguments: arguments.object ?? [:]) }
        #expect(error?.code == .validationFail)
    }

    @Test("an operation's parameter overrides its path item's, and references are resolved")
    func overriding() throws {
        let document = TestManifest.openAPI
            .setting("paths /transfers/{id} get parameters 0", to: ["$ref": "#/components/parameters/Id"])
            .setting(
                "components parameters",
                to: ["Id": ["name": "id", "in": "path", "required": true, "schema": ["type": "integer"]]])
        let status = try TestDocument.operation("transferStatus", in: document)
        #expect(try status.request(arguments: ["id": 7]).url.path == "/api/transfers/7")
        #expect(throws: JourneyError.self) { try status.request(arguments: ["id": "7"]) }
    }
}
