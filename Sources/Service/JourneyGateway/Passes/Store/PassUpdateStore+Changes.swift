import Foundation
import JourneyServer

/// Changes of passes, in an order shared by all processes.
extension PassUpdateStore {
    /// A pass's position among the changes of its type, and the time of its last change.
    struct Version: Hashable, Sendable {
        let number: Int64
        /// Seconds since 1970, increased by every change: two changes within one second count as two.
        let modified: Int64
    }

    /// Records changed `passes` within the transaction that changes them. Devices with a pass are notified and find the change.
    ///
    /// A transaction holds the counter of a pass type until its end, so a number becomes visible only together with all lower
    /// ones. A number is the time in milliseconds, or the previous number plus one if that is higher. Tags held by devices
    /// therefore stay ahead of a database restored from a backup, unless a type changes more than 1,000 times a second or the
    /// clock is set back.
    static func recordChange(
        _ passes: [PassKey], now: Date, in transaction: borrowing Transaction
    ) async throws {
        let seconds = Int64(now.timeIntervalSince1970)
        let milliseconds = SQLValue.integer(PassStore.moment(now))
        // In a fixed order, so that two transactions can't deadlock.
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
                // A waiting push keeps its due time, so changes don't make pushes more frequent. Its number is always new, so
                // that completing a push in progress doesn't discard it.
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

    /// Returns the version of a pass; `nil` for one whose creation was never recorded.
    func version(of pass: PassKey) async throws -> Version? {
        try await database.first(
            "SELECT version, modified FROM pass_version WHERE pass_type = $1 AND serial = $2",
            [.text(pass.type), .text(pass.serial)]
        )
        .map { Version(number: try $0["version"], modified: try $0["modified"]) }
    }
}
