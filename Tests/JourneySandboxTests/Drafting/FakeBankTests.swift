import Foundation
import JourneyBase
import JourneyServer
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Fake bank")
struct FakeBankTests {
    private let scratch: Scratch
    private let bank: FakeBank
    private let manifest: JSONValue
    private let openAPI: JSONValue

    init() throws {
        scratch = try Scratch()
        let draft = try JourneyDraftTests.draft(JourneyDraft.template("order"))
        try FileManager.default.createDirectory(atPath: scratch.path + "/pages", withIntermediateDirectories: true)
        for (path, bytes) in draft.files { try Data(bytes).write(to: URL(fileURLWithPath: "\(scratch.path)/\(path)")) }
        manifest = try JourneyDraftTests.manifest(draft)
        openAPI = try JSONReader.read(JourneyDraft.template("order"))
        bank = try FakeBank(
            .init(manifest: manifest, openAPI: openAPI, pages: URL(fileURLWithPath: scratch.path + "/pages")),
            token: Secret(copying: "a-token".utf8))
    }

    private func ask(
        _ path: String, _ method: HTTPMethod = .get, token: String? = "a-token", key: String? = nil,
        _ body: JSONValue? = nil
    ) async throws -> HTTPResponse {
        var request = HTTPRequest(method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)))
        request.body = body?.compactBytes ?? []
        if let key { request.headers["X-Idempotency-Key"] = key }
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        return await bank.handle(request)
    }

    @Test("pages have the required policy and the files that they name")
    func pages() async throws {
        let page = try await ask("/order/createOrder", token: nil)
        #expect(page.status == 200 && page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        #expect(try await ask("/order/page.js", token: nil).status == 200)
        #expect(try await ask("/order/journey-bridge.js", token: nil).status == 200)
    }

    @Test(
        "no path leaves the folder or reaches another file in it",
        arguments: [
            "/order/../manifest.json", "/order/%2e%2e%2fmanifest.json", "/manifest.json", "/order/manifest.json",
            "/order/page.js/", "/page.js", "/order/",
        ])
    func outside(path: String) async throws {
        guard HTTPSURL("https://bank.localhost" + path) != nil else { return }
        #expect(try await ask(path).status == 404)
    }

    @Test("operations return the document's examples to a caller with the token")
    func answers() async throws {
        let offer = try await ask("/v1/offer")
        #expect(offer.status == 200)
        #expect(
            try JSONReader.read(offer.body) == [
                "offerId": "offer-1", "name": "Travel account", "price": 500, "currency": "GBP",
            ])
        #expect(try await ask("/v1/orders", .post, FakeBankTests.order).status == 201)
        #expect(try await ask("/v1/offer", token: nil).status == 401)
        #expect(try await ask("/v1/offer", token: "another").status == 401)
        #expect(try await ask("/offer").status == 404)
        #expect(try await ask("/v1/offer", .delete).status == 405)
    }

    private static let order: JSONValue = ["offerId": "offer-1", "fullName": "Ada", "email": "ada@example.com"]

    @Test("requests that the document doesn't allow are refused with the places of their faults")
    func checked() async throws {
        let missing = try await ask("/v1/orders", .post)
        #expect(missing.status == 400)
        #expect(try JSONReader.read(missing.body)["errors"] == [["field": "body", "detail": "is missing"]])
        var order = try #require(FakeBankTests.order.object)
        order["email"] = "nobody"
        let wrong = try await ask("/v1/orders", .post, .object(order))
        #expect(wrong.status == 400)
        #expect(try JSONReader.read(wrong.body)["errors"]?[0]?["field"] == "body/email")
    }

    @Test("a repeated key gives the first answer, and with another body none")
    func keys() async throws {
        let first = try await ask("/v1/orders", .post, key: "k", FakeBankTests.order)
        #expect(try await ask("/v1/orders", .post, key: "k", FakeBankTests.order).body == first.body)
        var order = try #require(FakeBankTests.order.object)
        order["fullName"] = "Grace"
        #expect(try await ask("/v1/orders", .post, key: "k", .object(order)).status == 422)
    }

    /// A document of notes, which are created, read, changed and deleted.
    static let notes: JSONValue = {
        let note: JSONValue = [
            "type": "object", "required": ["noteId", "text"],
            "properties": [
                "noteId": ["type": "string", "pattern": "^N-[0-9]{4}$", "example": "N-1000"],
                "text": ["type": "string", "example": "Hello"],
            ],
        ]
        let content: JSONValue = ["application/json": ["schema": note]]
        let sent: JSONValue = [
            "required": true,
            "content": [
                "application/json": [
                    "schema": ["type": "object", "required": ["text"], "properties": ["text": ["type": "string"]]]
                ]
            ],
        ]
        let id: JSONValue = [["name": "noteId", "in": "path", "required": true, "schema": ["type": "string"]]]
        func answer(_ status: String) -> JSONValue {
            .object([status: ["description": "", "content": content]])
        }
        return [
            "openapi": "3.1.0", "info": ["title": "T", "version": "1"],
            "paths": [
                "/notes": ["post": ["operationId": "create", "requestBody": sent, "responses": answer("201")]],
                "/notes/{noteId}": [
                    "parameters": id,
                    "get": ["operationId": "read", "responses": answer("200")],
                    "patch": ["operationId": "change", "requestBody": sent, "responses": answer("200")],
                    "delete": ["operationId": "remove", "responses": ["204": ["description": ""]]],
                ],
            ],
        ]
    }()

    @Test("a resource is found under its identifier as it was created and changed, and is gone once deleted")
    func resources() async throws {
        let calls = ["create", "read", "change", "remove"].map { ["call": ["operationId": .string($0)]] as JSONValue }
        let bank = try FakeBank(
            .init(
                manifest: ["steps": ["a": ["bindings": .array(calls)]]], openAPI: FakeBankTests.notes,
                pages: URL(fileURLWithPath: scratch.path)), token: Secret(copying: "a-token".utf8))
        func ask(_ method: HTTPMethod, _ path: String, _ text: String? = nil) async throws -> (Int, JSONValue?) {
            let response = await bank.handle(
                HTTPRequest(
                    method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)),
                    headers: ["Authorization": "Bearer a-token", "Content-Type": "application/json"],
                    body: text.map { (["text": .string($0)] as JSONValue).compactBytes } ?? []))
            return (response.status, try? JSONReader.read(response.body))
        }
        #expect(try await ask(.post, "/notes", "One") == (201, ["noteId": "N-1000", "text": "One"]))
        let (_, second) = try await ask(.post, "/notes", "Two")
        let id = try #require(second?["noteId"]?.string)
        #expect(id != "N-1000" && id.hasPrefix("N-") && second?["text"] == "Two")
        #expect(try await ask(.get, "/notes/N-1000") == (200, ["noteId": "N-1000", "text": "One"]))
        #expect(try await ask(.get, "/notes/\(id)").1?["text"] == "Two")
        #expect(try await ask(.get, "/notes/N-9999").0 == 404)
        #expect(try await ask(.patch, "/notes/\(id)", "Three").1?["text"] == "Three")
        #expect(try await ask(.get, "/notes/\(id)").1?["text"] == "Three")
        #expect(try await ask(.delete, "/notes/\(id)").0 == 204)
        #expect(try await ask(.get, "/notes/\(id)").0 == 404)
    }

    @Test(
        "what is posted to the bank is read from it again, and a wrong body is refused with the location of its fault")
    func truth() async throws {
        let calls = ["create", "read"].map { ["call": ["operationId": .string($0)]] as JSONValue }
        let bank = try FakeBank(
            .init(
                manifest: ["steps": ["a": ["bindings": .array(calls)]]], openAPI: FakeBankTests.notes,
                pages: URL(fileURLWithPath: scratch.path)), token: Secret(copying: "a-token".utf8))
        func send(_ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil) async throws -> HTTPResponse {
            await bank.handle(
                HTTPRequest(
                    method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)),
                    headers: ["Authorization": "Bearer a-token", "Content-Type": "application/json"],
                    body: body?.compactBytes ?? []))
        }
        let created = try await send(.post, "/notes", ["text": "Rent for May"])
        let id = try #require(try JSONReader.read(created.body)["noteId"]?.string)
        let read = try await send(.get, "/notes/\(id)")
        #expect(created.status == 201 && read.status == 200 && read.body == created.body)
        #expect(try JSONReader.read(read.body) == ["noteId": .string(id), "text": "Rent for May"])
        for (body, field) in [(["text": 7], "body/text"), ([:], "body/text"), ([1], "body")] as [(JSONValue, String)] {
            let refused = try await send(.post, "/notes", body)
            #expect(refused.status == 400)
            #expect(try JSONReader.read(refused.body)["errors"]?[0]?["field"] == .string(field), "\(body)")
        }
        // Nothing came of the refused ones.
        let next = try await send(.post, "/notes", ["text": "Two"])
        #expect(try JSONReader.read(next.body)["noteId"] == "N-1001")
    }

    @Test("a response without any description gives an explicit error")
    func missing() async throws {
        let schema: JSONValue = ["type": "string", "pattern": "^[0-9]{6}$", "maxLength": 2]
        let openAPI: JSONValue = [
            "paths": [
                "/a": [
                    "get": [
                        "operationId": "a",
                        "responses": ["200": ["content": ["application/json": ["schema": schema]]]],
                    ]
                ]
            ]
        ]
        let bank = try FakeBank(
            .init(manifest: [:], openAPI: openAPI, pages: URL(fileURLWithPath: scratch.path)),
            token: Secret(copying: "a-token".utf8))
        let response = await bank.handle(
            HTTPRequest(
                method: .get, url: try #require(HTTPSURL("https://bank.localhost/a")),
                headers: ["Authorization": "Bearer a-token"]))
        #expect(response.status == 501)
        #expect(try JSONReader.read(response.body)["code"] == "EXAMPLE_MISSING")
    }

    @Test("all of a bank's own addresses are replaced by the sandbox's, with their paths")
    func addresses() throws {
        #expect(FakeBank.Journey.isOwn(manifest))
        let bank = try #require(Origin(scheme: "https", host: "bank.localhost", port: 4_711))
        let moved = FakeBankAddresses.manifest(manifest, id: try #require(JourneyID("order")), bank: bank)
        #expect(moved["oapiBundle"] == "{{gateway}}/journeys/order/openapi.json" && !FakeBank.Journey.isOwn(moved))
        #expect(moved["security"]?["allowedOrigins"] == ["{{gateway}}", "https://bank.localhost:4711"])
        #expect(moved["steps"]?["getOffer"]?["url"] == "https://bank.localhost:4711/order/getOffer")
        #expect(!moved.compactText.contains("bank.example"))
        // Security settings stay unchanged.
        for name in ["pinning", "requireHandshake"] { #expect(moved["security"]?[name] == manifest["security"]?[name]) }
        #expect(
            FakeBankAddresses.openAPI(openAPI, bank: bank)["servers"] == [["url": "https://bank.localhost:4711/v1"]])
        #expect(FakeBankAddresses.openAPI([:], bank: bank)["servers"] == [["url": "https://bank.localhost:4711"]])
    }

    @Test(
        "an API's base path is its servers' path",
        arguments: [
            ("https://api.bank.example/v1", "/v1"), ("https://api.bank.example", ""), ("/v2/", "/v2"), ("v2", "/v2"),
            ("https://{stage}.bank.example/{version}/x", "/3/x"), ("/", ""),
        ])
    func places(url: String, path: String) {
        let server: JSONValue = [
            "url": .string(url), "variables": ["stage": ["default": "live"], "version": ["default": "3"]],
        ]
        #expect(FakeBankAddresses.bases(of: [[:], ["servers": [server]]]) == [path])
    }
}
