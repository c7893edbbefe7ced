import Foundation
import HSBCPartnerSDK
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage
import JourneyServer
import JourneyTesting
import JourneyWeb
import Synchronization
import Testing

@testable import JourneyGateway

/// A payment of UK Open Banking from the app to the bank: the SDK runs a signed journey, the gateway is the bank's client, and the
/// authorization server is glewlwyd, which nobody here made. The bank's API checks glewlwyd's tokens and the gateway's proofs.
@Suite(
    "UK payment with an authorization server",
    .enabled(if: PrivateGlewlwyd.isInstalled, "glewlwyd is missing: `make test` installs Debian's package"))
struct BankPaymentRunTests {
    @Test("a consent is authorized at the bank's own pages and paid once; the app never has a token")
    func payment() async throws {
        let fixture = try await PaymentFixture()
        let result = try await fixture.run { try await fixture.provider.approve($0.url) }
        #expect(Self.word(result) == "completed")
        #expect(fixture.bank.payments == ["C-1"] && fixture.bank.refusals == [])
        let calls = fixture.bank.state.withLock { $0.calls }
        #expect(
            calls == [
                "POST /domestic-payment-consents", "GET /domestic-payment-consents/C-1", "POST /domestic-payments",
            ])
        // All that the app was sent, and sent, has neither a token nor the verifier nor a proof.
        let seen = fixture.seen.withLock { $0 }
        #expect(seen.contains("\"authorized\":true") && seen.contains("request_uri:"))
        for token in fixture.bank.state.withLock({ $0.tokens }) { #expect(token.count > 100 && !seen.contains(token)) }
        #expect(!seen.contains("eyJ0eXAiOiJhdCtqd3Qi") && !seen.contains("code_verifier") && !seen.contains("dpop+jwt"))
    }

    @Test(
        "a person who refuses, closes the browser, or returns with a foreign code pays nothing",
        arguments: [("refused", "failed"), ("closed", "failed"), ("foreign code", "failed"), ("foreign iss", "failed")])
    func unpaid(how: String, wanted: String) async throws {
        let fixture = try await PaymentFixture()
        let result = try await fixture.run { request in
            switch how {
            case "closed": throw JourneyError(.userCancelled, "Closed.")
            case "refused":
                let state = try #require(fixture.states().last)
                return "\(PaymentFixture.redirect)?error=access_denied&state=\(state)&iss=\(fixture.provider.issuer)"
            case "foreign iss":
                return try await fixture.provider.approve(request.url).replacing(
                    "%2Fapi%2Foidc", with: "%2Fapi%2Fother")
            default:
                let place = try await fixture.provider.approve(request.url)
                return place.replacing(#/code=[^&]*/#, with: "code=another")
            }
        }
        #expect(Self.word(result) == "failed", "\(result)")
        #expect(fixture.bank.payments == [])
    }

    static func word(_ result: JourneyResult) -> String {
        switch result {
        case .completed: "completed"
        case .pending: "pending"
        case .cancelled: "cancelled"
        case .failed: "failed"
        }
    }
}

/// The parties of one payment.
struct PaymentFixture: Sendable {
    static let redirect = "https://return.partner.example/bank"

    let provider: PrivateGlewlwyd
    let bank: UKBank
    let seen = Seen()
    private let gateway: GatewayService
    private let config: HSBCInitConfig

    final class Seen: Sendable {
        private let text = Mutex("")
        func add(_ more: String) { text.withLock { $0 += more + "\n" } }
        func withLock<Value>(_ body: (String) -> Value) -> Value { text.withLock { body($0) } }
    }

