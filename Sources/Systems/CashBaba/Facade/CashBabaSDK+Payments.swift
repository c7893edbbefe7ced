import Foundation
import JourneyBase

extension CashBabaSDK {
    /// Transfers money to one of the customer's bank accounts. The amount is above zero, with at most two decimals.
    func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String, wToken: HostSecret? = nil
    ) async throws(SDKError) -> TransferResponse {
        try await calls(wToken).transferMoney(
            bankTokenNo: bankTokenNo, transactionAmount: transactionAmount, pin: pin, purpose: purpose)
    }

    /// Pays a bill. After an error, `SDKError.leavesDoubt` is `true` if the payment may have been made.
    func payment(paymentReference: String, pin: Secret, wToken: HostSecret? = nil) async throws(SDKError)
        -> PaymentResponse
    {
        try await calls(wToken).payment(paymentReference: paymentReference, pin: pin)
    }

    /// Pays a distributor's bill.
    func distributorPayment(paymentReference: String, pin: Secret, wToken: HostSecret? = nil)
        async throws(SDKError) -> PaymentResponse
    {
        try await calls(wToken).distributorPayment(paymentReference: paymentReference, pin: pin)
    }

    /// Starts a QR payment: sends a code and stores the data that confirming it needs.
    func cpqrcValidate(paymentReference: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> CpqrcValidationResponse
    {
        try await calls(wToken).cpqrcValidate(paymentReference: paymentReference)
    }

    /// Confirms a QR payment. Whatever the result, only `cpqrcVerify` reports whether it was made.
    func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?, wToken: HostSecret? = nil
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        try await calls(wToken).cpqrcConfirm(
            transactionId: transactionId, otp: otp, smileImage: smileImage, blinkImage: blinkImage)
    }

    /// Returns the status of a QR payment.
    func cpqrcVerify(paymentReference: String, wToken: HostSecret? = nil) async throws(SDKError)
        -> CpqrcValidationResponse
    {
        try await calls(wToken).cpqrcVerify(paymentReference: paymentReference)
    }

    /// Sends another one-time code for a QR payment.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction's id, from `cpqrcValidate`.
    ///   - wToken: The wallet's token for this and later calls; `nil` keeps the current one.
    /// - Returns: The service's acknowledgement.
    /// - Throws: `SDKError` if the call fails.
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
