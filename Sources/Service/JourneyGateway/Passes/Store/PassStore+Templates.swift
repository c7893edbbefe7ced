package import Foundation
package import JourneyBase
import JourneyServer
import WalletPass

/// Template changes and their effect on existing passes.
extension PassStore {
    /// The number of passes per transaction, to keep it short.
    static let step = 100

    /// Marks all passes of a type as changed, for instance after a template change, so that devices fetch them again. Returns
    /// their number. Each step is a transaction; after an interruption, repeat the operation.
    package func touchType(_ identifier: String, now: Date) async throws(JourneyError) -> Int {
        var (count, last): (Int, String?) = (0, nil)
        while true {
            let serials = try await touch(identifier, after: last, now: now)
            count += serials.count
            guard serials.count == PassStore.step else { return count }
            last = serials.last
        }
    }

    /// Marks the next passes by serial number. The first step adds an entry to the audit log.
    private func touch(_ type: String, after last: String?, now: Date) async throws(JourneyError) -> [String] {
        try await changing("A pass type") { transaction in
            let moment = SQLValue.integer(PassStore.moment(now))
            guard PassStore.isText(type),
                let row = try await transaction.first("SELECT client FROM pass_type WHERE id = $1", [.text(type)])
            else { throw JourneyError(.recordUnknown, "No client has this pass type.") }
            if last == nil {
                try await PassStore.audit(
                    "type-touched", client: try row[0], detail: type, at: PassStore.moment(now), in: transaction)
            }
            let serials: [String] = try await transaction.query(
                "SELECT serial FROM pass WHERE type = $1 AND serial > $2 ORDER BY serial LIMIT $3",
                [.text(type), .text(last ?? ""), .integer(Int64(PassStore.step))]
            ).map { try $0[0] }
            for serial in serials {
                // Later than the last change, so that each state has its own time.
                try await transaction.execute(
                    """
                    UPDATE pass SET updated = CASE WHEN updated >= $3 THEN updated + 1 ELSE $3 END
                    WHERE type = $1 AND serial = $2
                    """, [.text(type), .text(serial), moment])
            }
            try await PassUpdateStore.recordChange(
                serials.map { PassKey(type: type, serial: $0) }, now: now, in: transaction)
            return serials
        }
    }

    /// Returns the number of passes without a value that their template requires, which can't be built. Throws `DatabaseError`.
    func incompletePasses(of types: [PassTypeContent]) async throws -> Int {
        let templates = Dictionary(types.map { ($0.identifier, $0.template) }) { first, _ in first }
        var (count, last): (Int, Int64) = (0, 0)
        while true {
            let rows = try await database.query(
                "SELECT id, type, content FROM pass WHERE id > $1 AND voided = 0 ORDER BY id LIMIT $2",
                [.integer(last), .integer(Int64(10 * PassStore.step))])
            guard let final = rows.last else { return count }
            last = try final[0]
            for row in rows {
                guard let template = templates[try row[1]] else { continue }
                if (try? template.filled(fromAmong: StoredPass.values(try row[2]))) == nil { count += 1 }
            }
        }
    }
}
