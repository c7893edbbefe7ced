import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneySandbox

@Suite("A fake bank with a bundle")
struct FakeBankPagesTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
        try FileManager.default.createDirectory(
            atPath: scratch.path + "/assets", withIntermediateDirectories: true)
        for (path, text) in [
            "index.html": "index", "pay.html": "pay", "assets/a.js": "script", "assets/index.html": "assets",
            "assets/a b.json": "{}",
        ] {
            try Data(text.utf8).write(to: URL(fileURLWithPath: "\(scratch.path)/\(path)"))
        }
    }

    private static let openAPI: JSONValue = [
        "openapi": "3.1.0", "servers": [["url": "https://bank.example"]],
        "paths": [
            "/shop/offers": ["get": ["operationId": "offers", "responses": ["200": ["description": "x"]]]],
            "/shop/orders": ["post": ["operationId": "order", "responses": ["201": ["description": "x"]]]],
        ],
    ]

    private func bank(base: String?, steps: [String] = ["/shop/pay"]) throws -> FakeBank {
        var settings = PageSettings()
        settings.base = base
        let members = steps.enumerated().map { index, path in
            ("s\(index)", ["type": "web", "url": .string("https://bank.example\(path)")] as JSONValue)
        }
        return try FakeBank(
            .init(
                manifest: ["steps": .object(Dictionary(members) { first, _ in first })],
                openAPI: FakeBankPagesTests.openAPI, pages: URL(fileURLWithPath: scratch.path), pageSettings: settings),
            token: Secret(copying: "a-token".utf8))
    }

    private func get(_ path: String, of bank: FakeBank, _ method: HTTPMethod = .get) async throws -> String {
        let request = HTTPRequest(method: method, url: try #require(HTTPSURL("https://bank.localhost" + path)))
        let response = await bank.handle(request)
        guard response.status == 200 else { return "\(response.status)" }
        #expect(response.headers["Content-Security-Policy"] == PageSettings.standardPolicy)
        #expect(response.headers["X-Content-Type-Options"] == "nosniff")
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test(
        "below a declared base, files come first, then operations, then the index, and a missing script gets no page",
        arguments: [
            ("/shop/", "index"), ("/shop", "index"), ("/shop/pay", "index"), ("/shop/a/b/c", "index"),
            ("/shop/pay.html", "pay"), ("/shop/assets/a.js", "script"), ("/shop/assets/", "assets"),
            ("/shop/assets/a%20b.json", "{}"), ("/shop/assets/gone", "index"), ("/shop/assets/gone.js", "404"),
            ("/shop/a.b/gone", "index"), ("/shop/offers", "401"), ("/shop/orders", "405"), ("/assets/a.js", "404"),
            ("/", "404"), ("/shopping", "404"), ("/shop/%2e%2e/pay", "index"), ("/shop/assets%2fa.js", "404"),
        ])
    func based(path: String, body: String) async throws {
        // `%2e%2e` is no address in our form; what can't be asked can't be answered.
        guard HTTPSURL("https://bank.localhost" + path) != nil else { return }
        #expect(try await get(path, of: bank(base: "/shop/")) == body)
    }

    @Test(
        "without a base, a page has its step's address, with its folder beside it, and nothing else is a page",
        arguments: [
            ("/shop/pay", "pay"), ("/shop/pay.html", "pay"), ("/shop/assets/a.js", "script"),
            ("/shop/index.html", "index"),
            ("/shop/", "index"), ("/shop/other", "404"), ("/shop/a/b", "404"), ("/pay", "404"), ("/shop", "404"),
        ])
    func plain(path: String, body: String) async throws {
        #expect(try await get(path, of: bank(base: nil)) == body)
        #expect(Int(try await get(path, of: bank(base: nil), .post)) != nil, "a page is only read")
    }

    @Test("a step whose address ends with a slash shows the index of its folder")
    func slash() async throws {
        #expect(try await get("/shop/", of: bank(base: nil, steps: ["/shop/"])) == "index")
    }

    @Test("a page outside the declared base, and a folder that can't be served, are refused before anything is served")
    func refused() throws {
        let outside = #expect(throws: JourneyError.self) { try bank(base: "/app/") }
        #expect(
            outside?.message == "The page of step s0, /shop/pay, is not below /app/, the base in pages.json."
                && outside?.code == .pagesInvalid)
        _ = try bank(base: "/shop/", steps: ["/shop"])
        try FileManager.default.createSymbolicLink(
            atPath: scratch.path + "/assets/l.js", withDestinationPath: "a.js")
        #expect(throws: JourneyError.self) { try bank(base: "/shop/") }
        // A journey without pages needs no folder.
        _ = try bank(base: nil, steps: [])
    }
}
