package import Foundation
package import JourneyBase
import JourneyWire

extension WebServiceHandler {
    /// `transactionAmount` is above zero, with at most two decimals after a point.
    package func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse {
        guard !bankTokenNo.isEmpty else { throw .invalidInput("A transfer names a bank account.") }
        guard Money.isPayable(transactionAmount) else { throw .invalidInput("The amount is none.") }
        return try await call(
            .transfer,
            [FormBody.Entry(.bankToken, bankTokenNo), FormBody.Entry(.transactionAmount, transactionAmount)]
                + encrypted([(.pin, pin)]) + [FormBody.Entry(.purpose, purpose)])
    }

    package func payment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await pay(.payment, paymentReference, pin)
    }

    package func distributorPayment(paymentReference: String, pin: Secret) async throws(SDKError) -> PaymentResponse {
        try await pay(.distributorPayment, paymentReference, pin)
    }

    private func pay(_ endpoint: Endpoint, _ reference: String, _ pin: Secret) async throws(SDKError) -> PaymentResponse
    {
        guard !reference.isEmpty else { throw .invalidInput("A payment has a reference.") }
        return try await call(
            endpoint, [FormBody.Entry(.paymentReference, reference)] + encrypted([(.pin, pin)]))
    }

    /// Keeps what it is answered: the transaction's id, and what else is needed.
    package func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        var answer: CpqrcValidationResponse = try await call(.cpqrcValidate, reference: paymentReference)
        // A payment that is yet to be confirmed is not authorised.
        if answer.data.status == .authorized { answer.data.isAlreadyPaid = true }
        storage.cpqrcValidationData = answer.data
        return answer
    }

    /// Only the status says afterwards whether it was paid. The pictures are the caller's to overwrite; the copies that are
    /// made here are overwritten.
    package func cpqrcConfirm(
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
    package func cpqrcConfirm(
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
        var parts: [MultipartBody.Part] = [
            .text(WalletField.transactionID.rawValue, transactionId), .text(code.name, code.value),
        ]
        if let smile { parts.append(try FaceImage.part(WalletField.smileImage.rawValue, smile)) }
        if let blink { parts.append(try FaceImage.part(WalletField.blinkImage.rawValue, blink)) }
        return try answer(try await api.post(.cpqrcConfirm, parts: parts), to: .cpqrcConfirm)
    }

    package func cpqrcVerify(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        try await call(.cpqrcStatus, reference: paymentReference)
    }

    package func cpqrcResendOtp(transactionId: String) async throws(SDKError) -> BaseResponse {
        try await call(.cpqrcResendOTP, reference: transactionId)
    }

    /// Orders a prepaid card. An empty promotion code is not sent.
    package func applyPrepaidCard(
        productCode: String, contactAddress: String, promoCode: String?, pin: Secret
    ) async throws(SDKError) -> BaseResponse {
        guard !productCode.isEmpty, !contactAddress.isEmpty else {
            throw .invalidInput("A card has a product's code and an address.")
        }
        let promotion = promoCode.flatMap { $0.isEmpty ? nil : FormBody.Entry(.promoCode, $0) }
        return try await call(
            .prepaidCard,
            [FormBody.Entry(.contactAddress, contactAddress), FormBody.Entry(.productCode, productCode)]
                + encrypted([(.pin, pin)]) + [promotion].compactMap(\.self))
    }
}
