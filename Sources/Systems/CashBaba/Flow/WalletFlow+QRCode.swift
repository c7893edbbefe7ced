import Foundation
import JourneyBase

extension WalletFlow {
    /// Validates, takes pictures only where they are asked for, confirms with the code, and then asks what became of it:
    /// only an authorised payment is a success, and a lost answer pays nothing twice.
    func payByQRCode() async throws(FlowExit) -> OnSuccessModel {
        let reference = try given(args.paymentReference)
        let data: CpqrcValidationData
        switch try await attempt({ calls throws(SDKError) in try await calls.cpqrcValidate(paymentReference: reference)
        })
        {
        case .success(let answer): data = answer.data
        case .failure(let error): throw .failed(error)
        }
        guard let id = data.transactionId, !id.isEmpty else {
            throw .failed(.decode("The answer names no transaction."))
        }
        let sent = surroundings.now()
        let pictures = data.isFaceVerificationRequired == true ? try await takePictures() : nil
        defer { pictures?.wipe() }
        let life = data.otpExpirySeconds.map { TimeInterval(min(max($0, 0), 3_600)) } ?? WalletFlow.codeLife
        let left = life - surroundings.now().timeIntervalSince(sent)
        let paid = try await code(
            life: left,
            resend: { calls throws(SDKError) in try await calls.cpqrcResendOtp(transactionId: id) },
            verify: { calls, code throws(SDKError) in
                try await WalletFlow.confirm(id, reference, code, pictures, calls)
            })
        guard let paid else { throw .cancelled }
        return .cpqrc(paid)
    }

    private func takePictures() async throws(FlowExit) -> FacePictures {
        do { return try await faces.capture(over: presenter) } catch {
            if error is CancellationError { throw .cancelled }
            throw .failed((error as? SDKError) ?? .invalidInput("The face check failed."))
        }
    }

    /// Confirms, then asks for the status whatever the answer was, unless the session was refused. Throws an error that stays
    /// on the screen only where the service has refused and says that nothing was paid.
    private static func confirm(
        _ id: String, _ reference: String, _ code: String, _ pictures: FacePictures?, _ calls: any CashBabaRepository
    ) async throws(SDKError) -> CpqrcValidationResponse {
        var fault: SDKError?
        do throws(SDKError) {
            _ = try await calls.cpqrcConfirm(
                transactionId: id, otp: code, smileImage: pictures?.smile, blinkImage: pictures?.blink)
        } catch { fault = error }
        if let fault, fault.code == 401, fault.closesSDK { throw fault }
        let status = await result { () throws(SDKError) in try await calls.cpqrcVerify(paymentReference: reference) }
        if case .success(let answer) = status, answer.data.status == .authorized { return answer }
        guard var fault else { throw .notAuthorized }
        // What was refused was not paid. Anything else may come through yet.
        guard fault.closesSDK || fault.leavesDoubt else { throw fault }
        fault.leavesDoubt = true
        throw fault
    }

    private static func result<Value>(
        _ call: () async throws(SDKError) -> Value
    ) async -> Result<Value, SDKError> {
        do throws(SDKError) { return .success(try await call()) } catch { return .failure(error) }
    }
}

extension SDKError {
    /// Confirmed, and not authorised as far as anybody knows.
    static var notAuthorized: SDKError {
        var error = SDKError("NotAuthorized", 1541, "The payment is not authorised.", .serverError, closesSDK: true)
        error.leavesDoubt = true
        return error
    }
}
