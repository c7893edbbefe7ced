/// The header fields of the wallet's calls, besides `Authorization`.
package enum WalletHeader {
    package static let language = "lang"
    package static let scope = "scope"
    /// The customer's token.
    package static let token = "w-token"
}

/// The scopes of tokens and calls, as in the header. For QR payments, the token has the scope `payment`, the calls `transaction`.
package enum WalletScope: String, Sendable, CaseIterable {
    case pinManagement = "PinManagement"
    case payment = "Payment"
    case transaction = "Transaction"
    case linkBank = "LinkBank"
    case cardIssue = "CardIssue"
}