    init() async throws {
        let (begin, end) = (Date().addingTimeInterval(-60), Date().addingTimeInterval(3_600))
        let authority = try DevelopmentAuthority(notBefore: begin, notAfter: end)
        let client = try authority.issueClient(name: "gateway", notBefore: begin, notAfter: end)
        let identity = try SigningIdentity(certificatesPEM: client.certificatePEM, keyPEM: client.keyPEM)
        let (requestKey, proofKey) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        provider = try await PrivateGlewlwyd.start(
            PrivateGlewlwyd.Banking(
                redirect: Self.redirect, identity: identity, clientsPEM: authority.identity.certificatePEM,
                name: "gateway",
                requestKeys: try JWKSet(["request-1": requestKey.publicKey]).json))
        bank = UKBank(
            keys: try await provider.keys(), thumbprint: PublicKey.p256(proofKey.publicKey).thumbprint,
            client: PrivateGlewlwyd.client.id)
        let address = try #require(HTTPSURL("\(provider.issuer)/token"))
        let pushed = try #require(HTTPSURL("\(provider.issuer)/par"))
        let server = try #require(HTTPSURL("https://bank.example/"))
        let signer = try RSAPrivateKey.generate()
        let account = BankAccount(
            name: "uk", server: server,
            token: BankAccount.TokenAccess(
                address: address, clientID: PrivateGlewlwyd.client.id, authentication: .certificate, scope: "payments"),
            signature: BankSignature(
                signer: try signer.signer(.ps256), keyID: "sign-1", issuer: "org/software",
                trustAnchor: "openbanking.org.uk"),
            proofs: BankProofs(proofKey, .p256(proofKey.publicKey)),
            authorization: BankAuthorizationAccess(
                issuer: provider.issuer, address: pushed, redirects: ["partner": Self.redirect],
                content: BankAuthorizationContent(
                    scope: PrivateGlewlwyd.Banking.scope,
                    claims: ["id_token": ["openbanking_intent_id": ["value": "{consentId}", "essential": true]]]),
                requestKey: (requestKey, "request-1"),
                storeSecret: Secret(copying: Dependencies.system.random(32))), hasCertificate: true,
            transport: BankNetwork(provider: provider.transport, bank: bank))

        let openAPI = UKPaymentJourney.openAPI.compactBytes
        let (manifestKey, root) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let manifest = TestJourney.manifest(
            "uk-payment", sequence: 1, openAPI: openAPI, changes: UKPaymentJourney.changes(issuer: provider.issuer))
        let keys = try TestJourney.keySet(try JWKSet(["m1": manifestKey.publicKey]), root: root)
        let published = try PublishedJourney(
            id: try #require(JourneyID("uk-payment")),
            manifest: try await TestJourney.signed(manifest, by: manifestKey, kid: "m1"), openAPI: openAPI, keys: keys,
            leastVersion: .v12, now: Date())
        let journey = try published.compiled(keys: keys, leastVersion: .v12, now: Date())
        let stores = try await GatewayStores(try await Database.open(.memory))
        try await stores.keySets.publish(try PublishedKeySet(keys), for: .manifests)
        try await stores.manifests.publish(published)
        let remoteKey = try P256PrivateKey.generate()
        let remoteKeys = try JWKSet(["remote-1": remoteKey.publicKey])
        try await stores.keySets.publish(PublishedKeySet(remoteKeys), for: .remoteConfiguration)
        let remote: JSONValue = [
            "environment": "sandbox", "sequence": 1, "notBefore": .string(begin.formatted(.iso8601)),
            "notAfter": .string(end.formatted(.iso8601)), "refreshSeconds": 60, "graceSeconds": 3_600, "rules": [],
        ]
        try await stores.remote.publish(
            try await RemoteConfiguration.sign(remote, key: remoteKey, kid: "remote-1"), environment: "sandbox",
            keys: remoteKeys)
        var access = GatewayAccess()
        access.admit(token: Secret(copying: "context".utf8), partner: "partner", client: "client")
        var assembly = GatewayAssembly(stores, identity: access, environment: "sandbox")
        assembly.banks = [(account, try BankOperations(of: "uk", at: ["gateway.localhost"], in: [journey]))]
        gateway = try assembly.service()
        config = HSBCInitConfig(
            environment: .sandbox, partnerId: "partner", clientId: "client", redirectScheme: "partnerapp",
            locale: Locale(identifier: "en_GB"), telemetryOptIn: false,
            endpoints: EndpointProfile(
                gateway: try #require(HTTPSURL("https://gateway.localhost/")),
                manifestAnchor: ManifestAnchor(
                    issuer: TestJourney.issuer, environment: "sandbox", keys: try JWKSet(["root-1": root.publicKey])),
                remoteConfigurationKeys: remoteKeys))
    }

