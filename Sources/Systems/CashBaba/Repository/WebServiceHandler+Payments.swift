public import Foundation
public import JourneyBase

extension WebServiceHandler {
    /// `transactionAmount` is above zero, with at most two decimals after a point.
    public func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse {
        guard !bankTokenNo.isEmpty else { throw .invalidInput("A transfer names a bank account.") }
        guard Money.isPayable(transactionAmount) else { throw .invalidInput("The amount is none.") }
        let form = FormBody(
            [FormBody.Entry("BankTokenNo", bankTokenNo), FormBody.Entry("TransactionAmount", transactionAmount)]
                + (try encrypted([("Pin", pin)])) + [FormBody.Entry("Purpose", purpose)])
        return try response(try await api.post(.transfer, form: form), .transfer)
    }

    public func payment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await pay(.payment, paymentReference, pin)
    }

    public func distributorPayment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await pay(.distributorPayment, paymentReference, pin)
    }

    private func pay(_ endpoint: Endpoint, _ reference: String, _ pin: Secret) async throws(SDKError) -> PaymentResponse
    {
        guard !reference.isEmpty else { throw .invalidInput("A payment has a reference.") }
        let form = FormBody([FormBody.Entry("PaymentReference", reference)] + (try encrypted([("Pin", pin)])))
        return try response(try await api.post(endpoint, form: form), endpoint)
    }

    /// Keeps what it is answered: the transaction's id, and what else is needed.
    public func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        let body = try await api.get(.cpqrcValidate, reference: paymentReference)
        var answer: CpqrcValidationResponse = try response(body, .cpqrcValidate)
        // A payment that is yet to be confirmed is not authorised.
        if answer.data.status == .authorized { answer.data.isAlreadyPaid = true }
        storage.cpqrcValidationData = answer.data
        return answer
    }

    /// Only the status says afterwards whether it was paid. The pictures are the caller's to overwrite; the copies that are
    /// made here are overwritten.
    public func cpqrcConfirm(
        transactionId: String, otp: String, smileImage: Data?, blinkImage: Data?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        let smile: WipedBuffer? = if let smileImage { try FaceImage.copy(of: smileImage) } else { nil }
        let blink: WipedBuffer? = if let blinkImage { try FaceImage.copy(of: blinkImage) } else { nil }
        defer {
            smile?.wipe()
            blink?.wipe()
        }
        return try await cpqrcConfirm(transactionId, otp, smile, blink)
    }

    /// The same with pictures that stay where they are, and may be sent again; who made them wipes them.
    public func cpqrcConfirm(
        transactionId: String, otp: String, pictures: FacePictures?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        let images = pictures?.images
        return try await cpqrcConfirm(transactionId, otp, images?.smile, images?.blink)
    }

    private func cpqrcConfirm(
        _ transactionId: String, _ otp: String, _ smile: WipedBuffer?, _ blink: WipedBuffer?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        guard !transactionId.isEmpty else { throw .invalidInput("A payment has a transaction's id.") }
        let code = try code(otp, .cpqrcConfirm)
        var parts: [MultipartBody.Part] = [.text("TransactionId", transactionId), .text(code.name, code.value)]
        if let smile { parts.append(try FaceImage.part("SmileImage", smile)) }
        if let blink { parts.append(try FaceImage.part("BlinkImage", blink)) }
        return try response(try await api.post(.cpqrcConfirm, parts: parts), .cpqrcConfirm)
    }

    public func cpqrcVerify(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try response(try await api.get(.cpqrcStatus, reference: paymentReference), .cpqrcStatus)
    }

    public func cpqrcResendOtp(transactionId: String) async throws(SDKError) -> BaseResponse {
        try base(try await api.get(.cpqrcResendOTP, reference: transactionId), .cpqrcResendOTP)
    }

    /// Orders a prepaid card. An empty promotion code is not sent.
    public func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret
    ) async throws(SDKError) -> BaseResponse {
        guard !productCode.isEmpty, !contactAddress.isEmpty else {
            throw .invalidInput("A card has a product's code and an address.")
        }
        var form = FormBody([
            FormBody.Entry("ContactAddress", contactAddress), FormBody.Entry("ProductCode", productCode),
        ])
        form.entries += try encrypted([("Pin", pin)])
        if let promoCode, !promoCode.isEmpty { form.add("PromoCode", promoCode) }
        return try base(try await api.post(.prepaidCard, form: form), .prepaidCard)
    }
}
