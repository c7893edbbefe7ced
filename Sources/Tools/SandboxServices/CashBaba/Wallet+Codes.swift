import JourneyBase
import JourneyServer

extension Wallet {
    /// Sends a code for `purpose` to the customer of `call` in the call's language, replacing an earlier one. Refuses a customer
    /// who has just received one.
    func sendCode(
        for purpose: String, _ call: WalletRequest, in transaction: borrowing Transaction
    ) async throws -> Result<Int64, WalletError> {
        let customer = call.customer
        let earlier = try await transaction.first(
            "SELECT sent FROM code WHERE customer = $1 AND purpose = $2", [.text(customer), .text(purpose)])
        if let earlier, try earlier["sent"] + Wallet.codePause > now { return .failure(.codeTooSoon) }
        let digits = code()
        try await transaction.execute(
            """
            INSERT INTO code VALUES ($1, $2, $3, $4, $5, 0)
            ON CONFLICT (customer, purpose) DO UPDATE SET digits = excluded.digits, sent = excluded.sent,
                expires = excluded.expires, failures = 0
            """,
            [.text(customer), .text(purpose), .text(digits), .integer(now), .integer(now + Wallet.codeLife)])
        try await transaction.execute(
            "INSERT INTO text_message (phone, body, sent) SELECT phone, $2, $3 FROM customer WHERE id = $1",
            [.text(customer), .text(Wallet.message(code: digits, in: call.language)), .integer(now)])
        return .success(now + Wallet.codeLife)
    }

    /// Returns the text message with a code. Its digits are ASCII in each language, so that phones offer them for a field.
    static func message(code: String, in language: Language) -> String {
        switch language {
        case .english: "Your code is \(code)."
        case .bengali: "আপনার কোড \(code)।"
        case .arabic: "رمزك هو \(code)."
        }
    }

    /// Returns six uniformly distributed digits; biased numbers are redrawn.
    private func code() -> String {
        while true {
            let number = dependencies.random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard number < 4_294_000_000 else { continue }
            let text = String(number % 1_000_000)
            return String(repeating: "0", count: Wallet.codeDigits - text.count) + text
        }
    }

    /// Consumes the code if `digits` match, otherwise counts the failure.
    func redeem(
        code digits: String, for purpose: String, of customer: String, in transaction: borrowing Transaction
    ) async throws -> WalletError? {
        let key: [SQLValue] = [.text(customer), .text(purpose)]
        let row = try await transaction.first(
            "SELECT digits, expires, failures FROM code WHERE customer = $1 AND purpose = $2", key)
        guard let row, try row["failures"] < Wallet.codeTries else { return .codeMissing }
        guard now < (try row["expires"]) else { return .codeExpired }
        guard try row["digits"] == digits else {
            try await transaction.execute(
                "UPDATE code SET failures = failures + 1 WHERE customer = $1 AND purpose = $2", key)
            let left = Wallet.codeTries - (try row["failures"]) - 1
            return left > 0 ? .codeWrong(left: Int(left)) : .codeMissing
        }
        // The row remains without attempts left, so that the pause before the next code holds.
        try await transaction.execute(
            "UPDATE code SET failures = $3 WHERE customer = $1 AND purpose = $2", key + [.integer(Wallet.codeTries)])
        return nil
    }

    /// Permits setting a PIN under the returned identifier for a limited time, after the code of `purpose` was right.
    func permit(
        _ purpose: String, for customer: String, in transaction: borrowing Transaction
    ) async throws -> String {
        let identifier = dependencies.identifier()
        try await transaction.execute(
            """
            INSERT INTO permit VALUES ($1, $2, $3, $4)
            ON CONFLICT (customer, purpose) DO UPDATE SET identifier = excluded.identifier, expires = excluded.expires
            """,
            [.text(customer), .text(purpose), .text(identifier), .integer(now + Wallet.permitLife)])
        return identifier
    }

    /// `true` if the permit exists; it isn't consumed.
    func hasPermit(
        _ purpose: String, _ identifier: String?, of customer: String, in transaction: borrowing Transaction
    ) async throws -> Bool {
        let row = try await transaction.first(
            "SELECT identifier FROM permit WHERE customer = $1 AND purpose = $2 AND expires > $3",
            [.text(customer), .text(purpose), .integer(now)])
        guard let row else { return false }
        return try identifier == nil || row["identifier"] == identifier
    }
}
