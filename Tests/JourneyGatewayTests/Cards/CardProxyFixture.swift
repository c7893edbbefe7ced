import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import JourneyGateway

/// A card proxy with its database, a partner that signs tokens, and a scripted issuer.
final class CardProxyFixture: Sendable {
    static let user = "11111111-2222-4333-8444-555555555555"
    static let card = "aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"
    static let challenge = "66666666-7777-4888-8999-aaaaaaaaaaaa"
    static let origin = "https://gateway.example"

    /// The kind of database of the proxy.
    enum Store: String, CaseIterable, Sendable {
        case sqlite, postgreSQL

        static let available = allCases.filter { $0 != .postgreSQL || PrivatePostgreSQL.isInstalled }
    }

    /// Returns the issuer's answer to a request; throws for a network failure.
    typealias Answers = @Sendable (HTTPRequest) async throws -> HTTPResponse

    let partnerKey: P256PrivateKey
    /// The key of `partner-2`, present if a test asks for it.
    let otherKey: P256PrivateKey
    let database: Database
    let clock = ManualClock()
    let log = CardLog()
    private let moment = Mutex<TimeInterval>(1_800_000_000)
    private let issuer: Issuer
    private let service: Mutex<CardRoutes?> = Mutex(nil)
    private let rates: CardRates
    private let designs: [String: CardProductDesign]
    private let owners: CardPartners
    private let hasOther: Bool
    private let issuerSecret = Mutex("example-api-secret-not-real-0001")
    /// PostgreSQL's data folder, if it is used.
    let folder: String?

    private static let server = Task { try await PrivatePostgreSQL.start(isDurable: false) }

    /// Runs `body` with a proxy in front of `answers`.
    static func visit(
        keepingIn store: Store = .sqlite, at file: String? = nil, rates: CardRates = CardRates(),
        designs: [String: CardProductDesign] = [:], owners: CardPartners = CardPartners(),
        withOtherPartner: Bool = false,
        _ answers: @escaping Answers, _ body: (CardProxyFixture) async throws -> Void
    ) async throws {
        let place: DatabaseLocation
        var folder: String?
        switch store {
        case .sqlite: place = file.map { .file($0) } ?? .memory
        case .postgreSQL:
            let server = try await Self.server.value
            folder = server.folder
            let name = "c" + Hex.encode(Dependencies.system.random(8))
            try await server.createDatabase(name)
            place = .postgreSQL(
                PostgreSQLSettings(
                    address: .socket(folder: server.folder, port: server.port), database: name, user: server.user,
                    password: server.password))
        }
        let database = try await Database.patient(place)
        defer { database.close() }
        let fixture = try CardProxyFixture(database, folder, Issuer(answers), rates, designs, owners, withOtherPartner)
        try await fixture.start()
        try await body(fixture)
    }

    private init(
        _ database: Database, _ folder: String?, _ issuer: Issuer, _ rates: CardRates,
        _ designs: [String: CardProductDesign],
        _ owners: CardPartners, _ hasOther: Bool
    ) throws {
        partnerKey = try .generate()
        otherKey = try .generate()
        self.owners = owners
        self.hasOther = hasOther
        self.folder = folder
        self.database = database
        self.issuer = issuer
        self.rates = rates
        self.designs = designs
    }

    /// Starts another instance of the proxy over the same database, without the first one's memory.
    func start() async throws {
        let made = try await instance()
        service.withLock { $0 = made }
    }

    func instance() async throws -> CardRoutes {
        var dependencies = Dependencies.system
        dependencies.now = { [self] in now }
        dependencies.clock = clock
        dependencies.log = log.log
        var partners = ["partner": try JWKSet(["p1": partnerKey.publicKey])]
        if hasOther { partners["partner-2"] = try JWKSet(["p2": otherKey.publicKey]) }
        return CardRoutes(
            issuer: try Self.issuer(secret: issuerSecret.withLock { $0 }), partners: partners, owners: owners,
            store: try await CardStore(database),
            files: CardPageFiles(
                script: Array("script".utf8), style: Array("style".utf8), bridge: Array("bridge".utf8)),
            designs: designs, rates: rates, transport: issuer, dependencies: dependencies)
    }

    /// Runs the gateway's background work: retries pending revocations.
    func payRevocations() async throws {
        let current = try #require(service.withLock { $0 })
        await current.revocations.round()
    }

    /// Changes the issuer's API secret from the next `start` on.
    func set(issuerSecret: String) { self.issuerSecret.withLock { $0 = issuerSecret } }

