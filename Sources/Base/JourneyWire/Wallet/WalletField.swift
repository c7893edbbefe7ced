package import JourneyBase

/// The fields of the wallet's forms.
package enum WalletField: String, Sendable, CaseIterable {
    case language = "lang"
    case grantType = "grant_type"
    case clientID = "client_id"
    case clientSecret = "client_secret"
    case pin = "Pin"
    case confirmPin = "ConfirmPin"
    case oldPin = "OldPin"
    case nationalID = "NationalId"
    case dateOfBirth = "DateOfBirth"
    case identifier = "Identifier"
    case otp = "OTP"
    case bankToken = "BankTokenNo"
    case transactionAmount = "TransactionAmount"
    case purpose = "Purpose"
    case paymentReference = "PaymentReference"
    case transactionID = "TransactionId"
    case transactionOTP = "Otp"
    case smileImage = "SmileImage"
    case blinkImage = "BlinkImage"
    case contactAddress = "ContactAddress"
    case productCode = "ProductCode"
    case promoCode = "PromoCode"

    /// The grant type of the token call (RFC 6749, section 4.4).
    package static let clientCredentials = "client_credentials"
}

extension FormBody.Entry {
    /// Creates an entry of a wallet form.
    package init(_ field: WalletField, _ value: String) { self.init(field.rawValue, value) }
}
