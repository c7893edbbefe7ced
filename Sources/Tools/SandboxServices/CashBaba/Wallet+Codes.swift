import JourneyBase
import JourneyServer

extension Wallet {
    /// Sends a code for `purpose`, in the place of an earlier one. A customer who has just got one waits.
    func sendCode(
        for purpose: String, to customer: String, in transaction: borrowing Transaction
    ) async throws -> Result<Int64, WalletError> {
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
            [.text(customer), .text("Your code is \(digits)."), .integer(now)])
        return .success(now + Wallet.codeLife)
    }

    /// Six digits, evenly spread: numbers that would favour some are drawn again.
    private func code() -> String {
        while true {
            let number = dependencies.random(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard number < 4_294_000_000 else { continue }
            let text = String(number % 1_000_000)
            return String(repeating: "0", count: Wallet.codeDigits - text.count) + text
        }
    }

    /// Uses the code up when `digits` are it; counts when they are not.
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
        // Kept, without its digits, so that the pause before another one holds.
        try await transaction.execute(
            "UPDATE code SET failures = $3 WHERE customer = $1 AND purpose = $2", key + [.integer(Wallet.codeTries)])
        return nil
    }

    /// The code of `purpose` was right: for a while, a PIN may be set under the identifier.
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

    /// Whether there is such a permit; it is not used up yet.
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
