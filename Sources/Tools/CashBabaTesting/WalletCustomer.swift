/// Somebody with a wallet in a `WalletSandbox`.
public struct WalletCustomer: Hashable, Sendable {
    /// The wallet's token, which the host's server gives to its app.
    public var token: String
    /// `nil` for one who has set none yet.
    public var pin: String?
    /// The last four digits.
    public var nationalID: String
    /// `yyyy-MM-dd`.
    public var birthDate: String
    /// In poisha, a hundredth of a taka.
    public var balance: Int64
    /// What they can pay, by reference.
    public var bills: [String: WalletBill]
    /// The tokens of their bank accounts.
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

/// Something to pay.
public struct WalletBill: Hashable, Sendable {
    public enum Kind: Hashable, Sendable { case payment, distributor, qr }

    public var kind: Kind
    /// In poisha, both.
    public var amount: Int64
    public var fee: Int64
    /// Whether two pictures of a face are asked for.
    public var needsFace: Bool
    /// Whether it can be paid no more, because its time has passed.
    public var isOver: Bool

    public init(_ kind: Kind, amount: Int64, fee: Int64 = 0, needsFace: Bool = false, isOver: Bool = false) {
        self.kind = kind
        self.amount = amount
        self.fee = fee
        self.needsFace = needsFace
        self.isOver = isOver
    }
}
