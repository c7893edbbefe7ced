import JourneyBase

/// A customer of every sandbox's wallet.
package struct WalletUser: Hashable, Sendable {
    package let id: String
    let name: String
    /// The phone number for codes.
    package let phone: String
    /// The last four digits of the national ID.
    let nationalID: String
    /// The date of birth, `yyyy-MM-dd`.
    let birthDate: String
    /// The initial balance in poisha.
    let balance: Int64
    /// The initial PIN; `nil` for none.
    let pin: String?
    /// The linked bank accounts with token and name.
    let bankAccounts: [(token: String, name: String)]
    let bills: [WalletBill]

    package init(
        id: String, name: String, phone: String, nationalID: String, birthDate: String, balance: Int64, pin: String?,
        bankAccounts: [(token: String, name: String)], bills: [WalletBill]
    ) {
        self.id = id
        self.name = name
        self.phone = phone
        self.nationalID = nationalID
        self.birthDate = birthDate
        self.balance = balance
        self.pin = pin
        self.bankAccounts = bankAccounts
        self.bills = bills
    }

    /// A new customer and one with a PIN.
    package static let all = [
        WalletUser(
            id: "wallet-1", name: "Rowshan Ara", phone: "01700000021", nationalID: "4321", birthDate: "1990-02-28",
            balance: 2_500_000, pin: nil,
            bankAccounts: [("bank-1", "Meghna Bank •••• 77"), ("bank-2", "Surma Bank •••• 02")],
            bills: [
                WalletBill("PAY-1", .payment, amount: 125_050), WalletBill("PAY-2", .payment, amount: 40_000, fee: 500),
                WalletBill("PAY-DEAR", .payment, amount: 9_900_000), WalletBill("PAY-OLD", .payment, isOver: true),
                WalletBill("DIST-1", .distributor, amount: 1_000_000, fee: 1_000),
                WalletBill("QR-1", .qr, amount: 18_000), WalletBill("QR-FACE", .qr, amount: 600_000, needsFace: true),
                WalletBill("QR-OLD", .qr, isOver: true),
            ]),
        WalletUser(
            id: "wallet-2", name: "Tanvir Hasan", phone: "01700000022", nationalID: "8765", birthDate: "1985-11-03",
            balance: 1_800_000, pin: "24680", bankAccounts: [("bank-3", "Jamuna Bank •••• 19")],
            bills: [
                WalletBill("PAY-3", .payment, amount: 89_900, fee: 500),
                WalletBill("DIST-3", .distributor, amount: 750_000, fee: 1_000),
                WalletBill("QR-3", .qr, amount: 32_500), WalletBill("QR-3-FACE", .qr, amount: 900_000, needsFace: true),
            ]),
    ]

    package static func == (one: WalletUser, other: WalletUser) -> Bool { one.id == other.id }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

/// A bill that the wallet starts with.
package struct WalletBill: Hashable, Sendable {
    package enum Kind: String { case payment, distributor, qr }

    let reference: String
    let kind: Kind
    /// The amount in poisha.
    let amount: Int64
    let fee: Int64
    let needsFace: Bool
    /// `true` if the bill has already expired.
    let isOver: Bool

    package init(
        _ reference: String, _ kind: Kind, amount: Int64 = 100, fee: Int64 = 0, needsFace: Bool = false,
        isOver: Bool = false
    ) {
        self.reference = reference
        self.kind = kind
        self.amount = amount
        self.fee = fee
        self.needsFace = needsFace
        self.isOver = isOver
    }

    /// The recipient's account.
    var merchant: String {
        switch kind {
        case .payment: "shop"
        case .distributor: "depot"
        case .qr: "cafe"
        }
    }
}
