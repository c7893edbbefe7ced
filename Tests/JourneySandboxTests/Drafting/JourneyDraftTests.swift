import Foundation
import JourneyBase
import JourneyLanguage
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Journey drafts")
struct JourneyDraftTests {
    static let now = Date(timeIntervalSince1970: 1_790_000_000)

    static func draft(_ openAPI: [UInt8], operations: [String] = [], name: String = "order") throws -> JourneyDraft {
        var request = JourneyDraft.DraftRequest(
            id: try #require(JourneyID(name)), openAPI: openAPI,
            gateway: try #require(Origin(scheme: "https", host: "gateway.bank.example", port: 443)),
            pages: try #require(Origin(scheme: "https", host: "api.bank.example", port: 443)), now: now)
        request.operations = operations
        return try JourneyDraft(request)
    }

    static func manifest(_ draft: JourneyDraft) throws -> JSONValue {
        try JSONReader.read(try #require(draft.files["manifest.json"]))
    }

    @Test("a draft of each template passes lint without findings, and its script completes")
    func templates() throws {
        for name in JourneyDraft.templates {
            let draft = try JourneyDraftTests.draft(JourneyDraft.template(name))
            let (manifest, openAPI) = (
                try #require(draft.files["manifest.json"]), try #require(draft.files["openapi.json"])
            )
            #expect(openAPI == (try JourneyDraft.template(name)))
            let pages = draft.files.filter { $0.key.hasPrefix("pages/") }.values.map {
                String(decoding: $0, as: UTF8.self)
            }
            #expect(Lint.check(manifest, openAPI: openAPI, pages: pages).map(\.message) == [])
            let script = try EventScript(try #require(draft.files["events.json"]), file: "events.json")
            let told = try Explanation(manifest: manifest, openAPI: openAPI, script: script)
            #expect(told.isWhole, "\(name)")
            #expect(
                told.json["outcome"]?["kind"] == "completed" && told.json["outcome"]?["result"]?["reference"] != nil)
        }
    }

    @Test("drafts of the shipped journeys' documents pass lint too, operation by operation")
    func shipped() throws {
        let files = try SandboxJourneys.sources(of: "money-transfer", now: JourneyDraftTests.now)
        let draft = try JourneyDraftTests.draft(
            files.openAPI, operations: ["getAccount", "checkPayee", "createQuote", "createTransfer"], name: "pay")
        let findings = Lint.check(
            try #require(draft.files["manifest.json"]), openAPI: files.openAPI)
        #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
        #expect(draft.steps.map(\.operation) == ["getAccount", "checkPayee", "createQuote", "createTransfer"])
        let steps = try JourneyDraftTests.manifest(draft)["steps"]
        // A value answered by one operation and needed by the next is passed on, not asked for.
        let quote = steps?["createQuote"]?["bindings"]?[0]?["in"]?.compactText ?? ""
        #expect(quote.contains("steps.checkPayee.payeeId"), "\(quote)")
        #expect(steps?["createTransfer"]?["bindings"]?[0]?["in"] == ["quoteId": "steps.createQuote.quoteId"])
        let page = String(decoding: try #require(draft.files["pages/createQuote.html"]), as: UTF8.self)
        #expect(page.contains("name=\"amount\"") && !page.contains("payeeId"))
    }

    @Test("steps follow the document's order, and read-only operations are called automatically")
    func order() throws {
        let draft = try JourneyDraftTests.draft(JourneyDraft.template("order"))
        #expect(draft.steps.map(\.operation) == ["getOffer", "createOrder"])
        let steps = try JourneyDraftTests.manifest(draft)["steps"]
        #expect(steps?["getOffer"]?["bindings"]?[0]?["onEvent"] == "enter")
        #expect(steps?["createOrder"]?["bindings"]?[0]?["onEvent"] == "submit")
        #expect(
            steps?["createOrder"]?["bindings"]?[0]?["in"]?["body"]
                == .string(
                    "{'offerId': steps.getOffer.offerId, 'fullName': payload.fullName, 'email': payload.email, "
                        + "'contactBy': has(payload.contactBy) ? payload.contactBy : null}.transformMap(k, v, v != null, v)"
                ))
        #expect(steps?["completed"]?["result"]?["reference"] == "steps.createOrder.reference")
        let call = steps?["createOrder"]?["bindings"]?[0]?["call"]
        #expect(call?["effect"] == "keyed" && call?["movesMoney"] == true)
        #expect(call?["key"] == ["header": "X-Idempotency-Key", "maxLength": 64, "windowMs": 86_400_000])
    }

    /// Returns a document with these operations in this order, one path each, which answer a reference.
    private static func operations(_ ids: [String], first: String = "") -> [UInt8] {
        let answer =
            #"{ "type": "object", "required": ["reference"], "properties": { "reference": { "type": "string" } } }"#
        let good = #"{ "description": "Good", "content": { "application/json": { "schema": \#(answer) } } }"#
        let paths = ids.enumerated().map { index, id in
            """
            "/p\(index)": { "post": {
              \(index == 0 ? first : "") "operationId": "\(id)", "responses": { "200": \(good) } } }
            """
        }
        return Array(
            """
            { "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
              "servers": [{ "url": "https://api.bank.example" }], "paths": { \(paths.joined(separator: ",\n")) } }
            """.utf8)
    }

    @Test(
        "the document's order is that of its operations, whatever names them before",
        arguments: [
            "", #""tags": ["zulu", "alpha"],"#, #""description": "\"operationId\": \"zulu\"","#,
            #""x-next": { "operationId": "zulu" },"#,
            #""parameters": [{ "name": "zulu", "in": "query", "schema": { "type": "string" } }],"#,
        ])
    func placed(first: String) throws {
        let draft = try JourneyDraftTests.draft(
            JourneyDraftTests.operations(["november", "alpha", "zulu", "mike"], first: first))
        #expect(draft.steps.map(\.operation) == ["november", "alpha", "zulu", "mike"])
    }

    @Test("each operation has its own step, however similar the names")
    func alike() throws {
        let long = String(repeating: "a", count: 48)
        for ids in [
            [long + "x", long + "y", long], ["step2", "\u{f6}\u{df}", "step3"], ["step3", "step4", "\u{f6}", "\u{e9}"],
            ["a-b", "ab", "a.b"], ["completed", "expired", "step1"],
        ] {
            let draft = try JourneyDraftTests.draft(JourneyDraftTests.operations(ids))
            #expect(draft.steps.map(\.operation) == ids)
            #expect(Set(draft.steps.map(\.step)).count == ids.count, "\(draft.steps)")
            #expect(draft.files.keys.count { $0.hasSuffix(".html") } == ids.count)
            let findings = Lint.check(
                try #require(draft.files["manifest.json"]), openAPI: JourneyDraftTests.operations(ids))
            #expect(findings.filter { $0.severity == .error }.map(\.message) == [])
        }
    }

    @Test("the tutorial's files are what journey new makes, and what it changes passes lint")
    func tutorial() throws {
        let folder = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("docs/JourneyKit.docc/Resources")
        func file(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appendingPathComponent(name))) }
        let order = try JourneyDraft.template("order")
        let draft = try JourneyDraftTests.draft(order)
        #expect(try file("order-1-manifest.json") == draft.files["manifest.json"])
        #expect(try file("order-2-createOrder.html") == draft.files["pages/createOrder.html"])
        #expect(try file("order-3-page.js") == draft.files["pages/page.js"])
        // What is shown has the schema's titles, and no identifier.
        let offer = String(decoding: try #require(draft.files["pages/getOffer.html"]), as: UTF8.self)
        #expect(offer.contains("<dt>Price in pence</dt><dd data-name=\"price\"></dd>") && !offer.contains("offerId"))
        let changed = try file("order-4-manifest.json")
        #expect(Lint.check(changed, openAPI: order).map(\.message) == [])
        let script = try EventScript(try file("order-5-events.json"), file: "events.json")
        let told = try Explanation(manifest: changed, openAPI: order, script: script)
        #expect(told.isWhole && told.json["outcome"]?["kind"] == "pending")
        #expect(told.json["outcome"]?["result"]?["status"] == "HELD")
    }

    static func document(_ schema: JSONValue, summary: String = "Ask") -> [UInt8] {
        let media: JSONValue = ["application/json": ["schema": schema]]
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://api.bank.example"]],
            "paths": [
                "/a": [
                    "post": [
                        "operationId": "ask", "summary": .string(summary),
                        "requestBody": ["required": true, "content": media],
                        "responses": ["200": ["description": "Good", "content": media]],
                    ]
                ]
            ],
        ]
        return document.compactBytes
    }

    private static func code(_ work: () throws -> Void) -> ErrorCode? {
        do { try work() } catch { return (error as? JourneyError)?.code }
        return nil
    }

    @Test("an unaskable input, a missing operation and an invalid document are refused")
    func refused() throws {
        let file: JSONValue = [
            "type": "object", "required": ["scan"], "properties": ["scan": ["type": "string", "format": "binary"]],
        ]
        #expect(
            JourneyDraftTests.code { _ = try JourneyDraftTests.draft(JourneyDraftTests.document(file)) } == .oapiInvalid
        )
        // A list is drafted with one element.
        let list: JSONValue = [
            "type": "object", "required": ["items"],
            "properties": ["items": ["type": "array", "items": ["type": "string"]]],
        ]
        let draft = try JourneyDraftTests.draft(JourneyDraftTests.document(list))
        let binding = try JourneyDraftTests.manifest(draft)["steps"]?["ask"]?["bindings"]?[0]
        #expect(binding?["in"] == ["items": "[payload.items]"])
        let order = try JourneyDraft.template("order")
        #expect(
            JourneyDraftTests.code { _ = try JourneyDraftTests.draft(order, operations: ["order"]) }
                == .operationUnknown)
        #expect(JourneyDraftTests.code { _ = try JourneyDraftTests.draft(Array("{".utf8)) } == .oapiInvalid)
        #expect(JourneyDraftTests.code { _ = try JourneyDraftTests.draft(Array("{}".utf8)) } == .oapiInvalid)
        // An optional list is omitted.
        let maybe: JSONValue = [
            "type": "object", "properties": ["items": ["type": "array", "items": ["type": "string"]]],
        ]
        #expect(JourneyDraftTests.code { _ = try JourneyDraftTests.draft(JourneyDraftTests.document(maybe)) } == nil)
    }

