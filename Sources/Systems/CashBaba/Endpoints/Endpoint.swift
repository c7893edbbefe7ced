import JourneyWire

/// The endpoints of the service.
public enum Endpoint: String, Hashable, Sendable, CaseIterable {
    case clientToken
    case setPinOTP, setPinOTPVerify, setPin
    case pinRules
    case changePin
    case forgotPin, forgotPinOTPVerify, forgotPinOTPResend, resetPin
    case transfer
    case payment, distributorPayment
    case cpqrcValidate, cpqrcConfirm, cpqrcStatus, cpqrcResendOTP
    case prepaidCard

    /// The encoding of a request's values.
    public enum Shape: Hashable, Sendable {
        /// GET, with at most a reference in the path.
        case get
        /// POST of `application/x-www-form-urlencoded`.
        case form
        /// POST of `multipart/form-data`.
        case multipart
    }

    public var shape: Shape {
        switch call.shape {
        case .get: .get
        case .form: .form
        case .multipart: .multipart
        }
    }

    /// The scope of the call; `nil` for the token call, which has the scope of the flow it is for.
    public var scope: Scope? {
        switch call.scope {
        case .pinManagement: .pinSet
        case .linkBank: .linkBank
        case .payment, .transaction: .transaction
        case .cardIssue: .cardIssue
        case nil: nil
        }
    }

    /// The contract of the call.
    var call: WalletCall {
        guard let call = WalletCall(rawValue: rawValue) else {
            preconditionFailure("the endpoint \(rawValue) has no WalletCall")
        }
        return call
    }

    /// `true` if the call only reads, so that it may be repeated.
    ///
    /// Validating a QR payment and requesting another code are GET requests too, but they send a code. They are not reads.
    public var isRead: Bool { self == .pinRules || self == .cpqrcStatus }

    /// `true` if the call moves money or places an order, so that a lost response leaves its effect unknown.
    public var isBinding: Bool {
        [.transfer, .payment, .distributorPayment, .cpqrcConfirm, .prepaidCard].contains(self)
    }

    /// `true` if the call makes or starts a payment. The service may answer it with an earlier request's payment.
    var isPayment: Bool {
        [.transfer, .payment, .distributorPayment, .cpqrcValidate, .cpqrcConfirm].contains(self)
    }
}