    /// The values of `state` that the gateway gave the app.
    func states() -> [String] {
        seen.withLock { text in text.matches(of: #/"state":"([A-Za-z0-9_-]+)"/#).map { String($0.1) } }
    }

    func run(
        browser: @escaping @Sendable (BrowserSessionRequest) async throws -> String
    ) async throws -> JourneyResult {
        let origin = try #require(Origin(scheme: "https", host: "gateway.localhost", port: 443))
        let (gateway, seen) = (gateway, seen)
        let front = ClosureService { request in
            let response = await gateway.handle(request)
            for (headers, body) in [(request.headers, request.body), (response.headers, response.body)] {
                seen.add(headers.fields.map { "\($0.name): \($0.value)" }.joined(separator: "\n"))
                seen.add(String(decoding: body, as: UTF8.self))
            }
            return response
        }
        let transport = ServiceTransport([origin: front])
        let bank = bank
        let host = JourneyHost(
            makeTransport: { _ in transport },
            makeContainer: { _, _ in throw JourneyError(.pageLoadFailed, "The journey has no page.") },
            makeBrowserSession: { _ in
                ScriptedBrowserSession { request in
                    let place = try await browser(request)
                    bank.authorize("C-1", when: place.contains("code="))
                    return place
                }
            }, plugins: [], store: MemoryStore(), instanceKey: try P256PrivateKey.generate())
        return await HSBCPartnerSdk.run(
            JourneyStartParams(journeyId: "uk-payment", contextToken: "context"), from: host, config: config
        ) { name, attributes in seen.add("\(name) \(JSONValue.object(attributes).compactText)") }
    }
}

/// The bank's network: its authorization server, and its API.
private struct BankNetwork: HTTPTransport {
    let provider: CurlTransport
    let bank: UKBank

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        request.url.origin.host == "localhost"
            ? try await provider.send(request, options: options) : bank.answer(request)
    }
}

/// The payment API of a bank of UK Open Banking, as far as one payment needs it. It trusts glewlwyd's tokens alone, with a proof of
/// the key that they are bound to.
final class UKBank: Sendable {
    struct State {
        var calls: [String] = []
        var tokens: [String] = []
        var consents: [String: (status: String, data: JSONValue)] = [:]
        var payments: [String] = []
        var refusals: [String] = []
    }

    let state = Mutex(State())
    private let keys: JWKSet
    private let thumbprint: String
    private let client: String

    init(keys: JWKSet, thumbprint: String, client: String) {
        (self.keys, self.thumbprint, self.client) = (keys, thumbprint, client)
    }

    var payments: [String] { state.withLock(\.payments) }
    var refusals: [String] { state.withLock(\.refusals) }

    /// The person authorized the consent at the bank's pages.
    func authorize(_ consent: String, when isAuthorized: Bool) {
        state.withLock { if isAuthorized { $0.consents[consent]?.status = "Authorised" } }
    }

    func answer(_ request: HTTPRequest) -> HTTPResponse {
        let path = request.url.path.dropFirst("/open-banking/v3.1/pisp".utf8.count)
        state.withLock { $0.calls.append("\(request.method.rawValue) \(path)") }
        guard let subject = subject(of: request) else {
            state.withLock { $0.refusals.append("token") }
            return HTTPResponse(status: 401, headers: ["WWW-Authenticate": "DPoP error=\"invalid_token\""])
        }
        let isPost = request.method == .post
        guard !isPost || request.headers["x-jws-signature"]?.contains("..") == true else {
            state.withLock { $0.refusals.append("signature") }
            return Self.refusal("UK.OBIE.Signature.Missing")
        }
        let body = (try? JSONReader.read(request.body)) ?? .null
        return state.withLock { state in
            switch (isPost, path.split(separator: "/").map(String.init)) {
            case (true, ["domestic-payment-consents"]) where subject == client:
                state.consents["C-1"] = ("AwaitingAuthorisation", body)
                return Self.consent("C-1", "AwaitingAuthorisation", body, status: 201)
            case (false, ["domestic-payment-consents", "C-1"]) where subject == client:
                guard let (status, data) = state.consents["C-1"] else { return HTTPResponse(status: 404) }
                return Self.consent("C-1", status, data, status: 200)
            // A payment needs the person's token, and what the person authorized.
            case (true, ["domestic-payments"]) where subject != client:
                guard let id = body["Data"]?["ConsentId"]?.string, let (status, data) = state.consents[id],
                    status == "Authorised", data["Data"]?["Initiation"] == body["Data"]?["Initiation"]
                else { return Self.refusal("UK.OBIE.Resource.ConsentMismatch") }
                state.payments.append(id)
                state.consents[id]?.status = "Consumed"
                return .json(
                    ["Data": ["DomesticPaymentId": "P-1", "Status": "AcceptedSettlementInProcess"]], status: 201)
            default:
                state.refusals.append("\(request.method.rawValue) \(path) by \(subject)")
                return HTTPResponse(status: 403)
            }
        }
    }

    private static func refusal(_ code: String) -> HTTPResponse {
        .json(["Code": "400", "Errors": [["ErrorCode": .string(code), "Message": "Refused."]]], status: 400)
    }

