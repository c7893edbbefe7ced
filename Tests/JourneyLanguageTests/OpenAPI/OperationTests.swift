import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyLanguage

@Suite("Operations become requests")
struct OperationTests {
    private func operation(_ id: String, in document: JSONValue = TestManifest.openAPI) throws
        -> JourneyLanguage.Operation
    {
        let origins = SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 0)])
        let resolver = try OpenAPIResolver(document.compactBytes, origins: origins)
        return try resolver.operation(id, at: Reading(.string(id), path: "call", code: .manifestInvalid))
    }

    @Test(
        "a small document that spells a vast schema is refused, and a large plain one is not", .timeLimit(.minutes(1)))
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
            // As a member, where only its type is looked for.
            document = document.setting(
                "components schemas P",
                to: ["type": "object", "properties": ["a": ["$ref": "#/components/schemas/S0"]]])
            #expect(throws: Refusal.self) { try operation("createTransfer", in: document) }
        }
        let members = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ("m\($0)", ["type": "string"] as JSONValue) })
        let wide = TestManifest.openAPI.setting(
            "components schemas Transfer", to: ["type": "object", "properties": .object(members)])
        #expect(try operation("createTransfer", in: wide).inputs.count == 1_000)
    }

    @Test("a body holds what is in neither path nor query")
    func body() throws {
        let request = try operation("createTransfer").request(
            arguments: ["amount": 12, "to": "GB1", "note": nil], headers: ["X-Idempotency-Key": "k"])
        #expect(request.method == .post)
        #expect(request.url.description == "https://bank.example/api/transfers")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"amount":12,"note":null,"to":"GB1"}"#)
        #expect(request.headers["content-type"] == "application/json")
        #expect(request.headers["accept"] == "application/json")
        #expect(request.headers["x-idempotency-key"] == "k")
    }

    @Test(
        "a path value never leaves its segment",
        arguments: [
            ("T-1", "T-1"), ("a/b", "a%2Fb"), ("a b", "a%20b"), ("../x", "..%2Fx"), ("%2e%2e", "%252e%252e"),
            ("a?b=c", "a%3Fb%3Dc"),
            ("a#b", "a%23b"), ("é", "%C3%A9"), ("a;b", "a%3Bb"), ("a\\b", "a%5Cb"), ("\r\n", "%0D%0A"),
            ("{id}", "%7Bid%7D"),
        ])
    func path(value: String, encoded: String) throws {
        let request = try operation("transferStatus").request(arguments: ["id": .string(value)])
        #expect(request.url.description == "https://bank.example/api/transfers/\(encoded)")
        #expect(request.body.isEmpty)
        #expect(request.headers["content-type"] == nil)
    }

    @Test(
        "a path value that is empty, a dot segment or no plain value is refused",
        arguments: [
            "", ".", "..", nil, ["a"], ["a": 1],
        ] as [JSONValue])
    func badPath(value: JSONValue) throws {
        let status = try operation("transferStatus")
        let error = #expect(throws: JourneyError.self) { try status.request(arguments: ["id": value]) }
        #expect(error?.code == .validationFail)
    }

    @Test("query values are encoded, and absent ones stay away")
    func query() throws {
        let status = try operation("transferStatus")
        let both = try status.request(arguments: ["id": "1", "detail": true, "limit": 5])
        #expect(both.url.description == "https://bank.example/api/transfers/1?detail=true&limit=5")
        let none = try status.request(arguments: ["id": "1", "detail": nil])
        #expect(none.url.query == nil)
        #expect(JourneyLanguage.Operation.encoded("a&b=c d+e") == "a%26b%3Dc%20d%2Be")
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
        let found = try operation(id)
        let error = #expect(throws: JourneyError.self) { try found.request(arguments: arguments.object ?? [:]) }
        #expect(error?.code == .validationFail)
    }

    @Test(
        "the document's base is joined with single slashes",
        arguments: [
            ("https://bank.example", "https://bank.example/transfers"),
            ("https://bank.example/", "https://bank.example/transfers"),
            ("https://bank.example/api", "https://bank.example/api/transfers"),
            ("https://bank.example/api/", "https://bank.example/api/transfers"),
        ])
    func base(url: String, whole: String) throws {
        let document = TestManifest.openAPI.setting("servers 0 url", to: .string(url))
        let found = try operation("createTransfer", in: document)
        #expect(try found.request(arguments: ["amount": 1, "to": "a"]).url.description == whole)
    }

    static let documents: [(String, JSONValue?)] = [
        ("openapi", "2.0"), ("openapi", nil), ("servers", nil), ("servers", []), ("servers 0 url", "/api"),
        ("servers 0 url", "http://bank.example"), ("servers 0 url", "https://{tenant}.bank.example"),
        ("servers 0 url", "https://evil.test"), ("servers 0 url", "https://bank.example?x=1"), ("paths", nil),
        ("paths /other", ["get": ["operationId": "createTransfer"]]), ("paths /other", 1), ("paths", []),
        ("components schemas Transfer", ["$ref": "#/components/schemas/Transfer"]),
        ("components schemas Transfer", ["$ref": "https://evil.test/schema.json"]),
        ("components schemas Transfer", ["$ref": "#/components/schemas/Missing"]),
        ("components schemas Transfer", ["type": "array"]),
        ("components schemas Transfer", ["allOf": [["$ref": "#/components/schemas/Transfer"]]]),
        ("paths /transfers post requestBody content", ["text/plain": [:]]),
        ("paths /transfers post servers", [["url": "https://evil.test"]]),
        ("paths /transfers post parameters", [["name": "c", "in": "cookie", "required": true, "schema": [:]]]),
        ("paths /transfers post parameters", [["name": "id", "in": "path", "required": true, "schema": [:]]]),
        ("paths /transfers post parameters", [["name": "q", "in": "query", "schema": ["type": "array"]]]),
        ("paths /transfers post parameters", [["name": "q", "in": "query", "content": [:]]]),
        ("paths /transfers post parameters", [["name": "amount", "in": "query", "schema": [:]]]),
    ]

    @Test("documents that cannot be called safely are refused", arguments: documents)
    func badDocument(path: String, value: JSONValue?) throws {
        let document = TestManifest.openAPI.setting(path, to: value)
        let error = #expect(throws: Refusal.self) { _ = try operation("createTransfer", in: document) }
        #expect(error?.code == .oapiInvalid)
    }

    @Test("an operation's own parameter wins over its path item's, and references are followed")
    func overriding() throws {
        let document = TestManifest.openAPI
            .setting("paths /transfers/{id} get parameters 0", to: ["$ref": "#/components/parameters/Id"])
            .setting(
                "components parameters",
                to: ["Id": ["name": "id", "in": "path", "required": true, "schema": ["type": "integer"]]])
        let status = try operation("transferStatus", in: document)
        #expect(try status.request(arguments: ["id": 7]).url.path == "/api/transfers/7")
        #expect(throws: JourneyError.self) { try status.request(arguments: ["id": "7"]) }
    }

    @Test("a required header that nobody sets is refused at load")
    func requiredHeader() async throws {
        let openAPI = TestManifest.openAPI.setting("paths /transfers post parameters 0 name", to: "X-Tenant")
        let manifest = TestManifest.manifest
            .setting("oapiSha256", to: .string(Hex.encode(SHA256.hash(openAPI.compactBytes))))
            .setting("steps pay bindings 0 retry", to: nil)
        #expect(try await TestManifest.refusal(manifest, openAPI: openAPI)?.message.contains("'x-tenant'") ?? false)
        let good = manifest.setting("steps pay bindings 0 call headers", to: ["X-Tenant": "a"])
        #expect(try await TestManifest.refusal(good, openAPI: openAPI) == nil)
    }

    @Test(
        "a bank's published document resolves, every operation of it",
        .enabled(if: Vectors.has("openapi/uk-open-banking-payment-initiation.json"), "\(Vectors.missing)"))
    func published() throws {
        let bytes = try Vectors.bytes("openapi/uk-open-banking-payment-initiation.json")
        let document = try JSONReader.read(bytes, limits: JSONLimits(bytes: 4 << 20, depth: 64))
            .setting("servers", to: [["url": "https://bank.example/open-banking/v3.1/pisp"]])
        let origins = SourcePolicy([Origin(scheme: "https", host: "bank.example", port: 0)])
        let resolver = try OpenAPIResolver(document.compactBytes, origins: origins)
        #expect(resolver.operationIDs.count > 30)
        for id in resolver.operationIDs {
            _ = try resolver.operation(id, at: Reading(.string(id), path: "call", code: .manifestInvalid))
        }
        let create = try resolver.operation(
            "CreateDomesticPayments", at: Reading("CreateDomesticPayments", path: "call", code: .manifestInvalid))
        #expect(create.inputs["Data"]?.type == .object && create.inputs["Data"]?.isRequired == true)
    }
}
