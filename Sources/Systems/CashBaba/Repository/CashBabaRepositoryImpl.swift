package import Foundation
package import JourneyBase

/// The calls, over the network.
package struct CashBabaRepositoryImpl: CashBabaRepository {
    private let service: WebServiceHandler

    package init(service: WebServiceHandler) { self.service = service }

    package func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse {
        try await service.clientVerification(clientId: clientId, clientSecret: clientSecret)
    }
    package func getSetPinOTP() async throws(SDKError) -> OtpSendResponse { try await service.getSetPinOTP() }
    package func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse {
        try await service.verifySetPinOTP(otp: otp)
    }
    package func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.setPIN(pin: pin, confirmPin: confirmPin)
    }
    package func getPinRules() async throws(SDKError) -> PinRulesResponse { try await service.getPinRules() }
    package func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.changePIN(oldPin: oldPin, pin: pin, confirmPin: confirmPin)
    }
    package func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse {
        try await service.forgotPIN(nationalId: nationalId, dateOfBirth: dateOfBirth)
    }
    package func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse {
        try await service.forgotPinOTPVerify(otp: otp)
    }
    package func forgotPinOTPResend() async throws(SDKError) -> BaseResponse { try await service.forgotPinOTPResend() }
    package func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse {
        try await service.resetPIN(identifier: identifier, pin: pin, confirmPin: confirmPin)
    }
    package func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse {
        try await service.transferMoney(
            bankTokenNo: bankTokenNo, transactionAmount: transactionAmount, pin: pin, purpose: purpose)
    }
    package func payment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await service.payment(paymentReference: paymentReference, pin: pin)
    }
    package func distributorPayment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await service.distributorPayment(paymentReference: paymentReference, pin: pin)
    }
    package func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try await service.validateCpQrcPayment(paymentReference: paymentReference)
    }
    package func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await service.confirmCpQrcPayment(
            transactionId: transactionId, otp: otp, smileImage: smileImage, blinkImage: blinkImage)
    }
    package func cpqrcConfirm(
        transactionId: String, otp: String, pictures: FacePictures?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await service.confirmCpQrcPayment(transactionId: transactionId, otp: otp, pictures: pictures)
    }
    package func cpqrcVerify(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try await service.verifyCpQrcPayment(paymentReference: paymentReference)
    }
    package func cpqrcResendOtp(transactionId: String) async throws(SDKError) -> BaseResponse {
        try await service.resendCpQrcOtp(transactionId: transactionId)
    }
    package func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret
    ) async throws(SDKError) -> BaseResponse {
        try await service.applyPrepaidCard(
            productCode: productCode, contactAddress: contactAddress, promoCode: promoCode, pin: pin)
    }
}
