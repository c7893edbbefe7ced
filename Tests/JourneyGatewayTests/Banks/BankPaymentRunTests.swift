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
                    // Not essential: glewlwyd's ID tokens don't have it.
                    claims: ["id_token": ["openbanking_intent_id": ["value": "{consentId}"]]]),
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
