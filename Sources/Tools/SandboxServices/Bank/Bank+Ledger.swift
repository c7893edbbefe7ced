public import JourneyBase
import JourneyServer

extension Bank {
    /// One transfer as it stands in the books, with what surrounds it, for people who look: a demo, a test.
    public struct Record: Hashable, Sendable {
        public var reference: String
        public var status: String
        public var payee: String
        /// Of the payee, such as `04-00-04 12345678`.
        public var account: String
        /// Minor units.
        public var amount: Int64
        public var fee: Int64
        public var currency: String
        /// In UTC, as ISO 8601.
        public var created: String
        /// The sum of its entries in all accounts: zero, or money was made.
        public var balance: Int64
        /// What the customer's account lost, in minor units.
        public var debited: Int64
        /// What the customer approved, as the bank has checked it: a compact JWS.
        public var approval: String
    }

    /// Every transfer, the oldest first. Throws `JourneyError` with one of the store's codes.
    public func records() async throws(JourneyError) -> [Record] {
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
