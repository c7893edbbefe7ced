import JourneyBase
import JourneyServer
import JourneyWire

/// A bill: its amount, recipient and fee.
struct Bill {
    let reference: String
    let merchant: String
    let amount: Int64
    let fee: Int64
    let needsFace: Bool
    let expires: Int64
    /// Its transaction with status, if any.
    let movement: (id: String, status: String)?

    init(_ row: Row) throws(DatabaseError) {
        reference = try row["reference"]
        merchant = try row["merchant"]
        amount = try row["amount"]
        fee = try row["fee"]
        needsFace = try row["needs_face"]
        expires = try row["expires"]
        let (id, status): (String?, String?) = (try row["id"], try row["status"])
        movement = id.flatMap { id in status.map { (id, $0) } }
    }
}

extension Wallet {
    /// Returns the customer's bill of `kind`.
    func bill(
        _ reference: String, _ kind: String, of customer: String, in transaction: borrowing Transaction
    ) async throws -> Bill? {
        try await transaction.first(
            """
            SELECT bill.*, movement.id, movement.status FROM bill LEFT JOIN movement ON movement.bill = bill.reference
            WHERE bill.reference = $1 AND bill.kind = $2 AND bill.customer = $3
            """, [.text(reference), .text(kind), .text(customer)]
        ).map(Bill.init)
    }

    func balance(of account: String, in transaction: borrowing Transaction) async throws -> Int64 {
        try await transaction.first("SELECT balance FROM account WHERE id = $1", [.text(account)])?["balance"] ?? 0
    }

    /// Transfers `amount` to `receiver` and `fee` to the wallet, or returns an error if the balance is too low.
    func move(
        _ amount: Int64, fee: Int64, from customer: String, to receiver: String, movement: String,
        in transaction: borrowing Transaction
    ) async throws -> WalletError? {
        guard try await balance(of: customer, in: transaction) >= amount + fee else { return .balanceShort }
        for (account, change) in [(customer, -amount - fee), (receiver, amount), (Wallet.fees, fee)] where change != 0 {
            try await transaction.execute(
                "INSERT INTO wallet_entry VALUES ($1, $2, $3)", [.text(movement), .text(account), .integer(change)])
            try await transaction.execute(
                "UPDATE account SET balance = balance + $2 WHERE id = $1", [.text(account), .integer(change)])
        }
        return nil
    }

    /// Records a transaction under a new identifier.
    func recordMovement(
        _ status: String, bill: String?, of customer: String, in transaction: borrowing Transaction
    ) async throws -> String {
        let id = "txn_\(dependencies.identifier())"
        try await transaction.execute(
            "INSERT INTO movement VALUES ($1, $2, $3, $4, $5)",
            [.text(id), .text(customer), bill.map { .text($0) } ?? .null, .text(status), .integer(now)])
        return id
    }

    func transfer(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        guard let pin = pin(call.form[.pin]) else { return .failure(.malformed) }
        let account = try await transaction.first(
            "SELECT token FROM bank_account WHERE token = $1 AND customer = $2",
            [.text(call.form[.bankToken]), .text(call.customer)])
        guard account != nil else { return .failure(.bankUnknown) }
        guard let amount = Wallet.poisha(call.form[.transactionAmount]), (1_000...5_000_000).contains(amount) else {
            return .failure(.amountWrong)
        }
        if let fault = try await check(pin, of: call.customer, in: transaction) { return .failure(fault) }
        guard try await balance(of: call.customer, in: transaction) >= amount + Wallet.transferFee else {
            return .failure(.balanceShort)
        }
        let id = try await recordMovement(WalletTransaction.authorized, bill: nil, of: call.customer, in: transaction)
        if let fault = try await move(
            amount, fee: Wallet.transferFee, from: call.customer, to: Wallet.banks, movement: id, in: transaction)
        {
            return .failure(fault)
        }
        return .success(WalletTransaction(id, message: WalletTransaction.authorized, status: WireJSON(1)).json)
    }

    /// The fee of a transfer to a bank, ৳10.00, in poisha.
    package static let transferFee: Int64 = 1_000

    func pay(_ kind: String, _ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        guard let pin = pin(call.form[.pin]) else { return .failure(.malformed) }
        let found = try await bill(call.form[.paymentReference], kind, of: call.customer, in: transaction)
        guard let bill = found else { return .failure(.referenceUnknown) }
        if let paid = bill.movement { return .failure(.referenceUsed.with(receipt(bill, paid).json)) }
        guard now < bill.expires else { return .failure(.referenceExpired) }
        if let fault = try await check(pin, of: call.customer, in: transaction) { return .failure(fault) }
        guard try await balance(of: call.customer, in: transaction) >= bill.amount + bill.fee else {
            return .failure(.balanceShort)
        }
        let id = try await recordMovement(
            WalletTransaction.authorized, bill: bill.reference, of: call.customer, in: transaction)
        if let fault = try await move(
            bill.amount, fee: bill.fee, from: call.customer, to: bill.merchant, movement: id, in: transaction)
        {
            return .failure(fault)
        }
        var answer = receipt(bill, (id, WalletTransaction.authorized))
        answer.availableBalance = WireNumber(Wallet.taka(try await balance(of: call.customer, in: transaction)))
        return .success(answer.json)
    }

    /// Returns the receipt of a payment. A second payment of the same bill gets the first one's receipt without the balance,
    /// because no PIN was checked.
    private func receipt(_ bill: Bill, _ paid: (id: String, status: String)) -> WalletPayment {
        WalletPayment(
            paid.id, of: bill.reference, status: paid.status, amount: WireNumber(Wallet.taka(bill.amount)),
            fee: WireNumber(Wallet.taka(bill.fee)), total: WireNumber(Wallet.taka(bill.amount + bill.fee)))
    }

    /// The cards that can be ordered, and below them the promotions.
    static let cards: Set<String> = ["CARD-CLASSIC", "CARD-STUDENT"]
    static let promotions: Set<String> = ["EID"]

    func orderCard(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        guard let pin = pin(call.form[.pin]), !call.form[.contactAddress].isEmpty else { return .failure(.malformed) }
        let (product, promotion) = (call.form[.productCode], call.form[.promoCode])
        guard Wallet.cards.contains(product) else { return .failure(.productUnknown) }
        guard promotion.isEmpty || Wallet.promotions.contains(promotion) else { return .failure(.promotionUnknown) }
        let earlier = try await transaction.first(
            "SELECT product FROM card_order WHERE customer = $1 AND product = $2",
            [.text(call.customer), .text(product)])
        guard earlier == nil else { return .failure(.cardOrdered) }
        if let fault = try await check(pin, of: call.customer, in: transaction) { return .failure(fault) }
        try await transaction.execute(
            "INSERT INTO card_order VALUES ($1, $2, $3, $4, $5)",
            [
                .text(call.customer), .text(product), .text(call.form[.contactAddress]),
                promotion.isEmpty ? .null : .text(promotion), .integer(now),
            ])
        return .success(nil)
    }
}
