import Foundation
import JourneyBase

extension WalletFlow {
    /// Validates the payment, takes pictures if they are required, confirms with the code and then checks the status.
    ///
    /// Only an authorised payment is a success. A lost response never leads to a second payment.
    func payByQRCode() async throws(Ending) -> OnSuccessModel {
        let reference = try given(args.paymentReference)
        try checkBill()
        let (coordinator, presenter) = (coordinator, presenter)
        let validated = try await attempt { _ throws(SDKError) in
            try await coordinator.startCpqrcFlow(from: presenter)
        }
        let data: CpqrcValidationData
        switch validated {
        case .success(let answer) where answer.data.isAlreadyPaid: return .cpqrc(answer)
        case .success(let answer): data = answer.data
        case .failure(let refusal): return .cpqrc(try await paidEarlier(reference, refusal))
        }
        guard let id = data.transactionId, !id.isEmpty else {
            throw .failed(.decode("The response has no transactionId."))
        }
        // The code's lifetime starts now; taking pictures consumes part of it.
        let life = data.otpExpirySeconds.map { TimeInterval(min(max($0, 0), 3_600)) } ?? WalletFlow.codeLife
        let ends = dependencies.now().addingTimeInterval(life)
        let pictures = data.isFaceVerificationRequired == true ? try await takePictures() : nil
        defer { pictures?.wipe() }
        let paid = try await code(
            .cpqrcPayment, life: life > 0 ? life : WalletFlow.codeLife, ends: ends,
            resend: { calls throws(SDKError) in try await calls.cpqrcResendOtp(transactionId: id) }
        ) { calls, code throws(SDKError) in
            try await QRPayment(reference: reference, transactionId: id, pictures: pictures).confirm(code, calls)
        }
        // Back leaves the flow here, which throws.
        guard let paid else { throw .cancelled }
        return .cpqrc(paid)
    }

    /// Returns the earlier payment if validation was refused with a conflict (409): the one named in the refusal, or the status
    /// if that is authorised. Throws `refusal` otherwise.
    private func paidEarlier(_ reference: String, _ refusal: SDKError) async throws(Ending) -> CpqrcValidationResponse {
        if let earlier = refusal.earlier(CpqrcValidationData.self) { return earlier }
        guard refusal.code == 409,
            case .success(var status) = try await attempt({ calls throws(SDKError) in
                try await calls.cpqrcVerify(paymentReference: reference)
            }), status.data.status == .authorized
        else { throw .failed(refusal) }
        status.data.isAlreadyPaid = true
        return status
    }

    private func takePictures() async throws(Ending) -> FacePictures {
        do { return try await coordinator.startFaceKYC(from: presenter) } catch {
            if let end = error as? Ending { throw end }
            if error is CancellationError || Task.isCancelled { throw .cancelled }
            throw .failed((error as? SDKError) ?? .faceCheck)
        }
    }
}

/// A QR payment that was validated.
struct QRPayment: Sendable {
    let reference: String
    let transactionId: String
    let pictures: FacePictures?

    /// Confirms, then checks the status whatever the response was, unless the session was refused or nothing was sent.
    ///
    /// Returns the status of an authorised payment. Throws an error that stays on the screen only if the service refused and
    /// nothing was paid.
    func confirm(_ code: String, _ calls: any CashBabaRepository) async throws(SDKError) -> CpqrcValidationResponse {
        let confirmed = await outcome { () throws(SDKError) in
            try await calls.cpqrcConfirm(transactionId: transactionId, otp: code, pictures: pictures)
        }
        if case .failure(let error) = confirmed {
            if error.code == 401, error.closesSDK { throw error }
            // Nothing was sent, so there is no status to check.
            if error.requestFate == .notSent { throw error }
        }
        let status = await outcome { () throws(SDKError) in try await calls.cpqrcVerify(paymentReference: reference) }
        // If the service names a transaction, it must be this one: the reference may have had another before.
        if case .success(var answer) = status, answer.data.status == .authorized,
            answer.data.transactionId.map({ $0 == transactionId }) ?? true
        {
            if case .failure(let refusal) = confirmed { answer.data.isAlreadyPaid = refusal.code == 409 }
            return answer
        }
        // Errors that close the SDK do so here, too.
        let closing: SDKError? = if case .failure(let error) = status, error.closesSDK { error } else { nil }
        guard case .failure(let refusal) = confirmed else {
            // Confirmed but not known to be authorised: it may still be executed.
            var error = closing ?? .notAuthorized
            error.leavesDoubt = true
            throw error
        }
        throw refusal.leavesDoubt || refusal.closesSDK ? refusal : closing ?? refusal
    }
}

extension SDKError {
    /// The error of a payment that is not authorised.
    static let notAuthorized = SDKError(
        "NotAuthorized", 1541, "The payment is not authorised.", .serverError, closesSDK: true)

    /// The error of a face check without pictures.
    static let faceCheck = SDKError("FaceCheck", 1542, "The face check failed.", .validationFail, closesSDK: true)
}
