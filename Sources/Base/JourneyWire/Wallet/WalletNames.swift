/// The headers of the wallet's calls, beside `Authorization`.
package enum WalletHeader {
    package static let language = "lang"
    package static let scope = "scope"
    /// The customer's token.
    package static let token = "w-token"
}

/// The scopes of tokens and calls, as the header has them. Payments by QR code have their token under `payment` and their calls
/// under `transaction`.
package enum WalletScope: String, Sendable {
    case pinManagement = "PinManagement"
    case payment = "Payment"
    case transaction = "Transaction"
    case linkBank = "LinkBank"
    case cardIssue = "CardIssue"
}
