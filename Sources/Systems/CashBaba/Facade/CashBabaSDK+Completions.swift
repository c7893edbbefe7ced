public import Foundation
public import JourneyBase

/// The calls with completion handlers, which are called on the main actor.
extension CashBabaSDK {
    public typealias Completion<Value> = @MainActor @Sendable (Result<Value, SDKError>) -> Void

    /// Makes `call` and passes its result to `completion` on the main actor.
    private func complete<Value: Sendable, each Argument: Sendable>(
        _ completion: @escaping Completion<Value>,
        _ call: @escaping @Sendable (repeat each Argument) async throws(SDKError) -> Value,
        _ arguments: repeat each Argument
    ) {
        Task {
            await completion(outcome { () throws(SDKError) in try await call(repeat each arguments) })
        }
    }

    public func clientVerification(
        clientId: String, clientSecret: HostSecret, wToken: HostSecret? = nil,
        completion: @escaping Completion<TokenResponse>
    ) {
        complete(completion, clientVerification(clientId:clientSecret:wToken:), clientId, clientSecret, wToken)
    }

    public func getSetPinOTP(wToken: HostSecret? = nil, completion: @escaping Completion<OtpSendResponse>) {
        complete(completion, getSetPinOTP(wToken:), wToken)
    }

    public func verifySetPinOTP(otp: String, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>)
    {
        complete(completion, verifySetPinOTP(otp:wToken:), otp, wToken)
    }

    public func setPIN(
        pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion, setPIN(pin:confirmPin:wToken:), pin, confirmPin, wToken)
    }

    public func getPinRules(wToken: HostSecret? = nil, completion: @escaping Completion<PinRulesResponse>) {
        complete(completion, getPinRules(wToken:), wToken)
    }

    public func changePIN(
        oldPin: Secret, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion, changePIN(oldPin:pin:confirmPin:wToken:), oldPin, pin, confirmPin, wToken)
    }

    public func forgotPIN(
        nationalId: String, dateOfBirth: String, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion, forgotPIN(nationalId:dateOfBirth:wToken:), nationalId, dateOfBirth, wToken)
    }

    public func forgotPinOTPVerify(
        otp: String, wToken: HostSecret? = nil, completion: @escaping Completion<ForgetPinVerifyResponse>
    ) {
        complete(completion, forgotPinOTPVerify(otp:wToken:), otp, wToken)
    }

    public func forgotPinOTPResend(wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>) {
        complete(completion, forgotPinOTPResend(wToken:), wToken)
    }

    public func resetPIN(
        identifier: String, pin: Secret, confirmPin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion, resetPIN(identifier:pin:confirmPin:wToken:), identifier, pin, confirmPin, wToken)
    }

    public func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String, wToken: HostSecret? = nil,
        completion: @escaping Completion<TransferResponse>
    ) {
        complete(
            completion, transferMoney(bankTokenNo:transactionAmount:pin:purpose:wToken:), bankTokenNo,
            transactionAmount, pin, purpose, wToken)
    }

    public func payment(
        paymentReference: String, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<PaymentResponse>
    ) {
        complete(completion, payment(paymentReference:pin:wToken:), paymentReference, pin, wToken)
    }

    public func distributorPayment(
        paymentReference: String, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<PaymentResponse>
    ) {
        complete(completion, distributorPayment(paymentReference:pin:wToken:), paymentReference, pin, wToken)
    }

    public func cpqrcValidate(
        paymentReference: String, wToken: HostSecret? = nil, completion: @escaping Completion<CpqrcValidationResponse>
    ) {
        complete(completion, cpqrcValidate(paymentReference:wToken:), paymentReference, wToken)
    }

    public func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?, wToken: HostSecret? = nil,
        completion: @escaping Completion<CpqrcConfirmResponse>
    ) {
        complete(
            completion, cpqrcConfirm(transactionId:otp:smileImage:blinkImage:wToken:), transactionId, otp, smileImage,
            blinkImage, wToken)
    }

    public func cpqrcVerify(
        paymentReference: String, wToken: HostSecret? = nil, completion: @escaping Completion<CpqrcValidationResponse>
    ) {
        complete(completion, cpqrcVerify(paymentReference:wToken:), paymentReference, wToken)
    }

    public func cpqrcResendOtp(
        transactionId: String, wToken: HostSecret? = nil, completion: @escaping Completion<BaseResponse>
    ) {
        complete(completion, cpqrcResendOtp(transactionId:wToken:), transactionId, wToken)
    }

    public func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret, wToken: HostSecret? = nil,
        completion: @escaping Completion<BaseResponse>
    ) {
        complete(
            completion, applyPrepaidCard(productCode:contactAddress:promoCode:pin:wToken:), productCode, contactAddress,
            promoCode, pin, wToken)
    }
}
