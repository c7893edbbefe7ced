import Foundation
import JourneyServer

/// What has changed, in an order that all instances agree on.
extension PassUpdateStore {
    /// A pass's number among the changes of its type, and when it was last another.
    struct Version: Hashable, Sendable {
        let number: Int64
        /// Seconds since 1970, later with each change: two within one second count as two.
        let modified: Int64
    }

    /// Says, within the transaction that made or changed `passes`, that they are others now: devices that have them are
    /// told, and asked again find them.
    ///
    /// The counter of a pass type is taken by one transaction at a time and until its end, so that a number is only ever
    /// seen together with all that are lower. A number is the time in milliseconds, or the next one where that was given out:
    /// a database that was put back from a backup does not give out again what devices have as a tag, as long as a type
    /// changes less than 1,000 times a second and the clock is not set back.
    static func note(
        _ passes: [PassKey], now: Date, in transaction: borrowing Transaction
    ) async throws {
        let seconds = Int64(now.timeIntervalSince1970)
        let milliseconds = SQLValue.integer(PassStore.moment(now))
        // In one order, or two transactions could wait for each other.
        for pass in Set(passes).sorted() {
            let (type, serial) = (SQLValue.text(pass.type), SQLValue.text(pass.serial))
            try await transaction.batch([
                Statement(
                    """
                    INSERT INTO pass_counter (pass_type, value) VALUES ($1, $2)
                    ON CONFLICT (pass_type) DO UPDATE SET value = CASE WHEN pass_counter.value >= excluded.value
                        THEN pass_counter.value + 1 ELSE excluded.value END
                    """, [type, milliseconds]),
                Statement(
                    """
                    INSERT INTO pass_version (pass_type, serial, version, modified)
                    SELECT pass_type, CAST($2 AS TEXT), value, CAST($3 AS BIGINT) FROM pass_counter WHERE pass_type = $1
                    ON CONFLICT (pass_type, serial) DO UPDATE SET
                        version = excluded.version,
                        modified = CASE WHEN pass_version.modified >= excluded.modified
                            THEN pass_version.modified + 1 ELSE excluded.modified END
                    """, [type, serial, .integer(seconds)]),
                // One that waits stays where it stands in its pauses: changes do not make pushes more often. Each time it
                // has a number that it never had: one that is under way is then not all that is to be said.
                Statement(
                    """
                    INSERT INTO pass_push (pass_type, device, change, due, attempts, created)
                    SELECT r.pass_type, r.device, c.value, CAST($3 AS BIGINT), 0, CAST($3 AS BIGINT)
                    FROM pass_registration r JOIN pass_counter c ON c.pass_type = r.pass_type
                    WHERE r.pass_type = $1 AND r.serial = $2
                    ON CONFLICT (pass_type, device) DO UPDATE SET
                        change = CASE WHEN pass_push.change >= excluded.change
                            THEN pass_push.change + 1 ELSE excluded.change END,
                        created = excluded.created
                    """, [type, serial, milliseconds]),
            ])
        }
    }

    /// The version of a pass; `nil` for one whose making nobody has noted.
    func version(of pass: PassKey) async throws -> Version? {
        try await database.first(
            "SELECT version, modified FROM pass_version WHERE pass_type = $1 AND serial = $2",
            [.text(pass.type), .text(pass.serial)]
        )
        .map { Version(number: try $0["version"], modified: try $0["modified"]) }
    }
}
