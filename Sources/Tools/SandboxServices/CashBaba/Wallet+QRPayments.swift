import JourneyBase
import JourneyServer
import JourneyWire

extension Wallet {
    /// Starts the payment or resumes the one in progress, and sends a code unless the last one is recent.
    func validate(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        let found = try await bill(call.reference, "qr", of: call.customer, in: transaction)
        guard let bill = found else { return .failure(.referenceUnknown) }
        if let paid = bill.movement, paid.status == WalletTransaction.authorized {
            return .failure(try await used(paid, bill, call.customer, in: transaction))
        }
        guard now < bill.expires else { return .failure(.referenceExpired) }
        let id: String
        if let begun = bill.movement {
            id = begun.id
        } else {
            id = try await recordMovement(
                WalletTransaction.pending, bill: bill.reference, of: call.customer, in: transaction)
        }
        // A recently sent code remains valid.
        _ = try await sendCode(for: id, call, in: transaction)
        return .success(try await answer(id, WalletTransaction.pending, bill, call.customer, in: transaction))
    }

    /// Creates the refusal of a second payment, which includes the first one.
    private func used(
        _ paid: (id: String, status: String), _ bill: Bill, _ customer: String, in transaction: borrowing Transaction
    ) async throws -> WalletError {
        .referenceUsed.with(try await answer(paid.id, paid.status, bill, customer, in: transaction))
    }

    private func answer(
        _ id: String, _ status: String, number: Int? = nil, _ bill: Bill, _ customer: String,
        in transaction: borrowing Transaction
    ) async throws -> JSONValue {
        let code = try await transaction.first(
            "SELECT expires FROM code WHERE customer = $1 AND purpose = $2", [.text(customer), .text(id)])
        let end: Int64 = try code?["expires"] ?? now
        var answer = WalletTransaction(
            id, message: status, status: WireJSON(number.map { .number(JSONNumber($0)) } ?? .string(status)))
        answer.isOtpRequired = true
        answer.mfaType = WireJSON("OTP")
        answer.isFaceVerificationRequired = bill.needsFace
        answer.otpExpire = Bank.date(ofMoment: end)
        answer.otpExpirySeconds = Int(max(0, end - now) / 1_000)
        return answer.json
    }

    /// Returns the bill of the payment in progress with this identifier.
    private func begun(
        _ id: String, of customer: String, in transaction: borrowing Transaction
    ) async throws -> Bill? {
        let row = try await transaction.first(
            "SELECT bill FROM movement WHERE id = $1 AND customer = $2", [.text(id), .text(customer)])
        let reference: String? = try row?["bill"]
        guard let reference else { return nil }
        return try await bill(reference, "qr", of: customer, in: transaction)
    }

    func confirm(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        let id = call.form[.transactionID]
        guard let bill = try await begun(id, of: call.customer, in: transaction) else {
            return .failure(.referenceUnknown)
        }
        if let paid = bill.movement, paid.status != WalletTransaction.pending {
            return .failure(try await used(paid, bill, call.customer, in: transaction))
        }
        guard now < bill.expires else { return .failure(.referenceExpired) }
        guard !bill.needsFace || call.pictures == WalletRequest.pictureFields else { return .failure(.faceMissing) }
        guard try await balance(of: call.customer, in: transaction) >= bill.amount + bill.fee else {
            return .failure(.balanceShort)
        }
        if let fault = try await redeem(code: call.form[.transactionOTP], for: id, of: call.customer, in: transaction) {
            return .failure(fault)
        }
        if let fault = try await move(
            bill.amount, fee: bill.fee, from: call.customer, to: bill.merchant, movement: id, in: transaction)
        {
            return .failure(fault)
        }
        try await transaction.execute("UPDATE movement SET status = 'Authorized' WHERE id = $1", [.text(id)])
        // Only this call returns a number where the others return a string.
        return .success(
            try await answer(id, WalletTransaction.authorized, number: 1, bill, call.customer, in: transaction))
    }

    func status(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        let found = try await bill(call.reference, "qr", of: call.customer, in: transaction)
        guard let bill = found, let movement = bill.movement else { return .failure(.referenceUnknown) }
        return .success(try await answer(movement.id, movement.status, bill, call.customer, in: transaction))
    }

    func resendCode(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        guard let bill = try await begun(call.reference, of: call.customer, in: transaction),
            bill.movement?.status == WalletTransaction.pending
        else { return .failure(.referenceUnknown) }
        return try await sendCode(for: call.reference, call, in: transaction).map { _ in nil }
    }
}
