import Foundation
import JourneyServer

/// Measures `Database` over SQLite against the same statements with the C library, in the same process with the same settings.
enum SQLiteCase {
    private static let selects = 100
    private static let insert: StaticString = "INSERT INTO entry (id, amount) VALUES ($1, $2)"
    private static let select: StaticString = "SELECT amount FROM entry WHERE id = $1"

    static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let folder = NSTemporaryDirectory() + "journey-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let database = try await Database.open(.file(folder + "/ours.sqlite"))
        defer { database.close() }
        try await database.migrate(
            Schema(
                "bench",
                [Migration("entry", "CREATE TABLE entry (id {integer} PRIMARY KEY, amount {integer}) {strict}")]))
        let floor = try BlockingSQLite(
            path: folder + "/floor.sqlite", setUp: "CREATE TABLE entry (id INTEGER PRIMARY KEY, amount INTEGER) STRICT",
            insert: "\(insert)", select: "\(select)")
        var (theirs, mine) = (Int64(0), Int64(0))
        func compared(
            _ name: String, units: Double = 1, aim: Measurement.Target = .ratio(1.11), floor: () async throws -> Void,
            ours: () async throws -> Void
        ) async throws -> Measurement {
            try await bench.compared(
                "SQLite, \(name)", floor: "the same in C", units: units, aim: aim, floor: floor, ours: ours)
        }
        let writes = try await compared("a transaction of one row") {
            theirs += 1
            try floor.insert(theirs, 7)
        } ours: {
            mine += 1
            let id = mine
            try await database.write { try await $0.execute(insert, [.integer(id), 7]) }
        }
        let wanted = min(theirs, mine)
        let together = try await compared("a row by its key, of 100 in a transaction", units: Double(selects)) {
            try floor.read { for index in 0..<selects { try floor.select(Int64(index) % wanted + 1) } }
        } ours: {
            try await database.read { transaction in
                for index in 0..<selects {
                    let id = Int64(index) % wanted + 1
                    guard let row = try await transaction.first(select, [.integer(id)]), try row[0] == Int64(7) else {
                        throw BenchError(what: "The selected row is missing.")
                    }
                }
            }
        }
        let alone = try await compared("a row by its key, as a call of its own", aim: .none) {
            try floor.select(1)
        } ours: {
            try await expect(database.first(select, [1])?[0] == Int64(7), "The selected row is missing.")
        }
        return [writes, together, alone]
    }
}
