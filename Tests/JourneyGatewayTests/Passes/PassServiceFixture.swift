import Foundation
import JourneyBase
import JourneyCrypto
import JourneyHarness
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing
import WalletPass

@testable import JourneyGateway

/// A pass service with its database, an authority like Apple's, and clients with tags and passes.
final class PassServiceFixture: Sendable {
    static let origin = Origin(scheme: "https", host: "passes.example", port: 443)
    static let start: TimeInterval = 1_790_000_000
    static let type = "pass.com.example.ticket"
    static let team = "ABCDE12345"

    /// The kind of database of the service.
    enum Store: String, CaseIterable, Sendable {
        case sqlite, postgreSQL
        static let available = allCases.filter { $0 != .postgreSQL || PrivatePostgreSQL.isInstalled }
    }

    /// Identities, created once because RSA keys take time.
    struct PassCredentials: Sendable {
        let root: CertificateAuthority
        let ticket: SigningIdentity
        let ticketKeyPEM: String
        let other: SigningIdentity
        let expired: SigningIdentity

        static let made = Result { try PassCredentials(at: Date(timeIntervalSince1970: PassServiceFixture.start)) }
        /// Credentials valid by the system's clock.
        static let live = Result { try PassCredentials(at: Date()) }

        private init(at now: Date) throws {
            func ec() throws -> CertificateSigner { CertificateSigner(try P256PrivateKey.generate()) }
            let root = try CertificateAuthority.root(
                subject: DistinguishedName([.commonName: "Root"]), signer: ec(), notBefore: now - 90_000,
                notAfter: now + 90_000_000)
            let below = try root.intermediate(
                subject: DistinguishedName([.commonName: "Worldwide"]), signer: ec(), notBefore: now - 90_000,
                notAfter: now + 90_000_000)
            func signer(
                _ type: String, _ team: String, until end: Date, key: RSAPrivateKey? = nil
            ) throws -> SigningIdentity {
                let key = try key ?? RSAPrivateKey.generate()
                let certificate = try below.issue(
                    CertificateContent(
                        subject: try DistinguishedName([
                            OID(0, 9, 2_342, 19_200_300, 100, 1, 1): type, .commonName: "Pass Type ID: \(type)",
                            .organizationalUnit: team, .organization: "Example",
                        ]), spki: key.publicKey.spki, notBefore: now - 80_000, notAfter: end,
                        extensions: [.keyUsage(.digitalSignature)]))
                return try SigningIdentity(
                    certificatesPEM: certificate.pem + below.certificate.pem, keyPEM: try key.pem())
            }
            self.root = root
            let key = try RSAPrivateKey.generate()
            ticketKeyPEM = try key.pem()
            ticket = try signer(PassServiceFixture.type, PassServiceFixture.team, until: now + 40 * 86_400, key: key)
            other = try signer("pass.com.example.other", PassServiceFixture.team, until: now + 10 * 86_400)
            expired = try signer("pass.com.example.expired", PassServiceFixture.team, until: now - 1)
        }
    }

    let credentials: PassCredentials
    let database: Database
    let assembly: PassAssembly
    var store: PassStore { assembly.passes }
    let factory: PassFactory
    let log = CardLog()
    /// The tokens of the clients `acme` and `other`.
    let token: String
    let otherToken: String
    private let current: Mutex<Router>
    let settings: PassSettings

    static let server = Task { try await PrivatePostgreSQL.start(isDurable: false) }

    static func place(_ store: Store) async throws -> DatabaseLocation {
        guard store == .postgreSQL else { return .memory }
        let server = try await Self.server.value
        let name = "p" + Hex.encode(Dependencies.system.random(8))
        try await server.createDatabase(name)
        return .postgreSQL(
            PostgreSQLSettings(
                address: .socket(folder: server.folder, port: server.port), database: name, user: server.user,
                password: server.password))
    }

