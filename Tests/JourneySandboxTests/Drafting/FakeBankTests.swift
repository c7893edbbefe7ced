import Foundation
import JourneyBase
import JourneyServer
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("A stand-in for a bank")
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
        bank = FakeBank(
            .init(manifest: manifest, openAPI: openAPI, pages: URL(fileURLWithPath: scratch.path + "/pages")),
            token: Secret(copying: "a-token".utf8))
    }

    private func ask(_ path: String, _ method: HTTPMethod = .get, token: String? = "a-token") async throws
        -> HTTPResponse
    {
        var request = HTTPRequest(method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)))
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        return await bank.handle(request)
    }

    @Test("pages come under the policy that pages have to bring, and with what they name")
    func pages() async throws {
        let page = try await ask("/order/createOrder", token: nil)
        #expect(page.status == 200 && page.headers["Content-Type"] == "text/html; charset=utf-8")
        #expect(page.headers["Content-Security-Policy"]?.contains("default-src 'none'") == true)
        #expect(try await ask("/order/page.js", token: nil).status == 200)
        #expect(try await ask("/order/journey-bridge.js", token: nil).status == 200)
    }

    @Test(
        "no address leads out of the folder, or to another file of it",
        arguments: [
            "/order/../manifest.json", "/order/%2e%2e%2fmanifest.json", "/manifest.json", "/order/manifest.json",
            "/order/page.js/", "/page.js", "/order/",
        ])
    func outside(path: String) async throws {
        guard HTTPSURL("https://bank.localhost" + path) != nil else { return }
        #expect(try await ask(path).status == 404)
    }

    @Test("operations answer the document's examples, to whoever has the token")
    func answers() async throws {
        let offer = try await ask("/v1/offer")
        #expect(offer.status == 200)
        #expect(
            try JSONReader.read(offer.body) == [
                "offerId": "offer-1", "name": "Travel account", "price": 500, "currency": "GBP",
            ])
        #expect(try await ask("/v1/orders", .post).status == 201)
        #expect(try await ask("/v1/offer", token: nil).status == 401)
        #expect(try await ask("/v1/offer", token: "another").status == 401)
        #expect(try await ask("/offer").status == 404)
        #expect(try await ask("/v1/offer", .delete).status == 405)
    }

    @Test("an answer that nothing says anything about is missed in so many words")
    func missing() async throws {
        let schema: JSONValue = ["type": "string", "pattern": "^[0-9]{6}$"]
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
        let bank = FakeBank(
            .init(manifest: [:], openAPI: openAPI, pages: URL(fileURLWithPath: scratch.path)),
            token: Secret(copying: "a-token".utf8))
        let response = await bank.handle(
            HTTPRequest(
                method: .get, url: try #require(HTTPSURL("https://bank.localhost/a")),
                headers: ["Authorization": "Bearer a-token"]))
        #expect(response.status == 501)
        #expect(try JSONReader.read(response.body)["code"] == "EXAMPLE_MISSING")
    }

    @Test("a bank's own addresses become the sandbox's, all of them, with their paths")
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
        "an API's place is the path of its servers",
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
