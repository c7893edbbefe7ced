import Foundation
import JourneyBase
import JourneyGateway
import JourneyHarness
import JourneySandbox
import JourneyServer
import JourneyWire
import WalletPass

/// The pass service in a separate process, which can be bound to one processor.
enum PassesUnderLoad {
    /// The database of the service.
    enum Store: String, CaseIterable, Sendable {
        case passesSQLite = "passes-sqlite", passesPostgreSQL = "passes-postgresql"
    }

    static let path = PassContract.issuerData.path
    /// The number of tags that are requested in turn, `T-1` and so on.
    static let tags = 200
    private static let type = "pass.com.example.bench"
    private static let team = "ABCDE12345"

    /// The connection settings for the measuring process.
    struct Address: Codable, Sendable {
        let port: Int
        let token: String
        let authorityPEM: String
    }

    /// Serves until standard input ends. Prints the address as its first line.
    static func serve(_ store: Store, _ bench: Workbench) async throws {
        let folder = NSTemporaryDirectory() + "journey-passes-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let server = store == .passesPostgreSQL ? try await PrivatePostgreSQL.start() : nil
        let database = try await Database.open(try await place(server, folder))
        defer { database.close() }
        let now = Date()
        let authority = try DevelopmentPassAuthority(notBefore: now - 3_600, notAfter: now + 86_400)
        let issued = try authority.issue(
            PassSignerNames(passTypeIdentifier: type, teamIdentifier: team), organization: "Bench",
            notBefore: now - 3_600, notAfter: now + 86_400)
        let assembly = try await PassAssembly(database)
        let token = try await populate(assembly.passes, now)
        let origin = try unwrap(
            Origin(scheme: "https", host: "passes.example", port: 443), "The pass service's origin is invalid.")
        var settings = PassSettings(origin: origin)
        (settings.rates.issuerData, settings.rates.tag) = (.max, .max)
        let service = try assembly.service(
            PassFactory(
                types: [try PassTypeContent(identity: issued.identity, template: PassTemplate(files: [:]))],
                origin: origin), settings)
        let http = try await bench.serve(service, limits: ServerLimits(requestsPerConnection: .max))
        let address = Address(port: http.port, token: token, authorityPEM: bench.authorityPEM)
        FileHandle.standardOutput.write(try JSONEncoder().encode(address) + Data("\n".utf8))
        _ = try? FileHandle.standardInput.readToEnd()
        await http.stop()
        withExtendedLifetime(server) {}
    }

    private static func place(_ server: PrivatePostgreSQL?, _ folder: String) async throws -> DatabaseLocation {
        guard let server else { return .file(folder + "/passes.sqlite") }
        try await server.createDatabase("passes")
        return .postgreSQL(
            PostgreSQLSettings(
                address: .socket(folder: server.folder, port: server.port), database: "passes", user: server.user,
                password: server.password))
    }

    /// Creates one client with its tags, each with a pass, and returns its user's token.
    private static func populate(_ store: PassStore, _ now: Date) async throws -> String {
        try await store.addClient("bench", now: now)
        let (_, token) = try await store.addUser("app", of: "bench")
        try await store.addType(type, of: "bench", team: team, organization: "Bench", now: now)
        for number in 1...tags {
            try await store.addTag("T-\(number)", of: "bench", now: now)
            try await store.addPass(
                PassStore.NewPass(holder: "holder-\(number)", type: type), on: "T-\(number)", of: "bench")
        }
        return token.withBytes { String(decoding: $0, as: UTF8.self) }
    }
}
