import Foundation
import JourneyBase

extension CashBabaSDK {
    /// Moves money to one of the customer's bank accounts. The amount is above zero, with at most two decimals.
    func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String, wToken: HostSecret? = nil
    ) async throws(SDKError) -> TransferResponse {
        try await calls(wToken).transferMoney(
            bankTokenNo: bankTokenNo, transactionAmount: transactionAmount, pin: pin, purpose: purpose)
    }

    /// Pays. An error may leave doubt: `SDKError.leavesDoubt`.
    func payment(paymentReference: String, pin: Secret, wToken: HostSecret? = nil) async throws(SDKError)
        -> PaymentResponse
    {
        try await calls(wToken).payment(paymentReference: paymentReference, pin: pin)
    }

    /// Pays a distributor.
    func distributorPayment(paymentReference: String, pin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> PaymentResponse
    {
        try await calls(wToken).distributorPayment(paymentReference: paymentReference, pin: pin)
    }

    /// Begins a payment by QR code, sends a code, and keeps what is needed to confirm it.
    func cpqrcValidate(paymentReference: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> CpqrcValidationResponse
    {
        try await calls(wToken).cpqrcValidate(paymentReference: paymentReference)
    }

    /// Confirms a payment by QR code. Whatever comes of it, `cpqrcVerify` alone says whether it was paid.
    func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?, wToken: HostSecret? = nil
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await calls(wToken).cpqrcConfirm(
            transactionId: transactionId, otp: otp, smileImage: smileImage, blinkImage: blinkImage)
    }

    /// What became of a payment by QR code.
    func cpqrcVerify(paymentReference: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> CpqrcValidationResponse
    {
        try await calls(wToken).cpqrcVerify(paymentReference: paymentReference)
    }

    /// Sends another code for a payment by QR code.
    public func cpqrcResendOtp(transactionId: String, wToken: HostSecret? = nil) async throws(SDKError) -> BaseResponse
    {
        try await calls(wToken).cpqrcResendOtp(transactionId: transactionId)
    }

    /// Orders a prepaid card.
    func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret, wToken: HostSecret? = nil
    ) async throws(SDKError) -> BaseResponse {
        try await calls(wToken).applyPrepaidCard(
            productCode: productCode, contactAddress: contactAddress, promoCode: promoCode, pin: pin)
    }
}
