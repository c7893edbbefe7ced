import JourneyBase
import JourneyServer
import JourneyWire

/// The PIN operations.
extension Wallet {
    func sendSetPinCode(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        if try await hasPin(call.customer, in: transaction) { return .failure(.pinThere) }
        return try await sent("set", call, in: transaction)
    }

    private func sent(
        _ purpose: String, _ call: WalletRequest, in transaction: borrowing Transaction
    ) async throws -> Answer {
        try await sendCode(for: purpose, call, in: transaction).map { end in
            WalletCodeSent(otpExpireAt: Bank.date(ofMoment: end)).json
        }
    }

    func verifySetPinCode(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        if let fault = try await redeem(code: call.form[.otp], for: "set", of: call.customer, in: transaction) {
            return .failure(fault)
        }
        _ = try await permit("set", for: call.customer, in: transaction)
        return .success(nil)
    }

    func setPin(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        if try await hasPin(call.customer, in: transaction) { return .failure(.pinThere) }
        return try await set(call, purpose: "set", identifier: nil, in: transaction)
    }

    /// Sets a PIN permitted by a code. An accepted PIN consumes the permit.
    private func set(
        _ call: WalletRequest, purpose: String, identifier: String?, in transaction: borrowing Transaction
    ) async throws -> Answer {
        guard try await hasPermit(purpose, identifier, of: call.customer, in: transaction) else {
            return .failure(.codeUnverified)
        }
        guard let pin = pin(call.form[.pin]), let again = self.pin(call.form[.confirmPin]) else {
            return .failure(.malformed)
        }
        if let fault = try await store(pin, confirmed: again, of: call.customer, in: transaction) {
            return .failure(fault)
        }
        try await transaction.execute(
            "DELETE FROM permit WHERE customer = $1 AND purpose = $2", [.text(call.customer), .text(purpose)])
        return .success(nil)
    }

    func pinRules(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        .success(WalletPinRules(validationMessages: Wallet.rules).json)
    }

    func changePin(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        guard let old = pin(call.form[.oldPin]), let pin = pin(call.form[.pin]),
            let again = self.pin(call.form[.confirmPin])
        else { return .failure(.malformed) }
        if let fault = try await check(old, of: call.customer, in: transaction) { return .failure(fault) }
        if let fault = try await store(pin, confirmed: again, of: call.customer, in: transaction) {
            return .failure(fault)
        }
        return .success(nil)
    }

    func forgotPin(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        let person = try await transaction.first(
            "SELECT id FROM customer WHERE id = $1 AND national_id = $2 AND birth_date = $3",
            [.text(call.customer), .text(call.form[.nationalID]), .text(call.form[.dateOfBirth])])
        guard person != nil else { return .failure(.personUnknown) }
        guard try await hasPin(call.customer, in: transaction) else { return .failure(.pinMissing) }
        return try await sent("reset", call, in: transaction).map { _ in nil }
    }

    func resendForgotCode(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        let begun = try await transaction.first(
            "SELECT sent FROM code WHERE customer = $1 AND purpose = 'reset'", [.text(call.customer)])
        guard begun != nil else { return .failure(.codeUnverified) }
        return try await sent("reset", call, in: transaction).map { _ in nil }
    }

    func verifyForgotCode(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        if let fault = try await redeem(code: call.form[.otp], for: "reset", of: call.customer, in: transaction) {
            return .failure(fault)
        }
        return .success(WalletReset(identifier: try await permit("reset", for: call.customer, in: transaction)).json)
    }

    func resetPin(_ call: WalletRequest, in transaction: borrowing Transaction) async throws -> Answer {
        try await set(call, purpose: "reset", identifier: call.form[.identifier], in: transaction)
    }
}