    @Test("a PUT has the first branch with members that its schema allows, or no body where only an empty one fits")
    func branches() throws {
        let code: JSONValue = [
            "type": "object", "required": ["code"], "properties": ["code": ["type": "string"]],
        ]
        for (word, arguments) in [("anyOf", ["body": "{'code': payload.code}"]), ("oneOf", nil)]
            as [(String, JSONValue?)]
        {
            let media: JSONValue = ["application/json": ["schema": .object([word: [[:], code]])]]
            let document: JSONValue = [
                "openapi": "3.1.0", "servers": [["url": "https://api.bank.example"]],
                "paths": [
                    "/a": [
                        "put": [
                            "operationId": "change", "requestBody": ["content": media],
                            "responses": ["204": ["description": "Good"]],
                        ]
                    ]
                ],
            ]
            let draft = try JourneyDraftTests.draft(document.compactBytes)
            let binding = try JourneyDraftTests.manifest(draft)["steps"]?["change"]?["bindings"]?[0]
            #expect(binding?["in"] == arguments && binding?["call"]?["effect"] == "idempotent", "\(word)")
            let manifest = try #require(draft.files["manifest.json"])
            #expect(Lint.check(manifest, openAPI: document.compactBytes).map(\.message) == [])
        }
    }

    @Test("a name used in two places is asked for once and sent to both")
    func twoPlaces() throws {
        let schema: JSONValue = ["type": "object", "required": ["id"], "properties": ["id": ["type": "string"]]]
        let media: JSONValue = ["application/json": ["schema": schema]]
        let document: JSONValue = [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "servers": [["url": "https://api.bank.example"]],
            "paths": [
                "/a": [
                    "post": [
                        "operationId": "ask",
                        "parameters": [["name": "id", "in": "query", "required": true, "schema": ["type": "string"]]],
                        "requestBody": ["required": true, "content": media],
                        "responses": ["200": ["description": "Good"]],
                    ]
                ]
            ],
        ]
        let draft = try JourneyDraftTests.draft(document.compactBytes)
        let page = String(decoding: try #require(draft.files["pages/ask.html"]), as: UTF8.self)
        #expect(page.components(separatedBy: "name=\"id\"").count == 2)
        let binding = try JourneyDraftTests.manifest(draft)["steps"]?["ask"]?["bindings"]?[0]
        #expect(binding?["in"] == ["query.id": "payload.id", "body.id": "payload.id"])
    }

    /// Returns the missing values of a draft with one operation with the body `schema`, by field; `nil` for the answer.
    private static func gaps(_ schema: JSONValue) throws -> (draft: JourneyDraft, gaps: [String?: JourneyDraft.Gap]) {
        let draft = try JourneyDraftTests.draft(JourneyDraftTests.document(schema))
        return (draft, Dictionary(draft.gaps.map { ($0.field, $0) }) { first, _ in first })
    }

    @Test("each field and response without a usable value is listed")
    func gaps() throws {
        let (draft, gaps) = try JourneyDraftTests.gaps([
            "type": "object", "required": ["iban", "reference", "code", "name", "payee"],
            "properties": [
                "iban": ["type": "string", "pattern": "^[A-Z]{2}[0-9]{20}$", "maxLength": 10],
                "reference": ["type": "string"],
                // An example that violates its own schema isn't used.
                "code": ["type": "string", "pattern": "^[A-Z]{3}$", "maxLength": 2, "example": "sterling"],
                "name": ["type": "string", "pattern": "^[A-Z][a-z]+$", "example": "Ada"],
                "note": ["type": "string", "pattern": "^x{3}--><b>$", "maxLength": 3],
                "anything": [:],
                "payee": [
                    "type": "object", "required": ["bic"],
                    "properties": [
                        "bic": ["type": "string", "pattern": "^[A-Z]{8}$", "maxLength": 4], "city": ["type": "string"],
                    ],
                ],
                // An optional object without a required value is omitted entirely.
                "agent": [
                    "type": "object", "required": ["bic", "city"],
                    "properties": [
                        "bic": ["type": "string", "pattern": "^[A-Z]{8}$", "maxLength": 4], "city": ["type": "string"],
                    ],
                ],
            ],
        ])
        #expect(
            Set(gaps.keys) == [
                "iban", "code", "note", "anything", "payee.bic", "agent.bic", "agent.city", nil,
            ])
        #expect(gaps["iban"]?.isRequired == true && gaps["note"]?.isRequired == false)
        #expect(gaps["iban"]?.reason.contains("^[A-Z]{2}[0-9]{20}$") == true)
        #expect(gaps["code"]?.reason.contains("violates its own schema") == true)
        // Listed fields are in no script, all others are.
        let payload = try JSONReader.read(try #require(draft.files["events.json"]))["events"]?[0]?["payload"]
        #expect(payload == ["reference": "Example", "name": "Ada", "payee": ["city": "Example"]])
        let person = String(decoding: try #require(draft.files["autopilot.json"]), as: UTF8.self)
        #expect(person.contains("#field-name") && !person.contains("#field-iban") && !person.contains("#field-code"))
        // The page mentions them, and texts of the document can't end a comment.
        let page = String(decoding: try #require(draft.files["pages/ask.html"]), as: UTF8.self)
        #expect(page.components(separatedBy: "<!-- autopilot.json").count == gaps.count)
        #expect(page.components(separatedBy: "-->").count == gaps.count && !page.contains("<b>"))
    }

    @Test("a response is listed only if the SDK would refuse its example")
    func answers() throws {
        let media: [(JSONValue, Bool)] = [
            (["schema": ["type": "object", "required": ["a"], "properties": ["a": ["type": "integer"]]]], false),
            // A value of the schema takes the place of an example that violates it.
            (["schema": ["type": "object", "required": ["a"]], "example": ["b": 1]], false),
            (["schema": ["type": "string", "pattern": "^x+$"]], false),
            (["schema": ["type": "string", "pattern": "^x{3}$", "maxLength": 2]], true),
        ]
        for (media, isMissing) in media {
            let document: JSONValue = [
                "openapi": "3.1.0", "servers": [["url": "https://api.bank.example"]],
                "paths": [
                    "/a": [
                        "post": [
                            "operationId": "ask",
                            "responses": ["200": ["description": "Good", "content": ["application/json": media]]],
                        ]
                    ]
                ],
            ]
            let draft = try JourneyDraftTests.draft(document.compactBytes)
            #expect(draft.gaps.map(\.field) == (isMissing ? [nil] : []), "\(draft.gaps)")
        }
    }

    @Test("drafts of the shipped templates have every value")
    func noGaps() throws {
        for name in JourneyDraft.templates {
            #expect(try JourneyDraftTests.draft(JourneyDraft.template(name)).gaps == [], "\(name)")
        }
    }

    @Test("text of the document is escaped in markup")
    func escaped() throws {
        let schema: JSONValue = [
            "type": "object", "required": ["name"],
            "properties": [
                "name": ["type": "string", "title": "<script>alert(1)</script>", "description": "\" onfocus=\"x"]
            ],
        ]
        let draft = try JourneyDraftTests.draft(JourneyDraftTests.document(schema, summary: "</title><img src=x>"))
        let page = String(decoding: try #require(draft.files["pages/ask.html"]), as: UTF8.self)
        #expect(!page.contains("<script>alert") && !page.contains("<img") && !page.contains("\" onfocus=\"x"))
        #expect(page.contains("&lt;script&gt;"))
    }

    @Test(
        "examples are valid for their schema",
        arguments: [
            (["type": "integer", "minimum": 5, "multipleOf": 4], 8), (["type": "string", "enum": ["A", "B"]], "A"),
            (["type": "string", "format": "date"], "2026-01-31"), (["const": 3], 3),
            (["type": "string", "pattern": "^x"], "x"), (["type": "string", "pattern": "^x{3}$", "maxLength": 2], nil),
            (["type": "string", "pattern": "^\\d{1,13}\\.\\d{2}$"], "1.11"),
            (["type": "string", "minLength": 9], "Example example"),
            (["type": ["null", "boolean"]], true), (["type": "array", "items": ["const": 1]], [1]),
            (["oneOf": [["type": "string", "maxLength": 3]]], "Exa"),
            (
                ["type": "object", "required": ["a"], "properties": ["a": ["type": "string", "pattern": "^x"]]],
                ["a": "x"]
            ),

        ] as [(JSONValue, JSONValue?)])
    func examples(schema: JSONValue, value: JSONValue?) {
        #expect(DraftExample(schemas: DraftSchema(document: [:]), isAnswer: true).value(of: schema) == value)
    }

    @Test("a circular document terminates")
    func circle() {
        let document: JSONValue = [
            "a": ["$ref": "#/a"], "b": ["type": "object", "required": ["b"], "properties": ["b": ["$ref": "#/b"]]],
        ]
        let schemas = DraftSchema(document: document)
        #expect(schemas.resolved(["$ref": "#/a"]) == .null)
        #expect(DraftExample(schemas: schemas, isAnswer: true).value(of: ["$ref": "#/b"]) == nil)
    }
}
