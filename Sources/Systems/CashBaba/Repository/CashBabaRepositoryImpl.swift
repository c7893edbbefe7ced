public import Foundation
public import JourneyBase

/// The calls, over the network.
public struct CashBabaRepositoryImpl: CashBabaRepository {
    private let service: WebServiceHandler

    public init(service: WebServiceHandler) { self.service = service }

    public func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse {
        try await service.clientVerification(clientId: clientId, clientSecret: clientSecret)
    }
    public func getSetPinOTP() async throws(SDKError) -> OtpSendResponse { try await service.getSetPinOTP() }
    public func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse {
        try await service.verifySetPinOTP(otp: otp)
    }
    public func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.setPIN(pin: pin, confirmPin: confirmPin)
    }
    public func getPinRules() async throws(SDKError) -> PinRulesResponse { try await service.getPinRules() }
    public func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin)
    }
    public func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse {
        try await service.forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth)
    }
    public func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse {
        try await service.forgotPinOTPVerify(otp: otp)
    }
    public func forgotPinOTPResend() async throws(SDKError) -> BaseResponse { try await service.forgotPinOTPResend() }
    public func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin)
    }
    public func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse {
        try await service.transferMoney(
            bankTokenNo: bankTokenNo, transactionAmount: transactionAmount, pin: pin, purpose: purpose)
    }
    public func payment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await service.payment(paymentReference: paymentReference, pin: pin)
    }
    public func distributorPayment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await service.distributorPayment(paymentReference: paymentReference, pin: pin)
    }
    public func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try await service.validateCpQrcPayment(paymentReference: paymentReference)
    }
    public func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await service.confirmCpQrcPayment(
            transactionId: transactionId, otp: otp, smileImage: smileImage, blinkImage: blinkImage)
    }
    public func cpqrcConfirm(
        transactionId: String, otp: String, pictures: FacePictures?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await service.confirmCpQrcPayment(transactionId: transactionId, otp: otp, pictures: pictures)
    }
    public func cpqrcVerify(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try await service.verifyCpQrcPayment(paymentReference: paymentReference)
    }
    public func cpqrcResendOtp(transactionId: String) async throws(SDKError) -> BaseResponse {
        try await service.resendCpQrcOtp(transactionId: transactionId)
    }
    public func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret
    ) async throws(SDKError) -> BaseResponse {
        try await service.applyPrepaidCard(
            productCode: productCode, contactAddress: contactAddress, promoCode: promoCode, pin: pin)
    }
}
