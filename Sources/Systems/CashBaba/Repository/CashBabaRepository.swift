public import Foundation
public import JourneyBase

/// The calls of the service. Each throws `SDKError`.
public protocol CashBabaRepository: Sendable {
    func clientVerification(clientId: String, clientSecret: Secret) async throws(SDKError) -> TokenResponse
    func getSetPinOTP() async throws(SDKError) -> OtpSendResponse
    func verifySetPinOTP(otp: String) async throws(SDKError) -> BaseResponse
    func setPIN(pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse
    func getPinRules() async throws(SDKError) -> PinRulesResponse
    func changePIN(oldPin: Secret, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse
    func forgotPIN(nationalId: String, dateOfBirth: String) async throws(SDKError) -> BaseResponse
    func forgotPinOTPVerify(otp: String) async throws(SDKError) -> ForgetPinVerifyResponse
    func forgotPinOTPResend() async throws(SDKError) -> BaseResponse
    func resetPIN(identifier: String, pin: Secret, confirmPin: Secret) async throws(SDKError) -> BaseResponse
    func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse
    func payment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse
    func distributorPayment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse
    func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse
    func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?
    ) async throws(SDKError) -> CpqrcConfirmResponse
    /// Confirms a QR payment with pictures that are sent from their own buffers. Their owner wipes them.
    func cpqrcConfirm(
        transactionId: String, otp: String, pictures: FacePictures?
    ) async throws(SDKError) -> CpqrcConfirmResponse
    func cpqrcVerify(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse
    func cpqrcResendOtp(transactionId: String) async throws(SDKError) -> BaseResponse
    func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret
    ) async throws(SDKError) -> BaseResponse
}
