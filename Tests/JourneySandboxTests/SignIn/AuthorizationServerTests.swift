import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("The sandbox bank's authorization server")
struct AuthorizationServerTests {
    static let verifier = String(repeating: "v", count: 43)
    static let redirect = "partnerdemo:/signed-in"
    let moment = ManualWallClock()

    private func test(_ body: (TestBank) async throws -> Void) async throws {
        var dependencies = Dependencies.system
        dependencies.now = { [moment] in moment.now }
        try await body(try await TestBank(dependencies: dependencies))
    }

    private func send(
        _ test: TestBank, _ method: HTTPMethod, _ path: String, query: String? = nil, form: [String: String]? = nil
    ) async throws -> HTTPResponse {
        let origin = try #require(Origin(scheme: "https", host: "bank.localhost", port: 443))
        let url = try #require(HTTPSURL(origin: origin, path: path, query: query))
        var request = HTTPRequest(method: method, url: url)
        if let form {
            request = .post(FormBody(form.sorted { $0.key < $1.key }.map { FormBody.Entry($0.key, $0.value) }), to: url)
        }
        return await test.service.handle(request)
    }

    private func query(_ change: [String: String?] = [:]) -> String {
        var members: [String: String] = [
            "response_type": "code", "client_id": "demo-client", "redirect_uri": Self.redirect, "scope": "openid",
            "state": "state-12345", "nonce": "nonce-1",
            "code_challenge": Base64URL.encode(SHA256.hash(Array(Self.verifier.utf8))), "code_challenge_method": "S256",
        ]
        for (name, value) in change { members[name] = value }
        let form = FormBody(members.sorted { $0.key < $1.key }.map { FormBody.Entry($0.key, $0.value) })
        return String(decoding: form.bytes, as: UTF8.self)
    }

    /// Returns the redirect's parameters by name.
    private func answer(_ response: HTTPResponse) throws -> [String: String] {
        let location = try #require(response.headers["Location"])
        #expect(location.hasPrefix(Self.redirect + "?"))
        let form = try #require(FormBody(parsing: Array(location.utf8.dropFirst(Self.redirect.utf8.count + 1))))
        return Dictionary(form.entries.map { ($0.name, $0.value) }) { first, _ in first }
    }

