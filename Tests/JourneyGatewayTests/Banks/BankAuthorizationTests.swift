import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Authorization of consents at banks")
struct BankAuthorizationTests {
    private typealias Fixture = BankAuthorizationFixture

    @Test(
        "a person's authorization gives the proxy a token for this consent, which the app never sees",
        arguments: [
            Fixture.Form(), Fixture.Form(signsRequests: true), Fixture.Form(proves: false),
            Fixture.Form(signsRequests: true, nonce: nil),
        ])
    func flow(form: BankAuthorizationFixture.Form) async throws {
        let fixture = try await Fixture(form)
        let (status, answer) = try await fixture.start()
        #expect(
            status == 201 && Set((answer.object ?? [:]).keys) == ["requestUri", "clientId", "state", "expiresIn"])
        #expect(answer["clientId"] == "gw" && answer["expiresIn"] == 90)
        let back = try #require(fixture.bank.approve(answer["requestUri"]?.string ?? ""))
        #expect(back.state == answer["state"]?.string)
        #expect(try await fixture.pay().0 == 403 && fixture.payments == 0)
        let (ended, told) = try await fixture.exchange(back)
        #expect(ended == 200 && told == ["authorized": true, "expiresIn": 300])
        let (paid, body) = try await fixture.pay()
        #expect(paid == 201 && body["Consent"] == "C-1")
        let sent = try #require(fixture.bank.requests("/api/open-banking/v3.1/pisp/payments").last)
        #expect(sent.headers["X-Bank-Consent"] == nil && sent.headers["X-Partner-Id"] == nil)
        #expect(sent.headers["Authorization"]?.hasPrefix(form.proves ? "DPoP person-" : "Bearer person-") == true)
        #expect((sent.headers["DPoP"] != nil) == form.proves)
        // A nonce is asked for once, and then known.
        let asked = form.proves && form.nonce != nil ? 1 : 0
        #expect(fixture.bank.requests("/par").count == 1 + asked && fixture.exchanges == 1 && fixture.payments == 1)
        let values = fixture.bank.form("/token")
        #expect(values["code_verifier"]?.utf8.count == 43 && values["redirect_uri"] == AuthorizingBank.redirect)
    }

    @Test(
        "the operator's scope, claims and details name the consent, in plain and signed requests",
        arguments: [false, true])
    func content(isSigned: Bool) async throws {
        let fixture = try await Fixture(Fixture.Form(signsRequests: isSigned))
        let (_, answer) = try await fixture.start("urn:c~1")
        let members = fixture.bank.state.withLock { $0.pushed[answer["requestUri"]?.string ?? ""] }
        #expect(members?["scope"] == "openid payments" && members?["client_id"] == "gw")
        #expect(members?["claims"]?["id_token"]?["openbanking_intent_id"]?["value"] == "urn:c~1")
        #expect(members?["authorization_details"] == [["type": "payment", "consent": "urn:bank:urn:c~1"]])
        #expect(members?["nonce"]?.string?.utf8.count == 43 && members?["nonce"] != members?["state"])
    }

    @Test(
        "joserfc accepts the client's assertion, the request object and the proof",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() async throws {
        let fixture = try await Fixture(Fixture.Form(signsRequests: true))
        let back = try await fixture.returned()
        #expect(try await fixture.exchange(back).0 == 200)
        #expect(try await fixture.pay().0 == 201)
        let (pushed, token) = (fixture.bank.form("/par"), fixture.bank.form("/token"))
        let paid = try #require(fixture.bank.requests("/api/open-banking/v3.1/pisp/payments").last)
        let bearer = try #require(paid.headers["Authorization"]).dropFirst(5)
        let told = try Python.run(
            """
            import base64, hashlib, json, sys
            from joserfc import jwt, jws
            from joserfc.jwk import ECKey
            assertion, request, proof, verifier, token, client, signer = sys.argv[1:]
            one = jwt.decode(assertion, ECKey.import_key(json.loads(client)), algorithms=["ES256"])
            # At the time of the signature, because a busy machine may take longer than the assertion lives.
            now = one.claims["iat"]
            claims = jwt.JWTClaimsRegistry(now=now, iss={"essential": True, "value": "gw"}, sub={"essential": True, "value": "gw"},
                aud={"essential": True, "value": "https://auth.bank.example"}, exp={"essential": True}, jti={"essential": True})
            claims.validate(one.claims)
            two = jwt.decode(request, ECKey.import_key(json.loads(signer)), algorithms=["ES256"])
            jwt.JWTClaimsRegistry(now=now, iss={"essential": True, "value": "gw"}, nbf={"essential": True}, exp={"essential": True},
                aud={"essential": True, "value": "https://auth.bank.example"}).validate(two.claims)
            digest = lambda text: base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            head = json.loads(base64.urlsafe_b64decode(proof.split(".")[0] + "=="))
            key = ECKey.import_key(head["jwk"])
            three = jwt.decode(proof, key, algorithms=["ES256"])
            print(json.dumps({
                "typ": [one.header["typ"], two.header["typ"], three.header["typ"]],
                "challenge": two.claims["code_challenge"] == digest(verifier), "ath": three.claims["ath"] == digest(token),
                "jkt": two.claims["dpop_jkt"] == key.thumbprint(), "htm": three.claims["htm"], "htu": three.claims["htu"],
                "private": "d" in head["jwk"], "nonce": three.claims["nonce"]}))
            """,
            [
                try #require(token["client_assertion"]), try #require(pushed["request"]),
                try #require(paid.headers["DPoP"]), try #require(token["code_verifier"]), String(bearer),
                PublicKey.p256(fixture.keys.client.publicKey).jwk.compactText,
                PublicKey.p256(fixture.keys.request.publicKey).jwk.compactText,
            ])
        #expect(
            try JSONReader.read(Array(told.utf8)) == [
                "typ": ["JWT", "oauth-authz-req+jwt", "dpop+jwt"], "challenge": true, "ath": true, "jkt": true,
                "htm": "POST", "htu": "https://bank.example/api/open-banking/v3.1/pisp/payments", "private": false,
                "nonce": "nonce-1",
            ])
    }

    @Test(
        "a return that is not this caller's, bank's, issuer's or time's exchanges no code",
        arguments: ["state", "iss", "empty iss", "caller", "client", "partner", "bank", "expired", "no start"])
    func foreign(what: String) async throws {
        let fixture = try await Fixture()
        var back = try await fixture.returned()
        var (bank, caller, wanted) = ("uk", "context", "BANK_AUTHORIZATION_INVALID")
        switch what {
        case "state": back.state = String(back.state.reversed())
        case "iss": back.iss = "https://auth.evil.example"
        case "empty iss": (back.iss, wanted) = ("", "VALIDATION_FAIL")
        case "caller": caller = "other"
        case "client": caller = "client-2"
        case "partner": (caller, wanted) = ("foreign", "PARTNER_UNKNOWN")
        case "bank": bank = "uk-2"
        case "expired": fixture.time(Double(BankAuthorizationService.lifetime))
        default: back = AuthorizingBank.AuthorizationReturn(state: "x", code: "code-1", iss: AuthorizingBank.issuer)
        }
        let (status, problem) = try await fixture.exchange(back, bank: bank, as: caller)
        #expect([400, 403].contains(status) && problem["code"]?.string == wanted, "\(problem.compactText)")
        #expect(fixture.exchanges == 0)
        #expect(try await fixture.pay(as: caller).0 == 403 && fixture.payments == 0)
        // The near miss: just in time, the right return of the right caller is exchanged, except after a foreign issuer.
        guard !["expired", "iss", "no start", "state"].contains(what) else { return }
        if what == "empty iss" { back.iss = AuthorizingBank.issuer }
        fixture.time(Double(BankAuthorizationService.lifetime - 1))
        #expect(try await fixture.exchange(back).0 == 200)
    }

    @Test("a foreign issuer ends the authorization: its code is not exchanged afterwards either")
    func mixUp() async throws {
        let fixture = try await Fixture()
        var back = try await fixture.returned()
        back.iss = "https://auth.bank.example/"
        #expect(try await fixture.exchange(back).0 == 403)
        back.iss = AuthorizingBank.issuer
        #expect(try await fixture.exchange(back).1["code"] == "BANK_AUTHORIZATION_REFUSED")
        #expect(fixture.exchanges == 0)
        // One of a return that was exchanged has no answer, and changes nothing.
        var next = try await fixture.returned()
        #expect(try await fixture.exchange(next).0 == 200)
        next.iss = "https://auth.bank.example/"
        #expect(try await fixture.exchange(next).1["code"] == "BANK_AUTHORIZATION_INVALID")
        next.iss = AuthorizingBank.issuer
        #expect(try await fixture.exchange(next).0 == 200)
        #expect(fixture.exchanges == 1)
    }

    @Test("a code is exchanged once: the same return has the same answer, and another state or code has none")
    func once() async throws {
        let fixture = try await Fixture()
        let back = try await fixture.returned()
        #expect(try await fixture.exchange(back).0 == 200)
        fixture.time(100)
        #expect(try await fixture.exchange(back).1 == ["authorized": true, "expiresIn": 200])
        var other = try await fixture.returned("C-2")
        let fresh = other.code
        other.code = back.code
        #expect(try await fixture.exchange(other).1["code"] == "BANK_AUTHORIZATION_INVALID")
        var second = back
        second.code = "another"
        #expect(try await fixture.exchange(second).1["code"] == "BANK_AUTHORIZATION_INVALID")
        #expect(fixture.exchanges == 1)
        other.code = fresh
        #expect(try await fixture.exchange(other).0 == 200)
        #expect(fixture.exchanges == 2)
    }

    @Test(
        "of concurrent returns with one code, one exchanges it, in both databases and by two instances",
        arguments: PassServiceFixture.Store.available)
    func concurrent(store: PassServiceFixture.Store) async throws {
        let place = try await PassServiceFixture.place(store)
        let keys = try BankAuthorizationFixture.Keys()
        let one = try await Fixture(database: .patient(place), keys: keys)
        let two = store == .sqlite ? one : try await Fixture(database: .patient(place), keys: keys, bank: one.bank)
        // Both instances know the bank's nonce then: without it, a request is refused once and sent again.
        _ = try await two.start("C-0")
        let back = try await one.returned()
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<8 { group.addTask { try await (number % 2 == 0 ? one : two).exchange(back).0 } }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(one.exchanges == 1 && statuses.contains(200))
        #expect(statuses.allSatisfy { $0 == 200 || $0 == 504 }, "\(statuses)")
        // The other instance has the token, too.
        #expect(try await two.pay().0 == 201)
        // A code that came with another state is not exchanged, whichever instance is asked.
        var other = try await two.returned("C-2")
        other.code = back.code
        #expect(try await one.exchange(other).1["code"] == "BANK_AUTHORIZATION_INVALID")
        #expect(one.exchanges == 1)
    }

    @Test(
        "an exchange whose answer is lost or unusable is unknown, and is not repeated",
        arguments: [
            ("late", 504), ("no token", 502), ("type", 502), ("no type", 502), ("long token", 502), ("2 MB", 502),
            ("text", 502), ("redirect", 502), ("303", 502), ("500", 502), ("204", 502), ("nonce", 502),
            ("audience", 502), ("issuer", 502), ("old ID token", 502), ("no ID token", 502), ("consent", 502),
            ("no consent", 502), ("403", 502), ("404", 502), ("429", 502), ("400 without an error", 502),
            ("details", 502), ("expires", 502), ("line break", 502),
        ])
    func unknown(fault: String, status: Int) async throws {
        let fixture = try await Fixture(Fixture.Form(proves: false))
        let back = try await fixture.returned()
        let nonce = fixture.bank.form("/par")["nonce"] ?? ""
        fixture.bank.fault { request in
            guard request.url.path == "/token" else { return nil }
            return try Self.spoilt(fault, nonce: nonce)
        }
        for wanted in [status, 504] {
            let (told, problem) = try await fixture.exchange(back)
            #expect(told == wanted, "\(problem.compactText)")
        }
        #expect(fixture.exchanges == 1)
        #expect(try await fixture.pay().0 == 403 && fixture.payments == 0)
    }

    /// An answer of the token endpoint with one fault; for `none`, a good one.
    private static func spoilt(_ fault: String, nonce: String) throws -> HTTPResponse {
        var claims: [String: JSONValue] = [
            "iss": .string(AuthorizingBank.issuer), "aud": ["gw"], "nonce": .string(nonce),
            "exp": .number(JSONNumber(Int64(Date().timeIntervalSince1970) + 300)), "openbanking_intent_id": "C-1",
        ]
        var members: [String: JSONValue] = ["access_token": "t", "token_type": "bearer", "expires_in": 300]
        switch fault {
        case "late":
            var error = JourneyError(.netTimeout, "No answer.")
            error.requestFate = .unknown
            throw error
        case "2 MB": return HTTPResponse(status: 200, body: [UInt8](repeating: 0x20, count: 2 << 20))
        case "text": return HTTPResponse(status: 200, body: Array("access_token=t".utf8))
        case "redirect": return HTTPResponse(status: 302, headers: ["Location": "https://evil.example/token"])
        case "303": return HTTPResponse(status: 303, headers: ["Location": "https://bank.example/token"])
        case "500": return HTTPResponse(status: 500)
        // Of a server before the authorization server.
        case "403", "404", "429": return .json(["error": "blocked"], status: Int(fault) ?? 0)
        case "400 without an error": return HTTPResponse(status: 400, body: Array("<html>".utf8))
        case "204": return HTTPResponse(status: 204)
        case "no token": members["access_token"] = nil
        case "long token": members["access_token"] = .string(String(repeating: "t", count: 4_097))
        case "line break": members["access_token"] = "t\r\nX-A: b"
        case "type": members["token_type"] = "DPoP"
        case "no type": members["token_type"] = nil
        case "expires": members["expires_in"] = "300"
        case "nonce": claims["nonce"] = "other"
        case "audience": claims["aud"] = ["gw", "other"]
        case "issuer": claims["iss"] = "https://auth.evil.example"
        case "old ID token": claims["exp"] = 1_000
        case "consent": claims["openbanking_intent_id"] = "C-2"
        case "no consent": claims["openbanking_intent_id"] = nil
        case "details": members["authorization_details"] = [["type": "account"]]
        default: break
        }
        if fault != "no ID token" {
            members["id_token"] = .string("e30.\(Base64URL.encode(JSONValue.object(claims).compactBytes)).c2ln")
        }
        return .json(.object(members))
    }

    @Test("an answer without a fault is accepted: the faults above are what is refused")
    func nearMiss() async throws {
        let fixture = try await Fixture(Fixture.Form(proves: false))
        let back = try await fixture.returned()
        let nonce = fixture.bank.form("/par")["nonce"] ?? ""
        fixture.bank.fault { $0.url.path == "/token" ? try Self.spoilt("none", nonce: nonce) : nil }
        #expect(try await fixture.exchange(back).0 == 200)
    }

    @Test("a bearer token in answer to a proof is not accepted")
    func unbound() async throws {
        let fixture = try await Fixture()
        let back = try await fixture.returned()
        fixture.bank.fault { request in
            request.url.path == "/token"
                ? .json(["access_token": "t", "token_type": "Bearer", "expires_in": 300]) : nil
        }
        #expect(try await fixture.exchange(back).1["code"] == "BANK_ANSWER_INVALID")
    }

    @Test(
        "a refused code ends the authorization; one that was not sent does not",
        arguments: [
            ("invalid_grant", 403, "BANK_AUTHORIZATION_REFUSED", 403),
            // The bank did not look at the code.
            ("invalid_client", 503, "BANK_TOKEN_UNAVAILABLE", 200), ("unreachable", 503, "BANK_UNREACHABLE", 200),
        ])
    func refused(fault: String, status: Int, code: String, then: Int) async throws {
        let fixture = try await Fixture()
        let back = try await fixture.returned()
        fixture.bank.fault { request in
            guard request.url.path == "/token" else { return nil }
            guard fault == "unreachable" else {
                return .json(["error": .string(fault)], status: fault == "invalid_client" ? 401 : 400)
            }
            var error = JourneyError(.netUnreachable, "No connection.")
            error.requestFate = .notSent
            throw error
        }
        let (told, problem) = try await fixture.exchange(back)
        #expect(told == status && problem["code"]?.string == code)
        fixture.bank.fault { _ in nil }
        #expect(try await fixture.exchange(back).0 == then)
    }

    @Test(
        "a code that is refused for want of a nonce is sent once more; what becomes of that is told as it is",
        arguments: [("good", 200, 200), ("late", 504, 504), ("unreachable", 503, 200), ("again", 503, 200)])
    func nonces(second: String, status: Int, then: Int) async throws {
        let fixture = try await Fixture()
        let back = try await fixture.returned()
        let count = Mutex(0)
        let refusal = HTTPResponse.json(
            ["error": "use_dpop_nonce"], status: 400, headers: ["DPoP-Nonce": "\(fixture.bank.nonce ?? "n")"])
        fixture.bank.fault { request in
            guard request.url.path == "/token" else { return nil }
            let number = count.withLock { count in
                count += 1
                return count
            }
            var error = JourneyError(.netTimeout, "No answer.")
            switch (number, second) {
            case (1, _), (2, "again"): return refusal
            case (2, "late"):
                error.requestFate = .unknown
                throw error
            case (2, "unreachable"):
                error.requestFate = .notSent
                throw error
            default: return nil
            }
        }
        #expect(try await fixture.exchange(back).0 == status)
        #expect(fixture.exchanges == 2)
        #expect(try await fixture.exchange(back).0 == then)
        #expect(try await fixture.pay().0 == (then == 200 ? 201 : 403))
    }

    @Test("an exchange that has begun ends, even if the app goes away", arguments: ["/par", "/token"])
    func goneAway(path: String) async throws {
        let fixture = try await Fixture()
        let back = path == "/token" ? try await fixture.returned() : nil
        let gate = Gate()
        let asked = Mutex(false)
        fixture.bank.wait { request in
            guard request.url.path == path, !asked.withLock({ $0 }) else { return }
            asked.withLock { $0 = true }
            await gate.wait()
        }
        let task = Task {
            if let back { return try await fixture.exchange(back).0 }
            return try await fixture.start().0
        }
        await gate.waitForVisitor()
        task.cancel()
        gate.open()
        #expect(try await task.value == (back == nil ? 201 : 200))
        guard let back else { return }
        #expect(try await fixture.exchange(back).0 == 200)
        #expect(fixture.exchanges == 1)
        #expect(try await fixture.pay().0 == 201)
    }
}
