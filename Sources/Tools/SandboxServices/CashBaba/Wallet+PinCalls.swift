import JourneyBase
import JourneyServer

/// The calls about PINs.
extension Wallet {
    func sendSetPinCode(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        if try await hasPin(call.customer, in: transaction) { return .failure(.pinThere) }
        return try await sent("set", to: call.customer, in: transaction)
    }

    private func sent(
        _ purpose: String, to customer: String, in transaction: borrowing Transaction
    ) async throws -> Answer {
        try await sendCode(for: purpose, to: customer, in: transaction).map { end in
            ["otpExpireAt": Bank.text(ofMoment: end)]
        }
    }

    func verifySetPinCode(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        if let fault = try await redeem(code: call.form["OTP"], for: "set", of: call.customer, in: transaction) {
            return .failure(fault)
        }
        _ = try await permit("set", for: call.customer, in: transaction)
        return .success(nil)
    }

    func setPin(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        if try await hasPin(call.customer, in: transaction) { return .failure(.pinThere) }
        return try await set(call, purpose: "set", identifier: nil, in: transaction)
    }

    /// Sets a PIN that a code has permitted; the permit is used up by a PIN that will do.
    private func set(
        _ call: WalletCall, purpose: String, identifier: String?, in transaction: borrowing Transaction
    ) async throws -> Answer {
        guard try await hasPermit(purpose, identifier, of: call.customer, in: transaction) else {
            return .failure(.codeUnverified)
        }
        guard let pin = pin(call.form["Pin"]), let again = self.pin(call.form["ConfirmPin"]) else {
            return .failure(.malformed)
        }
        if let fault = try await keep(pin, confirmed: again, of: call.customer, in: transaction) {
            return .failure(fault)
        }
        try await transaction.execute(
            "DELETE FROM permit WHERE customer = $1 AND purpose = $2", [.text(call.customer), .text(purpose)])
        return .success(nil)
    }

    func pinRules(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        .success([
            "validationMessages": .array(
                Wallet.rules.map { ["english": .string($0.english), "bangla": .string($0.bengali)] })
        ])
    }

    func changePin(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        guard let old = pin(call.form["OldPin"]), let pin = pin(call.form["Pin"]),
            let again = self.pin(call.form["ConfirmPin"])
        else { return .failure(.malformed) }
        if let fault = try await check(old, of: call.customer, in: transaction) { return .failure(fault) }
        if let fault = try await keep(pin, confirmed: again, of: call.customer, in: transaction) {
            return .failure(fault)
        }
        return .success(nil)
    }

    func forgotPin(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        let person = try await transaction.first(
            "SELECT id FROM customer WHERE id = $1 AND national_id = $2 AND birth_date = $3",
            [.text(call.customer), .text(call.form["NationalId"]), .text(call.form["DateOfBirth"])])
        guard person != nil else { return .failure(.personUnknown) }
        guard try await hasPin(call.customer, in: transaction) else { return .failure(.pinMissing) }
        return try await sent("reset", to: call.customer, in: transaction).map { _ in nil }
    }

    func resendForgotCode(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        let begun = try await transaction.first(
            "SELECT sent FROM code WHERE customer = $1 AND purpose = 'reset'", [.text(call.customer)])
        guard begun != nil else { return .failure(.codeUnverified) }
        return try await sent("reset", to: call.customer, in: transaction).map { _ in nil }
    }

    func verifyForgotCode(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        if let fault = try await redeem(code: call.form["OTP"], for: "reset", of: call.customer, in: transaction) {
            return .failure(fault)
        }
        return .success(["identifier": .string(try await permit("reset", for: call.customer, in: transaction))])
    }

    func resetPin(_ call: WalletCall, in transaction: borrowing Transaction) async throws -> Answer {
        try await set(call, purpose: "reset", identifier: call.form["Identifier"], in: transaction)
    }
}
