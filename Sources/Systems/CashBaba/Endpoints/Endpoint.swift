import JourneyWire

/// The calls of the service.
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

    /// How a call's values go out.
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

    /// The scope it goes out under; `nil` for the token call, which has that of the flow it is for.
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
        guard let call = WalletCall(rawValue: rawValue) else { preconditionFailure("\(rawValue) has no contract") }
        return call
    }

    /// Whether it only reads, so that it may be sent again. Two calls are GET and do send a code: validating, and asking for
    /// another code. They are none.
    public var isRead: Bool { self == .pinRules || self == .cpqrcStatus }

    /// Whether it moves money or orders something: when its answer is lost, nobody knows whether it did.
    public var isBinding: Bool {
        [.transfer, .payment, .distributorPayment, .cpqrcConfirm, .prepaidCard].contains(self)
    }

    /// Whether it makes a payment or begins one, so that the service may answer that an earlier request has paid.
    var isPayment: Bool {
        [.transfer, .payment, .distributorPayment, .cpqrcValidate, .cpqrcConfirm].contains(self)
    }
}
