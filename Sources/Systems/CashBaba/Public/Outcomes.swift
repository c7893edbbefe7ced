/// The result of a successful flow, by flow.
public enum OnSuccessModel: Hashable, Sendable {
    case setPin(BaseResponse)
    case changePin(BaseResponse)
    case forgetPin(BaseResponse)
    case transfer(TransferResponse)
    case payment(PaymentResponse)
    case distributorPayment(PaymentResponse)
    case cpqrc(CpqrcValidationResponse)
    case applyPrepaidCard(BaseResponse)
}

extension OnSuccessModel {
    // The published model's properties: exactly one is set.
    public var setPinResponse: BaseResponse? { if case .setPin(let response) = self { response } else { nil } }
    public var changePinResponse: BaseResponse? { if case .changePin(let response) = self { response } else { nil } }
    public var forgetPinResponse: BaseResponse? { if case .forgetPin(let response) = self { response } else { nil } }
    public var transferResponse: TransferResponse? { if case .transfer(let response) = self { response } else { nil } }
    public var paymentResponse: PaymentResponse? { if case .payment(let response) = self { response } else { nil } }
    public var distributorPaymentResponse: PaymentResponse? {
        if case .distributorPayment(let response) = self { response } else { nil }
    }
    public var cpqrcResponse: CpqrcValidationResponse? { if case .cpqrc(let response) = self { response } else { nil } }
    public var applyPrepaidCardResponse: BaseResponse? {
        if case .applyPrepaidCard(let response) = self { response } else { nil }
    }
}

extension OnSuccessModel {
    /// `true` if an earlier request has paid, so that this flow moved nothing. The response is that of the earlier payment.
    public var isAlreadyPaid: Bool {
        switch self {
        case .transfer(let response): response.data.isAlreadyPaid
        case .payment(let response), .distributorPayment(let response): response.data.isAlreadyPaid
        case .cpqrc(let response): response.data.isAlreadyPaid
        case .setPin, .changePin, .forgetPin, .applyPrepaidCard: false
        }
    }
}

/// The failure of a flow.
public struct OnFailedModel: Hashable, Sendable {
    /// A text for the user, in the language of the presentation.
    public var errorMessage: String
    /// The error, for the host's decisions.
    public var error: SDKError

    public init(errorMessage: String, error: SDKError) {
        self.errorMessage = errorMessage
        self.error = error
    }
}