    private static func consent(_ id: String, _ state: String, _ body: JSONValue, status: Int) -> HTTPResponse {
        .json(
            [
                "Data": [
                    "ConsentId": .string(id), "Status": .string(state),
                    "Initiation": body["Data"]?["Initiation"] ?? .null,
                ], "Risk": [:],
            ], status: status)
    }

    /// Returns the subject of a token that glewlwyd signed, and that is bound to the key of the request's proof.
    private func subject(of request: HTTPRequest) -> String? {
        guard let field = request.headers["Authorization"], field.hasPrefix("DPoP "),
            let text = request.headers["DPoP"],
            let proof = try? DPoPProof(text), proof.thumbprint == thumbprint
        else { return nil }
        let token = String(field.dropFirst(5))
        state.withLock { $0.tokens.append(token) }
        guard let payload = try? CompactJWS.verify(token, typ: "at+jwt", keys: keys).payload,
            let claims = try? JSONReader.read(payload), claims["cnf"]?["jkt"]?.string == thumbprint,
            (try? proof.check(request.method, request.url, token: token, now: Int64(Date().timeIntervalSince1970)))
                != nil,
            claims["scope"]?.string?.contains("payments") == true
        else { return nil }
        return claims["sub"]?.string
    }
}

/// The journey: consent, pushed request, the bank's pages, code, the consent's status, payment.
enum UKPaymentJourney {
    static let openAPI: JSONValue = [
        "openapi": "3.1.0", "info": ["title": "UK payment", "version": "1"],
        "servers": [["url": "https://gateway.localhost/banks/uk/open-banking/v3.1/pisp"]],
        "paths": [
            "/domestic-payment-consents": [
                "post": operation("createConsent", ["Data", "Risk"], status: "201", ["ConsentId", "Status"])
            ],
            "/domestic-payment-consents/{ConsentId}": [
                "get": operation(
                    "getConsent", [], status: "200", ["Status"],
                    parameters: [["name": "ConsentId", "in": "path", "required": true, "schema": ["type": "string"]]])
            ],
            "/domestic-payments": [
                "post": operation(
                    "pay", ["Data", "Risk"], status: "201", ["DomesticPaymentId", "Status"],
                    parameters: [header("x-idempotency-key", isRequired: true)])
            ],
            // The gateway's own operations, at its own address.
            "/bank-authorizations/uk": own(
                "authorize", ["consentId"], status: "201",
                ["requestUri": "string", "clientId": "string", "state": "string", "expiresIn": "integer"]),
            "/bank-authorizations/uk/codes": own(
                "exchange", ["state", "code", "iss"], status: "200", ["authorized": "boolean", "expiresIn": "integer"]),
        ],
        "components": [
            "securitySchemes": [
                "oauth": [
                    "type": "oauth2",
                    "flows": ["clientCredentials": ["tokenUrl": "https://bank.example/token", "scopes": [:]]],
                ]
            ]
        ],
    ]

    private static func header(_ name: String, isRequired: Bool = false) -> JSONValue {
        ["name": .string(name), "in": "header", "required": .bool(isRequired), "schema": ["type": "string"]]
    }

    private static func body(_ members: [String], _ type: String) -> JSONValue {
        [
            "required": true,
            "content": [
                "application/json": [
                    "schema": [
                        "type": "object", "required": .array(members.map { .string($0) }),
                        "properties": .object(
                            Dictionary(members.map { ($0, JSONValue.object(["type": .string(type)])) }) { $1 }),
                    ]
                ]
            ],
        ]
    }

    private static func answer(_ schema: JSONValue) -> JSONValue {
        ["description": "done", "content": ["application/json": ["schema": schema]]]
    }

    private static func operation(
        _ id: String, _ members: [String], status: String, _ data: [String], parameters: [JSONValue] = []
    ) -> JSONValue {
        var operation: [String: JSONValue] = [
            "operationId": .string(id), "security": [["oauth": []]], "parameters": .array(parameters),
            "responses": [
                status: answer([
                    "type": "object", "required": ["Data"],
                    "properties": [
                        "Data": [
                            "type": "object", "required": .array(data.map { .string($0) }),
                            "properties": .object(Dictionary(data.map { ($0, ["type": "string"]) }) { $1 }),
                        ]
                    ],
                ])
            ],
        ]
        if !members.isEmpty { operation["requestBody"] = body(members, "object") }
        return .object(operation)
    }

