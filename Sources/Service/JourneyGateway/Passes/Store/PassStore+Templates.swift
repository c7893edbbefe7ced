package import Foundation
package import JourneyBase
import JourneyServer
import WalletPass

/// Templates and passes: what a changed template means for the passes that there are.
extension PassStore {
    /// How many passes one step takes, so that nobody is kept waiting for long.
    static let step = 100

    /// Says that all passes of a type are others now, as when its template has changed: devices that have them are told, and
    /// asked again get them. How many they are. Each step stands by itself: whoever was stopped between two begins again.
    package func touchType(_ identifier: String, now: Date) async throws(JourneyError) -> Int {
        var (count, last): (Int, String?) = (0, nil)
        while true {
            let serials = try await touch(identifier, after: last, now: now)
            count += serials.count
            guard serials.count == PassStore.step else { return count }
            last = serials.last
        }
    }

    /// The next ones by their numbers, and with the first ones a line of the audit log.
    private func touch(_ type: String, after last: String?, now: Date) async throws(JourneyError) -> [String] {
        try await changing("A pass type") { transaction in
            let moment = SQLValue.integer(PassStore.moment(now))
            guard PassStore.isText(type),
                let row = try await transaction.first("SELECT client FROM pass_type WHERE id = $1", [.text(type)])
            else { throw JourneyError(.recordUnknown, "There is no such pass type.") }
            if last == nil {
                try await PassStore.audit(
                    "type-touched", client: try row[0], detail: type, at: PassStore.moment(now), in: transaction)
            }
            let serials: [String] = try await transaction.query(
                "SELECT serial FROM pass WHERE type = $1 AND serial > $2 ORDER BY serial LIMIT $3",
                [.text(type), .text(last ?? ""), .integer(Int64(PassStore.step))]
            ).map { try $0[0] }
            for serial in serials {
                // Never twice the same moment, so that each state has its own.
                try await transaction.execute(
                    """
                    UPDATE pass SET updated = CASE WHEN updated >= $3 THEN updated + 1 ELSE $3 END
                    WHERE type = $1 AND serial = $2
                    """, [.text(type), .text(serial), moment])
            }
            try await PassUpdateStore.note(serials.map { PassKey(type: type, serial: $0) }, now: now, in: transaction)
            return serials
        }
    }

    /// How many passes of these types lack a value that their template asks for, so that they cannot be made. Throws
    /// `DatabaseError`.
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
