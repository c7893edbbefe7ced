package import Foundation
package import JourneyBase
import JourneyServer

/// An entry of the audit log: the action, its actor and its subject. It contains no token and no pass content.
package struct PassAuditLine: Sendable, Hashable {
    package let moment: Date
    /// `issued`, `bound`, `user-token`, or an administrator's action such as `pass-voided`.
    package let action: String
    package let client: String
    package let user: String?
    /// The type and serial number of the pass.
    package let pass: PassKey?
    package let detail: String?
}

extension PassStore {
    /// Returns the newest entries of the audit log, newest first.
    package func audit(most: Int) async throws(JourneyError) -> [PassAuditLine] {
        try await JourneyError.translating {
            try await database.query(
                """
                SELECT a.moment, a.action, c.name, u.name, p.type, p.serial, a.detail
                FROM pass_audit a JOIN pass_client c ON c.id = a.client LEFT JOIN pass_user u ON u.id = a.api_user
                LEFT JOIN pass p ON p.id = a.pass ORDER BY a.id DESC LIMIT $1
                """, [.integer(Int64(most))]
            ).map { row in
                let (moment, type, serial): (Int64, String?, String?) = (try row[0], try row[4], try row[5])
                return PassAuditLine(
                    moment: PassStore.date(moment), action: try row[1], client: try row[2], user: try row[3],
                    pass: type.flatMap { type in serial.map { PassKey(type: type, serial: $0) } }, detail: try row[6])
            }
        }
    }
}