    /// Signs in and returns the redirect's parameters with the code.
    private func code(_ test: TestBank, passcode: String = "246810") async throws -> [String: String] {
        let page = try await send(test, .get, "/oauth/authorize", query: query())
        let name = try #require(
            String(decoding: page.body, as: UTF8.self).firstMatch(of: /name="request" value="([^"]+)"/)?.output.1)
        return try answer(
            try await send(
                test, .post, "/oauth/authorize",
                form: ["request": String(name), "name": "rowan", "passcode": passcode, "answer": "sign-in"]))
    }

    private func redeem(_ test: TestBank, _ form: [String: String]) async throws -> (status: Int, body: JSONValue) {
        let response = try await send(
            test, .post, "/oauth/token",
            form: [
                "grant_type": "authorization_code", "client_id": "demo-client", "redirect_uri": Self.redirect,
                "code_verifier": Self.verifier,
            ].merging(form) { $1 })
        return (response.status, try JSONReader.read(response.body))
    }

    @Test("signing in grants a code, and the code gives tokens that work at the bank")
    func flow() async throws {
        try await test { test async throws in
            let granted = try await code(test)
            #expect(granted["state"] == "state-12345" && granted["iss"] == "https://bank.localhost")
            let tokens = try await redeem(test, ["code": granted["code"] ?? ""])
            #expect(tokens.status == 200 && tokens.body["token_type"] == "Bearer")
            let access = try #require(tokens.body["access_token"]?.string)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 200)
            let identity = try #require(tokens.body["id_token"]?.string)
            let signed = try CompactJWS.verify(identity, typ: "JWT", keys: test.authorization.keys)
            let claims = try JSONReader.read(signed.payload)
            #expect(
                claims["nonce"] == "nonce-1" && claims["aud"] == "demo-client"
                    && claims["iss"] == "https://bank.localhost")
        }
    }

    @Test(
        "an invalid request is redirected with an error and the issuer",
        arguments: [
            (["code_challenge_method": "plain"], "invalid_request"),
            (["code_challenge_method": nil], "invalid_request"),
            (["code_challenge": nil], "invalid_request"), (["code_challenge": "short"], "invalid_request"),
            (["state": nil], "invalid_request"), (["response_type": "token"], "unsupported_response_type"),
            (["scope": "profile"], "invalid_scope"),
        ] as [([String: String?], String)])
    func badRequests(change: [String: String?], error: String) async throws {
        try await test { test async throws in
            let said = try answer(try await send(test, .get, "/oauth/authorize", query: query(change)))
            #expect(said["error"] == error && said["iss"] == "https://bank.localhost" && said["code"] == nil)
        }
    }

    @Test(
        "an address that is not registered byte for byte gets no redirect",
        arguments: [
            ["redirect_uri": "evilapp:/signed-in"], ["redirect_uri": "partnerdemo:/signed-in/"],
            ["redirect_uri": "partnerdemo://signed-in"], ["redirect_uri": "PARTNERDEMO:/signed-in"],
            ["redirect_uri": "https://evil.example/"], ["redirect_uri": nil], ["client_id": "other"],
        ] as [[String: String?]])
    func badAddresses(change: [String: String?]) async throws {
        try await test { test async throws in
            let response = try await send(test, .get, "/oauth/authorize", query: query(change))
            #expect(response.status == 400 && response.headers["Location"] == nil)
        }
    }

    @Test("a repeated parameter invalidates the request")
    func twice() async throws {
        try await test { test async throws in
            let response = try await send(
                test, .get, "/oauth/authorize", query: query() + "&redirect_uri=evilapp%3A%2Fsigned-in")
            #expect(response.status == 400 && response.headers["Location"] == nil)
        }
    }

    @Test(
        "the pages are in the language that the app asks for, otherwise in the browser's",
        arguments: [
            ("bn", nil, "bn", "ltr"), ("ar", "en-GB", "ar", "rtl"), ("fr en-GB", "ar", "en-GB", "ltr"),
            (nil, "ar-EG, en;q=0.5", "ar", "rtl"), (nil, nil, "en-GB", "ltr"),
        ] as [(String?, String?, String, String)])
    func languages(wanted: String?, accepted: String?, tag: String, direction: String) async throws {
        try await test { test async throws in
            let origin = try #require(Origin(scheme: "https", host: "bank.localhost", port: 443))
            let url = try #require(
                HTTPSURL(origin: origin, path: "/oauth/authorize", query: query(["ui_locales": wanted])))
            var request = HTTPRequest(method: .get, url: url)
            if let accepted { request.headers["Accept-Language"] = accepted }
            let page = String(decoding: await test.service.handle(request).body, as: UTF8.self)
            #expect(page.contains("<html lang=\"\(tag)\" dir=\"\(direction)\">"))
            let language = Language(preferred: [tag])
            #expect(page.contains(">\(SignInPhrase.signIn(language))</h1>"))
            // The page that follows a wrong passcode is in the same language, whatever the browser's is.
            let name = try #require(page.firstMatch(of: /name="request" value="([^"]+)"/)?.output.1)
            let again = try await send(
                test, .post, "/oauth/authorize",
                form: ["request": String(name), "name": "rowan", "passcode": "1", "answer": "sign-in"])
            let text = String(decoding: again.body, as: UTF8.self)
            #expect(text.contains(SignInPhrase.wrong(language)) && text.contains("lang=\"\(tag)\""))
        }
    }

    @Test("every text of the sign-in is there in each language's own letters")
    func texts() {
        for phrase in SignInPhrase.allCases {
            #expect(!phrase(.english).isEmpty)
            for language in OwnLetters.languages { #expect(OwnLetters.others(in: phrase(language), language) == "") }
        }
    }

    @Test("a code is valid once; a second use revokes its tokens")
    func replay() async throws {
        try await test { test async throws in
            let code = try await code(test)["code"] ?? ""
            let first = try await redeem(test, ["code": code])
            let access = try #require(first.body["access_token"]?.string)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 200)
            #expect(try await redeem(test, ["code": code]).body["error"] == "invalid_grant")
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 401)
            let renewal = try await redeem(
                test, ["grant_type": "refresh_token", "refresh_token": first.body["refresh_token"]?.string ?? ""])
            #expect(renewal.body["error"] == "invalid_grant")
        }
    }

    @Test(
        "a code is invalid with another verifier, address or client, and is used up by the attempt",
        arguments: [
            ["code_verifier": String(repeating: "w", count: 43)], ["code_verifier": "v"],
            ["redirect_uri": "evilapp:/signed-in"], ["client_id": "other"],
        ])
    func stolen(change: [String: String]) async throws {
        try await test { test async throws in
            let code = try await code(test)["code"] ?? ""
            let stolen = try await redeem(test, change.merging(["code": code]) { $1 })
            #expect(stolen.status >= 400 && stolen.body["access_token"] == nil)
            // The unknown client's request had no effect.
            if change["client_id"] == nil { #expect(try await redeem(test, ["code": code]).status == 400) }
        }
    }

    @Test("codes and access tokens expire")
    func ends() async throws {
        try await test { test async throws in
            let late = try await code(test)["code"] ?? ""
            moment.advance(seconds: 61)
            #expect(try await redeem(test, ["code": late]).body["error"] == "invalid_grant")
            let tokens = try await redeem(test, ["code": try await code(test)["code"] ?? ""])
            let access = try #require(tokens.body["access_token"]?.string)
            moment.advance(seconds: 299)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 200)
            moment.advance(seconds: 2)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 401)
        }
    }

    @Test("a refresh token is valid once; reusing it revokes the grant")
    func rotation() async throws {
        try await test { test async throws in
            let first = try await redeem(test, ["code": try await code(test)["code"] ?? ""])
            func renew(_ token: JSONValue?) async throws -> (status: Int, body: JSONValue) {
                try await redeem(test, ["grant_type": "refresh_token", "refresh_token": token?.string ?? ""])
            }
            let second = try await renew(first.body["refresh_token"])
            #expect(second.status == 200)
            #expect(second.body["refresh_token"] != first.body["refresh_token"])
            #expect(try await renew(first.body["refresh_token"]).body["error"] == "invalid_grant")
            #expect(try await renew(second.body["refresh_token"]).body["error"] == "invalid_grant")
            let access = try #require(second.body["access_token"]?.string)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 401)
        }
    }

    @Test("a wrong passcode may be retried five times in all, and a refusal redirects back")
    func passcodes() async throws {
        try await test { test async throws in
            let page = try await send(test, .get, "/oauth/authorize", query: query())
            let name = try #require(
                String(decoding: page.body, as: UTF8.self).firstMatch(of: /name="request" value="([^"]+)"/)?.output.1)
            var form = ["request": String(name), "name": "rowan", "passcode": "000000", "answer": "sign-in"]
            for _ in 0..<4 { #expect(try await send(test, .post, "/oauth/authorize", form: form).status == 200) }
            #expect(try await send(test, .post, "/oauth/authorize", form: form).status == 400)
            form["passcode"] = "246810"
            #expect(try await send(test, .post, "/oauth/authorize", form: form).status == 400)
            let other = try await send(test, .get, "/oauth/authorize", query: query())
            let fresh = try #require(
                String(decoding: other.body, as: UTF8.self).firstMatch(of: /name="request" value="([^"]+)"/)?.output.1)
            let no = try await send(
                test, .post, "/oauth/authorize", form: ["request": String(fresh), "answer": "refuse"])
            #expect(no.status == 303)
            #expect(try answer(no)["error"] == "access_denied")
        }
    }

    @Test("ten wrong passcodes for a person, across requests, block further attempts for a while")
    func guesses() async throws {
        try await test { test async throws in
            func status(_ passcode: String) async throws -> Int {
                let page = try await send(test, .get, "/oauth/authorize", query: query())
                let name = try #require(
                    String(decoding: page.body, as: UTF8.self).firstMatch(of: /name="request" value="([^"]+)"/)?.output
                        .1)
                return try await send(
                    test, .post, "/oauth/authorize",
                    form: ["request": String(name), "name": "rowan", "passcode": passcode, "answer": "sign-in"]
                ).status
            }
            for guess in 0..<10 { #expect(try await status("00000\(guess)") == 200) }
            #expect(try await status("246810") == 400)
            moment.advance(seconds: 899)
            #expect(try await status("246810") == 400)
            moment.advance(seconds: 1)
            #expect(try await status("246810") == 303)
        }
    }

    @Test("renewals do not grow the server's memory, and a reused code still revokes")
    func renewals() async throws {
        try await test { test async throws in
            let granted = try await code(test)["code"] ?? ""
            var tokens = try await redeem(test, ["code": granted])
            var sizes: [Int] = []
            for _ in 0..<40 {
                moment.advance(seconds: 12 * 3_600)
                tokens = try await redeem(
                    test,
                    ["grant_type": "refresh_token", "refresh_token": tokens.body["refresh_token"]?.string ?? ""])
                #expect(tokens.status == 200)
                sizes.append(test.authorization.state.withLock { $0.size })
            }
            #expect(sizes.last == sizes[5])
            // Twenty days later, the code is used again.
            #expect(try await redeem(test, ["code": granted]).body["error"] == "invalid_grant")
            let access = try #require(tokens.body["access_token"]?.string)
            #expect(try await test.ask(.get, "/api/accounts/current", token: access).status == 401)
        }
    }

    @Test("only offered scopes are granted")
    func scopes() async throws {
        try await test { test async throws in
            let page = try await send(test, .get, "/oauth/authorize", query: query(["scope": "openid payments admin"]))
            let name = try #require(
                String(decoding: page.body, as: UTF8.self).firstMatch(of: /name="request" value="([^"]+)"/)?.output.1)
            let granted = try answer(
                try await send(
                    test, .post, "/oauth/authorize",
                    form: ["request": String(name), "name": "rowan", "passcode": "246810", "answer": "sign-in"]))
            #expect(try await redeem(test, ["code": granted["code"] ?? ""]).body["scope"] == "openid")
        }
    }

    @Test("the server's metadata matches its behaviour")
    func metadata() async throws {
        try await test { test async throws in
            let said = try JSONReader.read(
                try await send(test, .get, "/.well-known/oauth-authorization-server").body)
            #expect(said["code_challenge_methods_supported"] == ["S256"])
            #expect(said["authorization_response_iss_parameter_supported"] == true)
            #expect(said["token_endpoint"] == "https://bank.localhost/oauth/token")
        }
    }
}
