import Foundation
import JourneyBase
import JourneyCrypto
import JourneyLanguage
import JourneyServer
import JourneyTesting
import TestSupport
import Testing

@testable import JourneyGateway

@Suite("Bank proxy")
struct BankProxyTests {
    private struct Fixture {
        let bank = BankStandIn()
        let clock = ManualClock()
        let proxy: BankProxy
        let signer: RSAPrivateKey

        init(
            authentication: BankAccount.ClientAuthentication = .secret(Secret(copying: "s".utf8)),
            credentials: [String]? = nil, hasCertificate: Bool = true, partners: Set<String>? = nil, now: Date = Date()
        ) async throws {
            signer = try RSAPrivateKey.generate()
            let address = try #require(HTTPSURL("https://bank.example/token"))
            let server = try #require(HTTPSURL("https://bank.example/api/"))
            let account = BankAccount(
                name: "uk", partners: partners, server: server,
                token: BankAccount.TokenAccess(
                    address: address, clientID: "gw", authentication: authentication, scope: "payments"),
                signature: BankSignature(
                    signer: try signer.signer(.ps256), keyID: "sign-1", issuer: "org/software",
                    trustAnchor: "openbanking.org.uk"), headers: ["x-fapi-financial-id": "bank-1"],
                hasCertificate: hasCertificate, transport: bank)
            let journey = try await BankJourney.compiled(credentials: credentials)
            var access = GatewayAccess()
            access.admit(token: Secret(copying: "context".utf8), partner: "partner", client: "client")
            proxy = try BankProxy(
                account, try BankOperations(of: "uk", at: ["gateway.localhost"], in: [journey]), identity: access,
                dependencies: Dependencies(now: { now }, clock: clock, random: Dependencies.system.random))
        }

        func request(
            _ method: HTTPMethod = .post, _ path: String = "/payments", headers: HTTPFields = [:], body: String = ""
        ) throws -> HTTPRequest {
            var request = HTTPRequest(
                method: method, url: try #require(HTTPSURL(BankJourney.server + path)), body: Array(body.utf8))
            request.headers = [
                "Authorization": "Bearer context", "X-Partner-Id": "partner", "X-Client-Id": "client",
                "Content-Type": "application/json", "x-idempotency-key": "key-1",
            ]
            for field in headers.fields { request.headers[field.name] = field.value }
            return request
        }
    }

    /// Spaces, escapes and the order of members are kept: the signature covers these bytes.
    private static let body = "{ \"Amount\" : \"1.00\",\"\\u0041\":1e2 }\n"

    @Test("a payment reaches the bank with its bytes, the gateway's credentials, and nothing of the caller's")
    func payment() async throws {
        let fixture = try await Fixture()
        let response = await fixture.proxy.handle(
            try fixture.request(
                headers: [
                    "x-fapi-customer-ip-address": "192.0.2.1", "x-jws-signature": "forged", "X-Undeclared": "x",
                    "Cookie": "a=b", "X-Bank-Authorization": "Bearer y", "Forwarded": "for=1",
                ], body: Self.body))
        #expect(response.status == 201 && response.headers["Cache-Control"] == "no-store")
        #expect(try JSONReader.read(response.body) == ["PaymentId": "p1"])
        let sent = try #require(fixture.bank.requests.first)
        #expect(fixture.bank.requests.count == 1)
        #expect("\(sent.url)" == "https://bank.example/api/open-banking/v3.1/pisp/payments")
        #expect(sent.body == Array(Self.body.utf8))
        let names = Set(sent.headers.fields.map { $0.name.lowercased() })
        #expect(
            names == [
                "authorization", "content-type", "x-idempotency-key", "x-fapi-customer-ip-address", "x-jws-signature",
                "x-fapi-financial-id",
            ])
        #expect(sent.headers["Authorization"] == "Bearer token-1" && sent.headers["x-idempotency-key"] == "key-1")
        let token = try #require(fixture.bank.tokenRequests.first)
        #expect(token.headers["Authorization"] == "Basic " + Data("gw:s".utf8).base64EncodedString())
        #expect(String(decoding: token.body, as: UTF8.self) == "grant_type=client_credentials&scope=payments")
    }

