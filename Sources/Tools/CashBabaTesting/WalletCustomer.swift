/// A customer of a `WalletSandbox`.
public struct WalletCustomer: Hashable, Sendable {
    /// The wallet token, which the host's server passes to its app.
    public var token: String
    /// The PIN; `nil` if none is set yet.
    public var pin: String?
    /// The last four digits of the national id.
    public var nationalID: String
    /// The date of birth, as `yyyy-MM-dd`.
    public var birthDate: String
    /// The balance in poisha, a hundredth of a taka.
    public var balance: Int64
    /// The bills that the customer can pay, by reference.
    public var bills: [String: WalletBill]
    /// The tokens of the customer's bank accounts.
    public var bankAccounts: Set<String>

    public init(
        token: String = "wallet-token", pin: String? = "24680", nationalID: String = "8765",
        birthDate: String = "1985-11-03", balance: Int64 = 1_800_000,
        bills: [String: WalletBill] = [
            "PAY-1": WalletBill(.payment, amount: 89_900, fee: 500),
            "DIST-1": WalletBill(.distributor, amount: 750_000),
            "QR-1": WalletBill(.qr, amount: 32_500), "QR-FACE": WalletBill(.qr, amount: 900_000, needsFace: true),
        ], bankAccounts: Set<String> = ["bank-1"]
    ) {
        self.token = token
        self.pin = pin
        self.nationalID = nationalID
        self.birthDate = birthDate
        self.balance = balance
        self.bills = bills
        self.bankAccounts = bankAccounts
    }
}

/// A bill.
public struct WalletBill: Hashable, Sendable {
    /// The kinds of bills.
    public enum Kind: Hashable, Sendable { case payment, distributor, qr }

    public var kind: Kind
    /// The amount, in poisha.
    public var amount: Int64
    /// The fee, in poisha.
    public var fee: Int64
    /// `true` if the payment requires two pictures of a face.
    public var needsFace: Bool
    /// `true` if the bill has expired.
    public var isOver: Bool

    public init(_ kind: Kind, amount: Int64, fee: Int64 = 0, needsFace: Bool = false, isOver: Bool = false) {
        self.kind = kind
        self.amount = amount
        self.fee = fee
        self.needsFace = needsFace
        self.isOver = isOver
    }
}
