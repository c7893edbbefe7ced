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
    }

    /// Every transfer, the oldest first. Throws `STORE_FAILED`.
    public func records() throws(JourneyError) -> [Record] {
        try database.read { transaction throws(JourneyError) in
            let rows = try transaction.rows(
                """
                SELECT t.reference, t.status, t.created, p.name, p.sort_code, p.number, q.amount, q.fee, q.currency,
                    (SELECT coalesce(sum(e.amount), 0) FROM entry e WHERE e.transfer = t.reference) AS balance,
                    (SELECT -coalesce(sum(e.amount), 0) FROM entry e JOIN account a ON a.id = e.account
                        WHERE e.transfer = t.reference AND a.customer = t.customer) AS debited
                FROM transfer t JOIN quote q ON q.id = t.quote JOIN payee p ON p.id = q.payee
                ORDER BY t.created, t.reference
                """)
            return rows.compactMap { row in
                guard let reference = row.text("reference"), let status = row.text("status"),
                    let created = row.integer("created"), let payee = row.text("name"),
                    let code = row.text("sort_code"), let number = row.text("number"),
                    let amount = row.integer("amount"), let fee = row.integer("fee"),
                    let currency = row.text("currency")
                else { return nil }
                return Record(
                    reference: reference, status: status, payee: payee,
                    account: "\(Bank.text(ofSortCode: code).string ?? code) \(number)", amount: amount, fee: fee,
                    currency: currency, created: Bank.text(ofMoment: created).string ?? "",
                    balance: row.integer("balance") ?? .max, debited: row.integer("debited") ?? .max)
            }
        }
    }
}