    @Test(
        "the signature is the profile's, and Python verifies it over the body's bytes",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func signature() async throws {
        let fixture = try await Fixture()
        _ = await fixture.proxy.handle(try fixture.request(body: Self.body))
        let value = try #require(fixture.bank.requests.first?.headers["x-jws-signature"])
        let key = PublicKey.rsa(fixture.signer.publicKey).jwk.compactText
        let told = try Python.run(
            """
            import base64, json, sys
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import padding, rsa
            text = lambda part: part + "=" * (-len(part) % 4)
            number = lambda part: int.from_bytes(base64.urlsafe_b64decode(text(part)), "big")
            key, value, body = json.loads(sys.argv[1]), sys.argv[2], sys.argv[3].encode()
            public = rsa.RSAPublicNumbers(number(key["e"]), number(key["n"])).public_key()
            head, empty, signature = value.split(".")
            payload = base64.urlsafe_b64encode(body).rstrip(b"=")
            public.verify(base64.urlsafe_b64decode(text(signature)), head.encode() + b"." + payload,
                          padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())
            print(json.dumps([empty, json.loads(base64.urlsafe_b64decode(text(head)))]))
            """, [key, value, Self.body])
        let (empty, header) = try (
            #require(try JSONReader.read(Array(told.utf8)).array?[0]),
            #require(try JSONReader.read(Array(told.utf8)).array?[1])
        )
        #expect(empty == "")
        var members = try #require(header.object)
        let issued = try #require(members.removeValue(forKey: "http://openbanking.org.uk/iat")?.int64)
        #expect(abs(issued - Int64(Date().timeIntervalSince1970)) < 60)
        #expect(
            members == [
                "alg": "PS256", "kid": "sign-1", "typ": "JOSE", "cty": "application/json",
                "crit": [
                    "http://openbanking.org.uk/iat", "http://openbanking.org.uk/iss", "http://openbanking.org.uk/tan",
                ], "http://openbanking.org.uk/iss": "org/software",
                "http://openbanking.org.uk/tan": "openbanking.org.uk",
            ])
    }

    @Test(
        "what no published journey calls is not forwarded",
        arguments: [
            (.delete, "/payments", 405), (.get, "/payments", 405), (.get, "/payments/p1/more", 404),
            (.get, "/other", 404),
            (.get, "/payments/", 404), (.get, "/payments/a%2Fb", 404), (.get, "/payments/p1?all=true", 403),
            (.post, "/payments/p1", 405), (.get, "/payments/p1", 201),
        ] as [(HTTPMethod, String, Int)])
    func undeclared(method: HTTPMethod, path: String, status: Int) async throws {
        let fixture = try await Fixture()
        let response = await fixture.proxy.handle(try fixture.request(method, path))
        #expect(response.status == status)
        #expect(fixture.bank.requests.count == (status == 201 ? 1 : 0))
    }

    @Test("an unknown caller reaches no bank, and no token is asked for")
    func callers() async throws {
        let fixture = try await Fixture()
        for headers in [["Authorization": "Bearer other"], ["X-Client-Id": "other"]] as [HTTPFields] {
            let response = await fixture.proxy.handle(try fixture.request(headers: headers, body: Self.body))
            #expect([401, 403].contains(response.status))
        }
        #expect(fixture.bank.requests.isEmpty && fixture.bank.tokenRequests.isEmpty)
    }

