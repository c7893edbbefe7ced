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

/// A gateway in the process, with two banks that authorize consents, and three callers.
struct BankAuthorizationFixture {
    /// The parts of the profile that a bank may ask for.
    struct Form: Hashable, Sendable {
        var signsRequests = false
        var proves = true
        var nonce: String? = "nonce-1"
    }

    let bank: AuthorizingBank
    let stores: GatewayStores
    let gateway: GatewayService
    let written = Shared()
    let keys: Keys

    /// The gateway's keys at the bank.
    struct Keys: Sendable {
        let client: P256PrivateKey
        let request: P256PrivateKey
        let proof: P256PrivateKey

        init() throws { (client, request, proof) = (try .generate(), try .generate(), try .generate()) }
    }

    final class Shared: Sendable { let log = Mutex<[String]>([]) }
    private final class Now: Sendable {
        let value: Mutex<Date>
        init(_ date: Date) { value = Mutex(date) }
    }

    let time: @Sendable (TimeInterval) -> Void

    static let content = BankAuthorizationContent(
        scope: "openid payments",
        claims: ["id_token": ["openbanking_intent_id": ["value": "{consentId}", "essential": true]]],
        details: [["type": "payment", "consent": "urn:bank:{consentId}"]])

    /// Creates a gateway. `keys` and `bank` are those of another instance.
    init(
        _ form: Form = Form(), database: Database? = nil, keys: Keys? = nil, bank known: AuthorizingBank? = nil
    ) async throws {
        let keys = try keys ?? Keys()
        self.keys = keys
        let now = Now(Date())
        // Instances and their bank have one clock, however long it took to start them.
        let clock: @Sendable () -> Date
        if let known { clock = known.time } else { clock = { now.value.withLock { $0 } } }
        let bank =
            known
            ?? AuthorizingBank(
                clientKey: keys.client.publicKey, requestKey: form.signsRequests ? keys.request.publicKey : nil,
                thumbprint: form.proves ? PublicKey.p256(keys.proof.publicKey).thumbprint : nil,
                nonce: form.proves ? form.nonce : nil, time: clock)
        self.bank = bank
        time = { seconds in now.value.withLock { $0 += seconds } }
        let shared = written
        let dependencies = Dependencies(
            now: clock, clock: ManualClock(), random: Dependencies.system.random,
            log: Log { entry in shared.log.withLock { $0.append("\(entry)") } })
        let opened: Database
        if let database { opened = database } else { opened = try await Database.open(.memory) }
        stores = try await GatewayStores(opened, dependencies: dependencies)
        var access = GatewayAccess()
        for (token, partner, client) in [
            ("context", "partner", "client"), ("other", "partner", "client"), ("client-2", "partner", "client-2"),
            ("foreign", "partner-2", "client"),
        ] { access.admit(token: Secret(copying: token.utf8), partner: partner, client: client) }
        var assembly = GatewayAssembly(stores, identity: access, environment: "sandbox", dependencies: dependencies)
        let journey = try await BankJourney.compiled(credentials: ["userToken", "detachedSignature"])
        let address = try #require(HTTPSURL("https://bank.example/token"))
        let pushed = try #require(HTTPSURL("https://bank.example/par"))
        let server = try #require(HTTPSURL("https://bank.example/api/"))
        let request = keys.request
        let proofs = form.proves ? BankProofs(keys.proof, .p256(keys.proof.publicKey)) : nil
        for name in ["uk", "uk-2"] {
            let account = BankAccount(
                name: name, partners: ["partner"], server: server,
                token: BankAccount.TokenAccess(
                    address: address, clientID: "gw",
                    authentication: .assertion(keys.client, keyID: "client-1", audience: AuthorizingBank.issuer),
                    scope: "payments"),
                signature: BankSignature(
                    signer: keys.client, keyID: "sign-1", issuer: "org/software", trustAnchor: "openbanking.org.uk"),
                proofs: proofs,
                authorization: BankAuthorizationAccess(
                    issuer: AuthorizingBank.issuer, address: pushed, redirects: ["partner": AuthorizingBank.redirect],
                    content: Self.content, requestKey: form.signsRequests ? (request, "request-1") : nil,
                    storeSecret: Secret(copying: [UInt8](repeating: 7, count: 32))), hasCertificate: !form.proves,
                transport: bank)
            assembly.banks.append(
                (account, try BankOperations(of: name, at: ["gateway.localhost"], in: [journey])))
        }
        gateway = try assembly.service()
    }