    private static func own(
        _ id: String, _ members: [String], status: String, _ answers: [String: String]
    ) -> JSONValue {
        [
            "servers": [["url": "https://gateway.localhost"]],
            "post": [
                "operationId": .string(id), "requestBody": body(members, "string"),
                "responses": [
                    status: answer([
                        "type": "object", "required": .array(answers.keys.sorted().map { .string($0) }),
                        "properties": .object(answers.mapValues { ["type": .string($0)] }),
                    ])
                ],
            ],
        ]
    }

    private static func calling(
        _ operation: String, _ more: [String: JSONValue], in arguments: [String: JSONValue],
        out: [String: JSONValue], then: JSONValue, or: JSONValue
    ) -> JSONValue {
        [
            "type": "server",
            "bindings": [
                [
                    "onEvent": "enter", "call": .object(more.merging(["operationId": .string(operation)]) { $1 }),
                    "in": .object(arguments), "out": .object(out), "onSuccessEmit": "answered",
                    "onErrorEmit": "unanswered",
                ]
            ],
            "on": ["answered": then, "unanswered": or],
        ]
    }

    static func changes(issuer: String) -> [String: JSONValue?] {
        let initiation =
            "{'InstructionIdentification': 'I-1', 'InstructedAmount': {'Amount': '12.50', 'Currency': 'GBP'}}"
        let asked: JSONValue = ["to": "status"]
        let text = { (value: String) -> JSONValue in .string(value) }
        let own: JSONValue = ["clientSecret"]
        let steps: [String: JSONValue] = [
            "consent": calling(
                "createConsent",
                ["effect": "once", "movesMoney": false, "gatewayCredentials": ["clientSecret", "detachedSignature"]],
                in: ["Data": text("{'Initiation': \(initiation)}"), "Risk": "{}"],
                out: ["consentId": "result.Data.ConsentId"], then: ["to": "push"], or: ["to": "failed"]),
            "push": calling(
                "authorize", ["effect": "idempotent", "movesMoney": false],
                in: ["consentId": "steps.consent.consentId"],
                out: ["requestUri": "result.requestUri", "clientId": "result.clientId", "state": "result.state"],
                then: ["to": "auth"], or: ["to": "failed"]),
            "auth": [
                "type": "authorize",
                "url": text(
                    "'\(issuer)/auth?client_id=' + steps.push.clientId + '&request_uri=' + steps.push.requestUri"),
                "hosts": [text(issuer.replacing("/api/oidc", with: ""))],
                "return": ["https": text(PaymentFixture.redirect)],
                "expect": ["state": "steps.push.state", "iss": text("'\(issuer)'")],
                "out": ["code": "string"], "timeoutMs": 600_000,
                "on": ["success": ["to": "exchange"], "cancelled": asked, "timeout": asked, "error": asked],
            ],
            "exchange": calling(
                "exchange", ["effect": "idempotent", "movesMoney": false],
                in: ["state": "steps.push.state", "code": "steps.auth.code", "iss": text("'\(issuer)'")],
                out: [:], then: asked, or: asked),
            "status": calling(
                "getConsent", ["gatewayCredentials": own], in: ["ConsentId": "steps.consent.consentId"],
                out: ["status": "result.Data.Status"],
                then: [["guard": "result.status == 'Authorised'", "to": "pay"], ["to": "failed"]],
                or: ["to": "open"]),
            "pay": calling(
                "pay",
                [
                    "effect": "keyed", "movesMoney": true,
                    "key": ["header": "x-idempotency-key", "windowMs": 86_400_000, "maxLength": 40],
                    "headers": ["X-Bank-Consent": "steps.consent.consentId"],
                    "gatewayCredentials": ["userToken", "detachedSignature"],
                ],
                in: [
                    "Data": text("{'ConsentId': steps.consent.consentId, 'Initiation': \(initiation)}"), "Risk": "{}",
                ], out: ["reference": "result.Data.DomesticPaymentId"], then: ["to": "done"], or: ["to": "failed"]),
            "done": ["type": "terminal", "outcome": "completed", "result": ["reference": "steps.pay.reference"]],
            "open": ["type": "terminal", "outcome": "pending", "result": ["reference": "steps.consent.consentId"]],
            "failed": ["type": "terminal", "outcome": "failed"],
        ]
        return [
            "manifestVersion": "1.3", "minSdk": "1.0.0", "startStep": "consent", "steps": .object(steps),
            "resumePolicy": ["snapshotOn": [], "keep": ["steps.consent.consentId", "steps.push.state"]],
            "security": [
                "allowedOrigins": ["https://gateway.localhost", text(issuer.replacing("/api/oidc", with: ""))],
                "pinning": false, "requireHandshake": false,
            ],
        ]
    }
}