    static func issuer(secret: String = "example-api-secret-not-real-0001") throws -> IssuerAccount {
        try IssuerAccount(
            api: try #require(HTTPSURL("https://issuer.example/api/v1")),
            script: try #require(HTTPSURL("https://vault.example/web/sandbox/v1.1/client.min.js")),
            applicationID: "application-1", apiKey: Secret(copying: "key-canary-1".utf8),
            apiSecret: Secret(copying: secret.utf8),
            uiSecret: Secret(copying: "ui<secret>\"canary&1".utf8))
    }

    var now: Date { Date(timeIntervalSince1970: moment.withLock { $0 }) }

    /// Advances both clocks.
    func pass(_ seconds: Int) {
        moment.withLock { $0 += TimeInterval(seconds) }
        clock.advance(by: .seconds(seconds))
    }

    /// The requests received by the issuer.
    var asked: [HTTPRequest] { issuer.requests.withLock { $0.map(\.request) } }
    /// The options of these requests.
    var options: [HTTPOptions] { issuer.requests.withLock { $0.map(\.options) } }

    // MARK: A user's app

    /// Signs a token like the partner's backend, with `changes` to its claims; `nil` removes one.
    func token(
        _ changes: [String: JSONValue?] = [:], key: P256PrivateKey? = nil, kid: String? = "p1",
        typ: String? = "card-user+jwt"
    ) async throws -> String {
        let seconds = Int64(now.timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": "partner", "sub": .string(Self.user), "aud": .string(Self.origin),
            "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 300)), "jti": "token-0001",
        ]
        for (name, value) in changes { claims[name] = value }
        return try await CompactJWS.sign(
            JSONValue.object(claims).compactBytes, typ: typ, kid: kid, key: key ?? partnerKey)
    }

    struct Reply {
        let status: Int
        let body: JSONValue
        let response: HTTPResponse
        /// The code of a refusal, otherwise the status.
        var code: String { body["code"]?.string ?? "\(status)" }
    }

    /// Signs a token for `user` like the other partner's backend.
    func otherToken(user: String = CardProxyFixture.user) async throws -> String {
        try await token(["iss": "partner-2", "sub": .string(user)], key: otherKey, kid: "p2")
    }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bytes: [UInt8]? = nil, token: String? = nil,
        headers: HTTPFields = [:], at origin: String = CardProxyFixture.origin
    ) async throws -> Reply {
        var headers: HTTPFields = headers
        if headers["Authorization"] == nil {
            let text = if let token { token } else { try await self.token() }
            headers["Authorization"] = "Bearer \(text)"
        }
        if headers["Content-Type"] == nil, body != nil || bytes != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            method: method, url: try #require(HTTPSURL(origin + path)), headers: headers,
            body: bytes ?? body?.compactBytes ?? [])
        let response = try await #require(service.withLock { $0 }).answer(request)
        return Reply(
            status: response.status, body: (try? JSONReader.read(response.body)) ?? .null, response: response)
    }

    func confirm(
        _ code: String = "123456", challenge: String = CardProxyFixture.challenge, user: String = CardProxyFixture.user,
        token: String? = nil, key: String? = nil
    ) async throws -> Reply {
        try await ask(
            .post, "/striga/confirm-consent",
            ["userId": .string(user), "challengeId": .string(challenge), "verificationCode": .string(code)],
            token: token, headers: key.map { ["Idempotency-Key": $0] } ?? [:])
    }

    /// The transport to the issuer.
    private final class Issuer: HTTPTransport {
        let requests = Mutex<[(request: HTTPRequest, options: HTTPOptions)]>([])
        private let answers: Answers

        init(_ answers: @escaping Answers) { self.answers = answers }

        func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
            requests.withLock { $0.append((request, options)) }
            let response = try await answers(request)
            guard response.body.count <= options.bodyLimit else {
                throw JourneyError(.responseTooLarge, "The body is too long.")
            }
            return response
        }
    }
}

/// Collects all log entries as one text.
final class CardLog: Sendable {
    private let lines = Mutex<[String]>([])

    var log: Log { Log { [self] entry in lines.withLock { $0.append("\(entry)") } } }
    var text: String { lines.withLock { $0.joined(separator: "\n") } }
}

extension HTTPResponse {
    /// Creates a refusal in the issuer's format.
    static func refusal(_ status: Int, _ code: String, _ message: String = "No.") -> HTTPResponse {
        .json(
            ["message": .string(message), "errorCode": .string(code), "errorDetails": .string(message)], status: status)
    }

    static let consented = HTTPResponse.json(["cardAuthToken": "card-token-canary-1"])
}
