/// The calls of the wallet service. The raw value names the call in logs, errors and documents.
package enum WalletCall: String, CaseIterable, Sendable {
    case clientToken
    case setPinOTP, setPinOTPVerify, setPin, pinRules, changePin
    case forgotPin, forgotPinOTPVerify, forgotPinOTPResend, resetPin
    case transfer, payment, distributorPayment
    case cpqrcValidate, cpqrcConfirm, cpqrcStatus, cpqrcResendOTP
    case prepaidCard

    /// The encoding of a call's values.
    package enum Shape: Sendable {
        /// GET, with at most a reference in the path.
        case get
        /// POST of `application/x-www-form-urlencoded`.
        case form
        /// POST of `multipart/form-data`.
        case multipart
    }

    /// The placeholder for a call's reference in its path.
    package static let reference = "{reference}"

    package var shape: Shape { contract.shape }
    /// The path below the service's base URL, without a leading slash.
    package var path: String { contract.path }
    /// The scope in the call's header; `nil` for the token call, which uses that of its flow.
    package var scope: WalletScope? { contract.scope }

    /// The field of the one-time code, which the service names in two ways.
    package var otpField: WalletField? {
        switch self {
        case .setPinOTPVerify, .forgotPinOTPVerify: .otp
        case .cpqrcConfirm: .transactionOTP
        default: nil
        }
    }

    private var contract: (shape: Shape, path: String, scope: WalletScope?) {
        switch self {
        case .clientToken: (.form, "v1/connect/token", nil)
        case .setPinOTP: (.form, "v1/profile/otpsend", .pinManagement)
        case .setPinOTPVerify: (.form, "v1/profile/otpverify", .pinManagement)
        case .setPin: (.form, "v1/profile/pinset", .pinManagement)
        case .pinRules: (.get, "v1/profile/pinvalidationrules", .pinManagement)
        case .changePin: (.form, "v1/profile/pinchange", .pinManagement)
        case .forgotPin: (.form, "v1/profile/forgetpin", .pinManagement)
        case .forgotPinOTPVerify: (.form, "v1/profile/forgetpinotpverify", .pinManagement)
        case .forgotPinOTPResend: (.form, "v1/profile/forgetpinotpresend", .pinManagement)
        case .resetPin: (.form, "v1/profile/resetpin", .pinManagement)
        case .transfer: (.form, "v1/Transaction/WithdrawMoneyToBank", .linkBank)
        case .payment: (.form, "v1/transaction/paymentconfirm", .payment)
        case .distributorPayment: (.form, "v1/transaction/MerchantDistributorPaymentConfirm", .payment)
        case .cpqrcValidate: (.get, "v1/transaction/CPQRCPaymentValidation/{reference}", .transaction)
        case .cpqrcConfirm: (.multipart, "v1/transaction/CPQRCPaymentConfirm", .transaction)
        case .cpqrcStatus: (.get, "v1/transaction/CPQRCPaymentStatus/{reference}", .transaction)
        case .cpqrcResendOTP: (.get, "v1/transaction/ResendTransactionOTP/{reference}", .transaction)
        case .prepaidCard: (.form, "v1/transaction/bankcardissuingrequest", .cardIssue)
        }
    }
}
