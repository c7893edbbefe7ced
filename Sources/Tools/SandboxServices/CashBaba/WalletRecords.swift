package import JourneyBase
package import JourneyServer

/// The records of a wallet, for checks of what a flow has changed. Read-only, without keys.
package struct WalletRecords: Sendable {
    /// What stands there about a customer.
    package struct Person: Sendable, Hashable {
        /// Wrong PINs since the last right one.
        package let failures: Int64
        /// In poisha.
        package let balance: Int64
        /// The oldest first.
        package let movements: [MoneyTransfer]
        /// Products of the cards that were ordered.
        package let cards: [String]
        /// Salt and digest of the PIN; both `nil` while there is none.
        let salt: [UInt8]?
        let digest: [UInt8]?
        package var hasPin: Bool { digest != nil }

        /// Whether `digits` are the PIN.
        package func hasPin(_ digits: String) -> Bool {
            guard let salt, let digest else { return false }
            return Wallet.digest(Secret(copying: digits.utf8), salt: salt).hasSameBytes(as: Secret(copying: digest))
        }
    }

    /// Money that was moved, or is about to be.
    package struct MoneyTransfer: Sendable, Hashable {
        package let id: String
        /// The bill's; `nil` for a transfer.
        package let reference: String?
        package let status: String
        /// What left the customer's account, with the fee, in poisha.
        package let amount: Int64
    }

    private let database: Database

    /// The records of a wallet in this process.
    package init(of wallet: Wallet) { database = wallet.database }

    /// Opens the records at `place`. Throws `JourneyError` with one of the store's codes.
    package init(_ place: DatabaseLocation) async throws(JourneyError) {
        database = try await JourneyError.translating { try await Database.open(place) }
    }

    /// What stands there about `id`; `nil` for nobody.
    package func person(_ id: String) async throws(JourneyError) -> Person? {
        try await JourneyError.translating {
            try await database.read { transaction -> Person? in
                let row = try await transaction.first(
                    """
                    SELECT salt, pin, failures, balance
                    FROM customer JOIN account ON account.id = customer.id WHERE customer.id = $1
                    """, [.text(id)])
                guard let row else { return nil }
                let movements = try await transaction.query(
                    """
                    SELECT id, bill, status, coalesce((SELECT -amount FROM wallet_entry
                        WHERE movement = movement.id AND account = movement.customer), 0) AS amount
                    FROM movement WHERE customer = $1 ORDER BY created, id
                    """, [.text(id)])
                let cards = try await transaction.query(
                    "SELECT product FROM card_order WHERE customer = $1 ORDER BY created, product", [.text(id)])
                let (salt, digest): ([UInt8]?, [UInt8]?) = (try row["salt"], try row["pin"])
                return Person(
                    failures: try row["failures"], balance: try row["balance"],
                    movements: try movements.map {
                        MoneyTransfer(
                            id: try $0["id"], reference: try $0["bill"], status: try $0["status"],
                            amount: try $0["amount"])
                    }, cards: try cards.map { try $0["product"] },
                    salt: salt, digest: digest)
            }
        }
    }
}
