import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Wallet logs and personalisation", .timeLimit(.minutes(10)))
struct PassWordsTests {
    @Test(
        "log messages are stored as one truncated line each, without control characters",
        arguments: PassUpdateFixture.Store.available)
    func logs(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            let hostile = "one\nerror forged\r\u{1B}[2J\u{0}\u{7F}\u{9B}\u{202E}back\u{2028}end"
            let reply = try await fixture.ask(
                .post, "/log", ["logs": [.string(hostile), .string(String(repeating: "x", count: 5_000)), "é ✓"]])
            #expect(reply.status == 200 && reply.response.body.isEmpty)
            let kept = try await fixture.store.messages().map(\.text)
            #expect(kept == ["one error forged  [2J    back end", String(repeating: "x", count: 1_000), "é ✓"])
            #expect(!fixture.log.text.contains("forged"))
        }
    }

    @Test("a body that is not a list of texts is 400, too long is 413, and over a hundred are cut")
    func logBodies() async throws {
        try await PassUpdateFixture.visit { fixture async throws in
            let bodies: [JSONValue] = [[:], ["logs": "x"], ["logs": [1]], ["logs": ["a", nil]], [1]]
            for body in bodies {
                #expect(try await fixture.ask(.post, "/log", body).code == "REQUEST_INVALID")
            }
            #expect(try await fixture.ask(.post, "/log", bytes: [UInt8](repeating: 0x20, count: 65_537)).status == 413)
            let many = JSONValue.array(Array(repeating: "m", count: 500))
            #expect(try await fixture.ask(.post, "/log", ["logs": many]).status == 200)
            #expect(try await fixture.store.messages().count == 100)
            let more = JSONValue.array(Array(repeating: "m", count: 2_000))
            #expect(try await fixture.ask(.post, "/log", ["logs": more]).code == "REQUEST_INVALID")
        }
    }

    @Test(
        "the log is rate-limited and keeps the newest messages",
        arguments: PassUpdateFixture.Store.available)
    func logRate(store: PassUpdateFixture.Store) async throws {
        var limits = PassUpdateLimits()
        limits.logRequests = 5
        limits.logMessages = 3
        try await PassUpdateFixture.visit(keepingIn: store, limits: limits) { fixture in
            for index in 0..<5 {
                #expect(try await fixture.ask(.post, "/log", ["logs": [.string("m\(index)")]]).status == 200)
            }
            let refused = try await fixture.ask(.post, "/log", ["logs": ["no"]])
            #expect(refused.code == "RATE_LIMITED" && refused.response.headers["Retry-After"] == "60")
            #expect(try await fixture.store.messages().map(\.text) == ["m2", "m3", "m4"])
            fixture.pass(.seconds(60))
            #expect(try await fixture.ask(.post, "/log", ["logs": ["m5"]]).status == 200)
            #expect(try await fixture.store.messages().map(\.text) == ["m3", "m4", "m5"])
        }
    }

    private func personalize(
        _ fixture: PassUpdateFixture, _ serial: String = "a", token: JSONValue = "Zm9v+/==", info: JSONValue = [:],
        headers: HTTPFields = [:]
    ) async throws -> PassUpdateFixture.Reply {
        try await fixture.ask(
            .post, "/passes/\(PassUpdateFixture.type)/\(serial)/personalize",
            ["personalizationToken": token, "requiredPersonalizationInfo": info], headers: headers)
    }

    @Test(
        "a personalisation returns the signed token and stores the form; repeating it gives the same",
        arguments: PassUpdateFixture.Store.available)
    func personalized(store: PassUpdateFixture.Store) async throws {
        try await PassUpdateFixture.visit(keepingIn: store) { fixture in
            try await fixture.change("a", isPersonalizable: true)
            let info: JSONValue = [
                "fullName": "Ada\nLovelace", "emailAddress": "ada@example.com", "ISOCountryCode": "GB", "unknown": "x",
            ]
            for _ in 0..<2 {
                let reply = try await personalize(fixture, info: info)
                #expect(reply.status == 200 && reply.response.headers["Content-Type"] == "application/octet-stream")
                #expect(reply.response.body == Array("signed:Zm9v+/==".utf8))
            }
            #expect(
                try await fixture.store.personalization(of: fixture.key("a")) == [
                    "fullName": "Ada Lovelace", "emailAddress": "ada@example.com", "ISOCountryCode": "GB",
                ])
            // Guessing a serial number has no effect.
            let other = try await personalize(fixture, token: "other", info: ["fullName": "Eve"])
            #expect(other.code == "PASS_PERSONALIZED" && other.status == 409)
            #expect(try await fixture.store.personalization(of: fixture.key("a"))?["fullName"] == "Ada Lovelace")
        }
    }

    @Test("personalisation is rate-limited per pass, and other passes are unaffected")
    func personalizationRate() async throws {
        var limits = PassUpdateLimits()
        limits.personalizations = 2
        try await PassUpdateFixture.visit(limits: limits) { fixture in
            try await fixture.change("a", isPersonalizable: true)
            try await fixture.change("b", isPersonalizable: true)
            #expect(try await personalize(fixture).status == 200)
            for _ in 0..<5 { #expect(try await personalize(fixture, token: "other").code == "PASS_PERSONALIZED") }
            #expect(try await personalize(fixture).status == 200)
            let limited = try await personalize(fixture)
            #expect(limited.status == 429 && limited.code == "RATE_LIMITED")
            #expect(limited.response.headers["Retry-After"] == "600")
            #expect(try await personalize(fixture, "b").status == 200)
            fixture.pass(.seconds(600))
            #expect(try await personalize(fixture).status == 200)
        }
    }

    @Test(
        "the pass certificate signs no token that could be a manifest or binding data",
        arguments: [
            #"{"pass.json":"3a5802baddbd71946b38d73058a34658943cc718"}"#, #"{"fidoProfile":{}}"#, "a\"b", "a{b", "a b",
            "",
            "[1]", "é", "a\nb", String(repeating: "a", count: 513),
        ])
    func forgery(token: String) async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a", isPersonalizable: true)
            #expect(try await personalize(fixture, token: .string(token)).code == "REQUEST_INVALID")
            #expect(try await fixture.store.personalization(of: fixture.key("a")) == nil)
        }
    }

    @Test("personalising an unknown or ordinary pass is 404, and a wrong pass token is 401")
    func notPersonalizable() async throws {
        try await PassUpdateFixture.visit { fixture in
            try await fixture.change("a")
            try await fixture.change("b", isPersonalizable: true)
            #expect(try await personalize(fixture).status == 404)
            #expect(try await personalize(fixture, "unknown").status == 404)
            #expect(try await personalize(fixture, "b", headers: ["Authorization": "ApplePass wrong"]).status == 401)
            #expect(try await personalize(fixture, "b", info: ["fullName": 1]).status == 400)
            #expect(try await personalize(fixture, "b", info: "x").status == 400)
            let token = "ApplePass token-of-b-\(PassUpdateFixture.type)"
            #expect(try await personalize(fixture, "b", headers: ["Authorization": token]).status == 200)
        }
    }
}