    static func visit(
        _ store: Store = .sqlite, at place: DatabaseLocation? = nil,
        _ change: (inout PassSettings) -> Void = { _ in }, _ body: (PassServiceFixture) async throws -> Void
    ) async throws {
        let location = if let place { place } else { try await self.place(store) }
        let database = try await Database.patient(location)
        defer { database.close() }
        var settings = PassSettings(origin: try #require(origin))
        change(&settings)
        try await body(try await PassServiceFixture(database, settings))
    }

    init(_ database: Database, _ settings: PassSettings, port: Int? = nil) async throws {
        credentials = try PassCredentials.made.get()
        self.database = database
        self.settings = settings
        assembly = try await PassAssembly(database)
        let time = Clockwork()
        let template = PassTemplate(files: Self.template)
        let types = try [credentials.ticket, credentials.other, credentials.expired].map {
            try PassTypeContent(identity: $0, template: template)
        }
        factory = PassFactory(types: types, origin: settings.origin) { time.now }
        self.time = time
        let made = Dependencies(now: { time.now }, clock: ContinuousClock(), random: Dependencies.system.random)
        current = Mutex(try assembly.service(factory, settings, dependencies: made))
        dependencies = made
        (token, otherToken) = try await Self.populate(assembly.passes, made)
    }

    /// The service's clock.
    final class Clockwork: Sendable {
        private let moment = Mutex(PassServiceFixture.start)
        var now: Date { Date(timeIntervalSince1970: moment.withLock { $0 }) }
        func pass(_ seconds: TimeInterval) { moment.withLock { $0 += seconds } }
    }

    let time: Clockwork
    let dependencies: Dependencies
    var now: Date { time.now }

    /// Creates another instance over the same database, without the first one's memory.
    func instance() throws -> Router {
        try PassAssembly(assembly.passes, assembly.updates).service(factory, settings, dependencies: dependencies)
    }

    /// Creates two clients: `acme` with `TICKET-001` (Ada's pass), `TICKET-002` (Ben's) and `EMPTY`; `other` with `OTHER-001`.
    private static func populate(_ store: PassStore, _ dependencies: Dependencies) async throws -> (String, String) {
        let now = dependencies.now()
        var tokens: [String] = []
        for client in ["acme", "other"] {
            try await store.addClient(client, now: now)
            let (_, token) = try await store.addUser("app", of: client, dependencies: dependencies)
            tokens.append(token.withBytes { String(decoding: $0, as: UTF8.self) })
        }
        try await store.addType(type, of: "acme", team: team, organization: "Acme Events", now: now)
        try await store.addType("pass.com.example.expired", of: "acme", team: team, organization: "Acme", now: now)
        try await store.addType("pass.com.example.other", of: "other", team: team, organization: "Other", now: now)
        for (tag, subscription, holder) in [("TICKET-001", "SUB-1", "ada"), ("TICKET-002", nil, "ben")] {
            try await store.addTag(tag, subscription: subscription, of: "acme", now: now)
            try await store.addPass(
                .init(holder: holder, type: type, serial: "S-\(tag)", values: ["name": .string(holder)]), on: tag,
                of: "acme", dependencies: dependencies)
        }
        try await store.addTag("EMPTY", of: "acme", now: now)
        try await store.addTag("OTHER-001", subscription: "SUB-9", of: "other", now: now)
        try await store.addPass(
            .init(holder: "eve", type: "pass.com.example.other", serial: "S-9", values: ["name": "eve"]),
            on: "OTHER-001", of: "other", dependencies: dependencies)
        return (tokens[0], tokens[1])
    }

    static let template: [String: [UInt8]] = [
        "pass.json": JSONValue.object([
            "description": "A ticket", "nfc": ["message": "ticket", "encryptionPublicKey": .string(key)],
            "eventTicket": [
                "primaryFields": [["key": "name", "label": "Name", "value": "{{name}}"]]
            ],
        ]).compactBytes,
        "icon.png": picture(29), "icon@2x.png": picture(58),
    ]

    /// A P-256 public key in the format of contactless passes.
    private static let key: String = {
        guard let key = try? P256PrivateKey.generate() else { return "" }
        return Data(key.publicKey.spki).base64EncodedString()
    }()

    private static func picture(_ size: Int) -> [UInt8] {
        func number(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
        return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52] + number(size)
            + number(size) + [8, 2, 0, 0, 0, 0, 0, 0, 0]
    }

    // MARK: Asking

    struct Reply {
        let response: HTTPResponse
        var status: Int { response.status }
        var json: JSONValue { (try? JSONReader.read(response.body)) ?? .null }
        /// The code of a refusal, otherwise the status.
        var code: String { json["code"]?.string ?? "\(status)" }
        /// `issuer_data` as parsed by the device.
        var binding: IssuerBindingData? {
            json["issuer_data"]?.string.flatMap { Data(base64Encoded: $0) }
                .flatMap { try? IssuerBindingData(reading: [UInt8]($0)) }
        }
        var signature: [UInt8] {
            json["signature"]?.string.flatMap { Data(base64Encoded: $0) }.map { [UInt8]($0) } ?? []
        }
    }

    static func basic(_ token: String) -> String { "Basic " + Data("\(token):".utf8).base64EncodedString() }

    func ask(
        _ method: HTTPMethod, _ path: String, _ body: JSONValue? = nil, bytes: [UInt8]? = nil, token: String? = nil,
        headers: HTTPFields = [:], of service: Router? = nil
    ) async throws -> Reply {
        var headers = headers
        if let token { headers["Authorization"] = Self.basic(token) }
        if headers["Content-Type"] == nil, body != nil || bytes != nil { headers["Content-Type"] = "application/json" }
        let url = try #require(HTTPSURL("\(settings.origin)/api/v2/in_app_provisioning/\(path)"))
        let request = HTTPRequest(method: method, url: url, headers: headers, body: bytes ?? body?.compactBytes ?? [])
        return Reply(response: await (service ?? current.withLock { $0 }).answer(request))
    }

    func issue(
        _ tag: String = "TICKET-001", _ attribute: String? = nil, token: String? = nil, of service: Router? = nil
    ) async throws -> Reply {
        var body: [String: JSONValue] = ["tag_id": .string(tag)]
        body["id_attribute"] = attribute.map { .string($0) }
        return try await ask(.post, "issuer_data", .object(body), token: token ?? self.token, of: service)
    }

    func call(
        _ session: String, _ data: String = "0a0b", keyHash: String? = "0c0d", of service: Router? = nil
    ) async throws -> Reply {
        var body: [String: JSONValue] = ["issuerBindingData": .string(data)]
        body["keyHash"] = keyHash.map { .string($0) }
        return try await ask(.post, "callback?sessionIdentifier=\(session)", .object(body), of: service)
    }

    func status(of session: String, token: String? = nil) async throws -> Reply {
        try await ask(.get, "sessions/\(session)", token: token ?? self.token)
    }

    var verifier: PassVerifier {
        get throws { PassVerifier(anchors: [try TrustAnchor(credentials.root.certificate)]) }
    }

    func count(_ sql: StaticString) async throws -> Int64 {
        let row = try #require(try await database.first(sql))
        return try row[0]
    }
}
