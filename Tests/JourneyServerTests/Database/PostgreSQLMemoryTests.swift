import Foundation
import JourneyBase
import JourneyHarness
import JourneyServer
import TestSupport
import Testing

/// The traces of a password in memory after PostgreSQL's client library has used it.
@Suite(
    "Database password in memory", .serialized,
    .enabled(if: PrivatePostgreSQL.isInstalled, "PostgreSQL is not installed: `make test` installs it"),
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct PostgreSQLMemoryTests {
    @Test("the password is wiped when the database is closed")
    func password() async throws {
        let scan = try await use()
        #expect(try scan.count() == 0)
    }

    /// Opens a connection. The server's side creates the password, so that this process reads it once, into locked memory.
    private func use() async throws -> MemoryScan {
        let server = try await TestPostgreSQL.server.value
        var settings = try await TestPostgreSQL.database(on: server)
        let role = "r" + Hex.encode(Dependencies.system.random(8))
        let (script, kept) = ("\(server.folder)/\(role).sql", "\(server.folder)/\(role).password")
        let lines = "\\set made `openssl rand -hex 16 | tee \(kept)`\nCREATE ROLE \(role) LOGIN PASSWORD :'made';\n"
        try Data(lines.utf8).write(to: URL(filePath: script))
        _ = try await server.client("psql", ["-q", "-v", "ON_ERROR_STOP=1", "-f", script, "postgres"])
        // Without the end of the line.
        let line = try Secret(file: kept)
        settings.user = role
        settings.password = Secret(count: 32) { memory in
            line.withBytes { memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
        }
        let scan = MemoryScan(for: settings.password)
        let database = try await Database.open(.postgreSQL(settings))
        #expect(try await database.first("SELECT current_user AS role")?["role"] == role)
        #expect(try scan.count() > 0)
        database.close()
        return scan
    }
}
