package import JourneyBase
import JourneyServer
package import SandboxServices

extension Bank {
    /// The record of an application, for demos and tests.
    package struct ApplicationRecord: Hashable, Sendable {
        package var reference: String
        package var status: String
        package var product: String
        /// The creation time in UTC, as ISO 8601.
        package var created: String
        package var accountNumber: String?
        /// The balance of the opened account, in minor units.
        package var balance: Int64?
        /// `true` if the stored document is the sandbox's specimen.
        package var documentIsWhole: Bool
    }

    /// Returns all applications, oldest first. Throws `JourneyError` with one of the store's codes.
    package func applicationRecords() async throws(JourneyError) -> [ApplicationRecord] {
        let specimen = SandboxJourneys.specimenDocument
        return try await JourneyError.translating {
            try await database.read { transaction in
                let rows = try await transaction.query(
                    """
                    SELECT a.reference, a.status, a.product, a.created, account.number, account.balance, d.content
                    FROM application a LEFT JOIN account ON account.id = a.account
                        LEFT JOIN document d ON d.application = a.id
                    ORDER BY a.created, a.reference
                    """)
                return try rows.map { row in
                    let content: [UInt8]? = try row["content"]
                    return ApplicationRecord(
                        reference: try row["reference"], status: try row["status"], product: try row["product"],
                        created: Bank.date(ofMoment: try row["created"]),
                        accountNumber: try row["number"], balance: try row["balance"],
                        documentIsWhole: content != nil && content == specimen)
                }
            }
        }
    }
}