    @Test("the app gets the bank's status, body and declared headers, and no other header")
    func answers() async throws {
        let fixture = try await Fixture()
        fixture.bank.answer { _ in
            HTTPResponse(
                status: 422,
                headers: [
                    "Content-Type": "application/json", "X-Bank-Hint": "h", "Set-Cookie": "s=1", "X-Internal": "i",
                    "Retry-After": "3", "Transient-Error": "true", "Access-Control-Allow-Origin": "*",
                ], body: Array("{\"errors\" : []}".utf8))
        }
        let response = await fixture.proxy.handle(try fixture.request(body: Self.body))
        #expect(response.status == 422 && response.body == Array("{\"errors\" : []}".utf8))
        #expect(
            Set(response.headers.fields.map { $0.name.lowercased() }) == [
                "content-type", "x-bank-hint", "retry-after", "transient-error", "cache-control",
            ])
    }

    @Test("a failure says what is known of the call, and nothing is sent twice")
    func fates() async throws {
        func error(_ code: ErrorCode, _ fate: RequestFate) -> JourneyError {
            var error = JourneyError(code, "x")
            error.requestFate = fate
            return error
        }
        let failures: [(JourneyError, Int, String)] = [
            (error(.netUnreachable, .notSent), 503, "BANK_UNREACHABLE"),
            (error(.tlsFail, .notSent), 503, "BANK_UNREACHABLE"),
            (error(.netUnreachable, .unknown), 504, "BANK_TIMEOUT"),
            (error(.netTimeout, .unknown), 504, "BANK_TIMEOUT"),
            (error(.responseTooLarge, .unknown), 502, "BANK_ANSWER_INVALID"),
        ]
        for (failure, status, code) in failures {
            let fixture = try await Fixture()
            fixture.bank.answer { _ in throw failure }
            let response = await fixture.proxy.handle(try fixture.request(body: Self.body))
            #expect(response.status == status)
            #expect(try JSONReader.read(response.body)["code"] == .string(code))
            #expect(fixture.bank.requests.count == 1)
        }
    }

    @Test("a token is kept; one that the bank refuses is replaced once, and the call has the same bytes")
    func tokens() async throws {
        let fixture = try await Fixture()
        for _ in 0..<3 { _ = await fixture.proxy.handle(try fixture.request(body: Self.body)) }
        #expect(fixture.bank.tokenRequests.count == 1)
        fixture.bank.answer { request in
            request.headers["Authorization"] == "Bearer token-2"
                ? HTTPResponse(status: 201)
                : HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        }
        #expect(await fixture.proxy.handle(try fixture.request(body: Self.body)).status == 201)
        let last = fixture.bank.requests.suffix(2)
        #expect(last.map(\.body) == [Array(Self.body.utf8), Array(Self.body.utf8)])
        #expect(last.first?.headers["x-jws-signature"] == last.last?.headers["x-jws-signature"])
        // A new token that is refused too is the bank's answer.
        fixture.bank.answer { _ in
            HTTPResponse(status: 401, headers: ["WWW-Authenticate": "Bearer error=\"invalid_token\""])
        }
        let count = fixture.bank.requests.count
        #expect(await fixture.proxy.handle(try fixture.request(body: Self.body)).status == 401)
        #expect(fixture.bank.requests.count == count + 2)
    }

    @Test("a 401 that does not refuse the token, such as for a wrong code, is the answer, and is not sent again")
    func otherRefusals() async throws {
        let fixture = try await Fixture()
        _ = await fixture.proxy.handle(try fixture.request(body: Self.body))
        fixture.bank.answer { _ in HTTPResponse(status: 401, body: Array("{}".utf8)) }
        #expect(await fixture.proxy.handle(try fixture.request(body: Self.body)).status == 401)
        #expect(fixture.bank.requests.count == 2 && fixture.bank.tokenRequests.count == 1)
    }

    @Test("a header that is there twice is refused, and nothing is sent")
    func headersTwice() async throws {
        let fixture = try await Fixture()
        var request = try fixture.request(body: Self.body)
        request.headers.add("X-Idempotency-Key", "key-2")
        #expect(await fixture.proxy.handle(request).status == 403)
        #expect(fixture.bank.requests.isEmpty)
    }

    @Test("an expired journey's calls are not forwarded, also without a reload")
    func expired() async throws {
        let end = try #require(try await BankJourney.compiled().notAfter)
        for (now, status) in [(end.addingTimeInterval(-1), 201), (end, 403)] {
            let fixture = try await Fixture(now: now)
            #expect(await fixture.proxy.handle(try fixture.request(body: Self.body)).status == status)
            #expect(fixture.bank.requests.count == (status == 201 ? 1 : 0))
            #expect(fixture.bank.tokenRequests.count == (status == 201 ? 1 : 0))
        }
    }

    @Test("a bank's partners alone reach it")
    func partners() async throws {
        for (partners, status) in [(["partner"], 201), (["other"], 403), (nil, 201)] as [(Set<String>?, Int)] {
            let fixture = try await Fixture(partners: partners)
            #expect(await fixture.proxy.handle(try fixture.request(body: Self.body)).status == status)
            #expect(fixture.bank.requests.count == (status == 201 ? 1 : 0))
        }
    }

    @Test(
        "segments that a server may read as dot segments are not plain",
        arguments: [
            ("/payments/p1", true), ("/payments/a;b=c", true), ("/payments/a%3Bb", true), ("/payments/%C3%A9", true),
            ("/payments/..;", false), ("/payments/..;x=1/admin", false), ("/payments/.;a", false),
            ("/payments/..%3B", false), ("/payments/%2e%2e%3bx", false), ("/payments/%252e%252e", false),
            ("/p%61yments", false), ("/payments/...", true),
        ])
    func paths(path: String, isPlain: Bool) { #expect(BankPath.isPlain(path[...]) == isPlain) }

    @Test(
        "a query has the names of the operation alone",
        arguments: [
            (nil, true), ("fromDate=1", true), ("filter%5Ba%5D=1&fromDate=2", true), ("filter[a]=1", true),
            ("fromDate=1&access_token=x", false), ("from%44ate=1", true), ("", false), ("fromDate=1&", false),
            ("%zz=1", false),
        ] as [(String?, Bool)])
    func queries(query: String?, isNamed: Bool) {
        #expect(BankPath.isNamed(query, by: ["fromDate", "filter"]) == isNamed)
    }

    @Test("a signed assertion is for the issuer alone, short-lived and used once")
    func assertions() async throws {
        let key = try P256PrivateKey.generate()
        let fixture = try await Fixture(
            authentication: .assertion(key, keyID: "client-1", audience: "https://bank.example"))
        _ = await fixture.proxy.handle(try fixture.request(body: Self.body))
        let body = try #require(fixture.bank.tokenRequests.first?.body)
        let form = try #require(FormBody(parsing: body)).entries
        let value = { (name: String) in form.first { $0.name == name }?.value }
        #expect(
            value("client_assertion_type") == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"
                && value("client_id") == "gw")
        let payload = try CompactJWS.verify(
            try #require(value("client_assertion")), typ: "JWT", keys: try JWKSet(["client-1": key.publicKey])
        ).payload
        let claims = try JSONReader.read(payload)
        #expect(claims["iss"] == "gw" && claims["sub"] == "gw" && claims["aud"] == "https://bank.example")
        let (issued, expires) = (try #require(claims["iat"]?.int64), try #require(claims["exp"]?.int64))
        #expect(expires - issued == 60 && claims["jti"]?.string?.utf8.count == 22)
    }

    @Test("a journey that needs a credential which the configuration lacks stops the start with its name")
    func missingCredentials() async throws {
        for missing in ["userToken", "apiKey"] {
            let error = await #expect(throws: JourneyError.self) {
                try await Fixture(credentials: [missing, "detachedSignature"])
            }
            #expect(error?.code == .configurationInvalid && error?.message.contains(missing) == true)
        }
        let error = await #expect(throws: JourneyError.self) { try await Fixture(hasCertificate: false) }
        #expect(error?.message.contains("clientCertificate") == true)
    }

    @Test("two journeys that name different credentials for one operation are refused")
    func disagreement() async throws {
        let (one, other) = (
            try await BankJourney.compiled(),
            try await BankJourney.compiled(credentials: ["clientSecret", "detachedSignature"], id: "other")
        )
        #expect(try BankOperations(of: "uk", at: ["gateway.localhost"], in: [one, one]).operations.count == 2)
        #expect(throws: JourneyError.self) {
            try BankOperations(of: "uk", at: ["gateway.localhost"], in: [one, other])
        }
        // Another host, or another bank's name, is no address of this bank at this gateway.
        #expect(try BankOperations(of: "uk", at: ["other.localhost"], in: [one]).operations.isEmpty)
        #expect(try BankOperations(of: "u", at: ["gateway.localhost"], in: [one]).operations.isEmpty)
    }
}