    func call(_ path: String, _ body: JSONValue, as token: String = "context") async throws -> (Int, JSONValue) {
        var request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL("https://gateway.localhost\(path)")), body: body.compactBytes)
        request.headers = [
            "Authorization": "Bearer \(token)", "X-Partner-Id": token == "foreign" ? "partner-2" : "partner",
            "X-Client-Id": token == "client-2" ? "client-2" : "client", "Content-Type": "application/json",
        ]
        let response = await gateway.handle(request)
        #expect(response.headers["Cache-Control"] == "no-store")
        return (response.status, (try? JSONReader.read(response.body)) ?? .null)
    }

    func start(_ consent: String = "C-1", bank: String = "uk", as token: String = "context") async throws -> (
        Int, JSONValue
    ) { try await call("/bank-authorizations/\(bank)", ["consentId": .string(consent)], as: token) }

    /// Starts an authorization, which the person approves.
    func returned(_ consent: String = "C-1", as token: String = "context") async throws
        -> AuthorizingBank.AuthorizationReturn
    {
        let (status, answer) = try await start(consent, as: token)
        #expect(status == 201, "\(answer.compactText)")
        return try #require(bank.approve(answer["requestUri"]?.string ?? ""))
    }

    func exchange(
        _ back: AuthorizingBank.AuthorizationReturn, bank: String = "uk", as token: String = "context"
    ) async throws -> (Int, JSONValue) {
        try await call(
            "/bank-authorizations/\(bank)/codes",
            ["state": .string(back.state), "code": .string(back.code), "iss": .string(back.iss)], as: token)
    }

    /// Calls the bank with the person's token.
    func pay(_ consents: [String] = ["C-1"], as token: String = "context") async throws -> (Int, JSONValue) {
        var request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL(BankJourney.server + "/payments")),
            body: Array("{\"Amount\":\"1.00\"}".utf8))
        request.headers = [
            "Authorization": "Bearer \(token)", "X-Partner-Id": token == "foreign" ? "partner-2" : "partner",
            "X-Client-Id": token == "client-2" ? "client-2" : "client", "Content-Type": "application/json",
            "x-idempotency-key": "key-1",
        ]
        for consent in consents { request.headers.add("X-Bank-Consent", consent) }
        let response = await gateway.handle(request)
        return (response.status, (try? JSONReader.read(response.body)) ?? .null)
    }

    var exchanges: Int {
        bank.requests("/token").count { String(decoding: $0.body, as: UTF8.self).contains("authorization_code") }
    }
    var payments: Int { bank.requests("/api/open-banking/v3.1/pisp/payments").count }
}

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
            ("invalid_client", 503, "BANK_TOKEN_UNAVAILABLE", 403), ("unreachable", 503, "BANK_UNREACHABLE", 200),
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
        "an answer to a pushed request that is none starts nothing",
        arguments: [
            ("no reference", 502), ("long", 502), ("relative", 502), ("space", 502), ("no time", 502), ("zero", 502),
            ("200", 502), ("redirect", 502), ("2 MB", 502), ("500", 502), ("array", 502), ("invalid_request", 403),
            ("invalid_client", 503), ("unreachable", 503), ("late", 504), ("513", 502), ("512", 201), ("an hour", 201),
        ])
    func pushed(fault: String, status: Int) async throws {
        let fixture = try await Fixture()
        fixture.bank.fault { request in
            func answer(_ reference: JSONValue, _ time: JSONValue = 60, status: Int = 201) -> HTTPResponse {
                .json(["request_uri": reference, "expires_in": time], status: status)
            }
            func failure(_ fate: RequestFate) -> JourneyError {
                var error = JourneyError(.netTimeout, "No answer.")
                error.requestFate = fate
                return error
            }
            return switch fault {
            case "no reference": .json(["expires_in": 60], status: 201)
            case "long": answer(.string("urn:" + String(repeating: "x", count: 4_000)))
            case "513": answer(.string("urn:" + String(repeating: "x", count: 509)))
            case "512": answer(.string("urn:" + String(repeating: "x", count: 508)))
            case "relative": answer("request/1")
            case "space": answer("urn:a b")
            case "no time": .json(["request_uri": "urn:x"], status: 201)
            case "zero": answer("urn:x", 0)
            case "an hour": answer("urn:x", 3_600)
            case "200": answer("urn:x", status: 200)
            case "redirect": HTTPResponse(status: 307, headers: ["Location": "https://evil.example/par"])
            case "2 MB": HTTPResponse(status: 201, body: [UInt8](repeating: 0x20, count: 2 << 20))
            case "500": HTTPResponse(status: 500)
            case "array": .json([["request_uri": "urn:x"]], status: 201)
            case "unreachable": throw failure(.notSent)
            case "late": throw failure(.unknown)
            default: .json(["error": .string(fault)], status: fault == "invalid_client" ? 401 : 400)
            }
        }
        let (told, answer) = try await fixture.start()
        #expect(told == status, "\(answer.compactText)")
        if status == 201 { #expect(answer["expiresIn"] == (fault == "an hour" ? 600 : 60)) }
        #expect(fixture.bank.state.withLock { $0.requests.allSatisfy { $0.url.origin.host == "bank.example" } })
    }

    @Test(
        "a consent that could change the request's meaning is refused before anything is sent",
        arguments: ["", "a b", "a\"b", "a/b", "ä", String(repeating: "a", count: 129)])
    func consents(consent: String) async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.start(consent).0 == 400)
        #expect(fixture.bank.state.withLock { $0.requests.isEmpty })
        #expect(try await fixture.start(String(repeating: "a", count: 128)).0 == 201)
    }

    @Test("callers, partners and banks that are not known start nothing")
    func unknownCallers() async throws {
        let fixture = try await Fixture()
        for (bank, token, status) in [("uk", "nobody", 401), ("uk", "foreign", 403), ("other", "context", 404)] {
            #expect(try await fixture.start(bank: bank, as: token).0 == status)
        }
        let codes = "/bank-authorizations/uk/codes"
        #expect(try await fixture.call(codes, ["state": "a", "code": "b"]).0 == 400)
        #expect(try await fixture.call(codes, ["state": "a", "code": "b", "iss": 1]).0 == 400)
        #expect(fixture.bank.state.withLock { $0.requests.isEmpty })
    }

    @Test("a caller has a limited number of open authorizations; others are not held back, and time frees them")
    func limited() async throws {
        let fixture = try await Fixture()
        for _ in 0..<BankAuthorizationStore.mostOpen { #expect(try await fixture.start().0 == 201) }
        #expect(try await fixture.start().0 == 429)
        #expect(try await fixture.start(as: "other").0 == 201)
        fixture.time(Double(BankAuthorizationService.lifetime))
        #expect(try await fixture.start().0 == 201)
    }

    @Test("a token serves its consent and caller alone, once named, until it expires or the bank refuses it")
    func tokens() async throws {
        let fixture = try await Fixture()
        #expect(try await fixture.exchange(try await fixture.returned()).0 == 200)
        for (consents, caller) in [
            ([], "context"), (["C-2"], "context"), (["C-1", "C-1"], "context"), (["C-1"], "other"),
            (["C-1"], "client-2"),
        ] as [([String], String)] {
            let (status, problem) = try await fixture.pay(consents, as: caller)
            #expect(status == 403 && problem["code"] == "BANK_AUTHORIZATION_REQUIRED")
        }
        #expect(fixture.payments == 0)
        #expect(try await fixture.pay().0 == 201)
        // The bank revokes it: the call was not evaluated, and the app hears so.
        fixture.bank.state.withLock { $0.tokens = [:] }
        #expect(try await fixture.pay().1["code"] == "BANK_AUTHORIZATION_REQUIRED")
        let count = fixture.payments
        #expect(try await fixture.pay().0 == 403 && fixture.payments == count)
        #expect(try await fixture.exchange(try await fixture.returned()).0 == 200)
        fixture.time(299)
        #expect(try await fixture.pay().0 == 201)
        fixture.time(1)
        #expect(try await fixture.pay().0 == 403)
    }

    @Test("what has expired is deleted, and what is remembered of a code outlives it")
    func pruned() async throws {
        let database = try await Database.open(.memory)
        let fixture = try await Fixture(database: database)
        let back = try await fixture.returned()
        #expect(try await fixture.exchange(back).0 == 200)
        func counts() async throws -> [Int64] {
            [
                try await database.first("SELECT COUNT(*) FROM bank_authorization").map { try $0[0] } ?? -1,
                try await database.first("SELECT COUNT(*) FROM bank_token").map { try $0[0] } ?? -1,
            ]
        }
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [1, 1])
        fixture.time(601)
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [1, 0])
        fixture.time(Double(BankAuthorizationStore.memory))
        await fixture.stores.pruneShortLived(.silent)
        #expect(try await counts() == [0, 0])
    }

    @Test("a sealed token opens for its consent, caller, bank and secret alone")
    func sealed() throws {
        let (secret, token) = (Secret(copying: [UInt8](repeating: 1, count: 32)), Secret(copying: "token".utf8))
        func caller(_ partner: String, _ client: String) -> GatewayCaller {
            GatewayCaller(partner: partner, client: client, session: [1, 2])
        }
        let keys = BankAuthorizationKeys(secret, bank: "uk")
        let digest = keys.digest(ofConsent: "C-1", caller("ab", "c"))
        let sealed = try keys.seal(token, for: digest, nonce: [UInt8](repeating: 9, count: 12))
        #expect(keys.open(sealed, for: digest)?.hasSameBytes(as: token) == true)
        let others = [
            keys.digest(ofConsent: "C-2", caller("ab", "c")), keys.digest(ofConsent: "C-1", caller("a", "bc")),
            keys.digest(ofState: "C-1", caller("ab", "c")),
            BankAuthorizationKeys(secret, bank: "uk2").digest(ofConsent: "C-1", caller("ab", "c")),
            keys.digest(
                ofConsent: "C-1", GatewayCaller(partner: "ab", client: "c", session: [1, 2], subject: [3])),
        ]
        #expect(Set(others + [digest]).count == others.count + 1)
        for other in others { #expect(keys.open(sealed, for: other) == nil) }
        let foreign = BankAuthorizationKeys(Secret(copying: [UInt8](repeating: 2, count: 32)), bank: "uk")
        #expect(foreign.open(sealed, for: digest) == nil && keys.open([], for: digest) == nil)
        for index in sealed.indices {
            var changed = sealed
            changed[index] ^= 1
            #expect(keys.open(changed, for: digest) == nil)
        }
        #expect(keys.verifier(ofState: "s") != foreign.verifier(ofState: "s"))
        #expect(keys.nonce(ofState: "s") != keys.nonce(ofState: "t"))
    }
}
