import Foundation
import JourneyBase
import JourneyCrypto
import JourneyServer
import JourneyWire

extension Wallet {
    /// The PIN rules in both languages.
    static let rules: [WalletPinRules.Message] = [
        .init(english: "Use 5 digits.", bangla: "পিনে ৫টি সংখ্যা থাকতে হবে।"),
        .init(
            english: "Don't use digits in sequence, such as 12345 or 54321.",
            bangla: "পরপর সংখ্যা দেওয়া যাবে না, যেমন ১২৩৪৫ বা ৫৪৩২১।"),
        .init(english: "Don't use the same digit five times.", bangla: "একই সংখ্যা পাঁচবার দেওয়া যাবে না।"),
    ]

    /// Decrypts the PIN of a form field. Returns `nil` for obviously invalid ciphertext; wrong padding yields a random PIN, as
    /// specified by `decryptPKCS1`.
    func pin(_ field: String) -> Secret? {
        guard field.utf8.count <= 2_048, let data = Data(base64Encoded: field) else { return nil }
        return try? key.decryptPKCS1(Array(data))
    }

    static func digest(_ pin: Secret, salt: [UInt8]) -> Secret {
        HKDFSHA256.derive(from: pin, salt: salt, info: Array("wallet pin".utf8), count: 32)
    }

    /// Checks the customer's PIN. Wrong PINs are counted and lock it.
    func check(
        _ pin: Secret, of customer: String, in transaction: borrowing Transaction
    ) async throws -> WalletError? {
        let row = try await transaction.first(
            "SELECT salt, pin, failures, locked_until FROM customer WHERE id = $1", [.text(customer)])
        guard let row, let salt: [UInt8] = try row["salt"], let kept: [UInt8] = try row["pin"] else {
            return .pinMissing
        }
        guard try row["locked_until"] <= now else { return .locked }
        if Wallet.digest(pin, salt: salt).hasSameBytes(as: Secret(copying: kept)) {
            try await transaction.execute("UPDATE customer SET failures = 0 WHERE id = $1", [.text(customer)])
            return nil
        }
        let failures = (try row["failures"] as Int64) + 1
        let isLocked = failures >= Wallet.pinTries
        try await transaction.execute(
            "UPDATE customer SET failures = $2, locked_until = $3 WHERE id = $1",
            [.text(customer), .integer(isLocked ? 0 : failures), .integer(isLocked ? now + Wallet.lockout : 0)])
        return isLocked ? .locked : .pinWrong(left: Int(Wallet.pinTries - failures))
    }

    /// Stores `pin` if the rules allow it.
    func store(
        _ pin: Secret, confirmed: Secret, of customer: String, in transaction: borrowing Transaction
    ) async throws -> WalletError? {
        guard pin.hasSameBytes(as: confirmed) else { return .pinsDiffer }
        guard Wallet.isStrong(pin) else { return .pinWeak }
        let row = try await transaction.first("SELECT salt, pin FROM customer WHERE id = $1", [.text(customer)])
        if let salt: [UInt8] = try row?["salt"], let kept: [UInt8] = try row?["pin"],
            Wallet.digest(pin, salt: salt).hasSameBytes(as: Secret(copying: kept))
        {
            return .pinSame
        }
        let salt = dependencies.random(16)
        let digest = Wallet.digest(pin, salt: salt).withBytes { Array($0) }
        try await transaction.execute(
            "UPDATE customer SET salt = $2, pin = $3, failures = 0, locked_until = 0 WHERE id = $1",
            [.text(customer), .blob(salt), .blob(digest)])
        return nil
    }

    static func isStrong(_ pin: Secret) -> Bool {
        pin.withBytes { digits in
            guard digits.count == pinDigits, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return false }
            let steps = Set(zip(digits, digits.dropFirst()).map { Int($1) - Int($0) })
            return steps.count > 1 || ![0, 1, -1].contains(steps.first ?? 0)
        }
    }

    func hasPin(_ customer: String, in transaction: borrowing Transaction) async throws -> Bool {
        let row = try await transaction.first("SELECT pin FROM customer WHERE id = $1", [.text(customer)])
        let pin: [UInt8]? = try row?["pin"]
        return pin != nil
    }
}
