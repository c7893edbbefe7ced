package import JourneyBase
import JourneyServer

extension Bank {
    /// A transfer in the ledger with its context, for demos and tests.
    package struct Record: Hashable, Sendable {
        package var reference: String
        package var status: String
        package var payee: String
        /// The payee's account, such as `04-00-04 12345678`.
        package var account: String
        /// The amount in minor units.
        package var amount: Int64
        package var fee: Int64
        package var currency: String
        /// The creation time in UTC, as ISO 8601.
        package var created: String
        /// The sum of its entries over all accounts: always zero in a balanced ledger.
        package var balance: Int64
        /// The amount debited from the customer's account, in minor units.
        package var debited: Int64
        /// The customer's verified approval: a compact JWS.
        package var approval: String
    }

    /// Returns all transfers, oldest first. Throws `JourneyError` with one of the store's codes.
    package func records() async throws(JourneyError) -> [Record] {
        try await JourneyError.translating {
            try await database.read { transaction in
                let rows = try await transaction.query(
                    """
                    SELECT t.reference, t.status, t.created, p.name, p.sort_code, p.number, q.amount, q.fee, q.currency, v.proof,
                        (SELECT CAST(coalesce(sum(e.amount), 0) AS BIGINT) FROM entry e WHERE e.transfer = t.reference) AS balance,
                        (SELECT CAST(-coalesce(sum(e.amount), 0) AS BIGINT) FROM entry e JOIN account a ON a.id = e.account
                            WHERE e.transfer = t.reference AND a.customer = t.customer) AS debited
                    FROM transfer t JOIN quote q ON q.id = t.quote JOIN payee p ON p.id = q.payee
                        JOIN approval v ON v.quote = q.id
                    ORDER BY t.created, t.reference
                    """)
                return try rows.map { row in
                    let (code, number): (String, String) = (try row["sort_code"], try row["number"])
                    return Record(
                        reference: try row["reference"], status: try row["status"], payee: try row["name"],
                        account: "\(Bank.text(ofSortCode: code).string ?? code) \(number)", amount: try row["amount"],
                        fee: try row["fee"], currency: try row["currency"],
                        created: Bank.date(ofMoment: try row["created"]), balance: try row["balance"],
                        debited: try row["debited"], approval: try row["proof"])
                }
            }
        }
    }
}
