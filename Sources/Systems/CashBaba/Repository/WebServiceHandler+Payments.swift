package import Foundation
package import JourneyBase
import JourneyWire

extension WebServiceHandler {
    /// Transfers money. `transactionAmount` is above zero, with at most two decimals after a point.
    package func transferMoney(
        bankTokenNo: String, transactionAmount: String, pin: Secret, purpose: String
    ) async throws(SDKError) -> TransferResponse {
        guard !bankTokenNo.isEmpty else { throw .invalidInput("bankTokenNo is empty.") }
        guard Money.isPayable(transactionAmount) else {
            throw .invalidInput("transactionAmount must be above zero, with at most two decimals.")
        }
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
        guard !reference.isEmpty else { throw .invalidInput("paymentReference is empty.") }
        return try await call(
            endpoint, [FormBody.Entry(.paymentReference, reference)] + encrypted([(.pin, pin)]))
    }

    /// Validates a QR payment and stores the response for its confirmation.
    ///
    /// - Parameter paymentReference: The reference in the QR code.
    /// - Returns: The transaction. `isAlreadyPaid` is set if it is authorised already.
    /// - Throws: `SDKError` if the call fails.
    package func cpqrcValidate(paymentReference: String) async throws(SDKError) -> CpqrcValidationResponse {
        var answer: CpqrcValidationResponse = try await call(.cpqrcValidate, reference: paymentReference)
        // An authorised status before confirmation comes from an earlier payment.
        if answer.data.status == .authorized { answer.data.isAlreadyPaid = true }
        storage.cpqrcValidationData = answer.data
        return answer
    }

    /// Confirms a QR payment. Only its status tells afterwards whether it was made.
    ///
    /// The caller is responsible for overwriting the pictures. The copies made here are overwritten.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction's id, from `cpqrcValidate`.
    ///   - otp: The one-time code: six digits of any script.
    ///   - smileImage: A PNG or JPEG of at most 4 MiB, if a face check is required.
    ///   - blinkImage: Another one, with closed eyes.
    /// - Returns: The service's acknowledgement.
    /// - Throws: `SDKError.invalidInput` for invalid values; another `SDKError` if the call fails.
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

    /// Confirms a QR payment with pictures that stay in their own buffers and may be sent again. Their owner wipes them.
    ///
    /// - Parameters:
    ///   - transactionId: The transaction's id, from `cpqrcValidate`.
    ///   - otp: The one-time code: six digits of any script.
    ///   - pictures: The pictures, if a face check is required.
    /// - Returns: The service's acknowledgement.
    /// - Throws: `SDKError.invalidInput` for invalid values; another `SDKError` if the call fails.
    package func cpqrcConfirm(
        transactionId: String, otp: String, pictures: FacePictures?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        let images = pictures?.images
        return try await cpqrcConfirm(transactionId, otp, images?.smile, images?.blink)
    }

    private func cpqrcConfirm(
        _ transactionId: String, _ otp: String, _ smile: WipedBuffer?, _ blink: WipedBuffer?
    ) async throws(SDKError) -> CpqrcConfirmResponse {
        guard !transactionId.isEmpty else { throw .invalidInput("transactionId is empty.") }
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
            throw .invalidInput("productCode or contactAddress is empty.")
        }
        let promotion = promoCode.flatMap { $0.isEmpty ? nil : FormBody.Entry(.promoCode, $0) }
        return try await call(
            .prepaidCard,
            [FormBody.Entry(.contactAddress, contactAddress), FormBody.Entry(.productCode, productCode)]
                + encrypted([(.pin, pin)]) + [promotion].compactMap(\.self))
    }
}
