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
