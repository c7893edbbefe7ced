internal import JourneyBase

/// A transaction as a bank stated it. Screen and signature use the same members.
struct TransactionStatement {
    /// The length of a challenge in base64url characters: 16 to 64 bytes.
    private static let challengeLengths = 22...86
    /// The longest payee name and the longest account, in UTF-8 bytes.
    private static let textLimit = 140
    /// The largest amount that JSON represents exactly (RFC 7493).
    private static let amountLimit: Int64 = 1 << 53 - 1

    let reason: String
    let challenge: String
    /// In minor units.
    let amount: Int64
    let fee: Int64
    let currency: String
    let payeeName: String
    let payeeAccount: String

    /// Reads `params`. Only checked values reach the prompt, and everything that is signed is shown.
    ///
    /// - Throws: `VALIDATION_FAIL` for a missing, unknown or malformed member.
    init(_ params: JSONValue) throws(JourneyError) {
        var rest = params.object ?? [:]
        func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(JourneyError) -> Value {
            guard let value = rest.removeValue(forKey: name).flatMap(read) else {
                throw JourneyError(.validationFail, "approveTransaction: the parameter \(name) is missing or invalid.")
            }
            return value
        }
        func text(_ limit: Int) -> (JSONValue) -> String? {
            { value in value.string.flatMap { PromptText.isPlain($0, atMost: limit) ? $0 : nil } }
        }
        func money(from least: Int64) -> (JSONValue) -> Int64? {
            { value in value.int64.flatMap { (least...TransactionStatement.amountLimit).contains($0) ? $0 : nil } }
        }
        reason = try take("reason", text(BiometricAuthPlugin.reasonLimit))
        challenge = try take("challenge") { value in
            value.string.flatMap { text in
                TransactionStatement.challengeLengths.contains(text.utf8.count) && Base64URL.decode(text) != nil
                    ? text : nil
            }
        }
        amount = try take("amount", money(from: 1))
        fee = rest["fee"] == nil ? 0 : try take("fee", money(from: 0))
        currency = try take("currency") { value in
            value.string.flatMap { CurrencyCode.isOne($0) ? $0 : nil }
        }
        payeeName = try take("payeeName", text(TransactionStatement.textLimit))
        payeeAccount = try take("payeeAccount", text(TransactionStatement.textLimit))
        guard rest.isEmpty else {
            throw JourneyError(.validationFail, "approveTransaction has an unknown parameter.")
        }
    }

    /// The signed claims.
    var claims: [String: JSONValue] {
        [
            "challenge": .string(challenge), "amount": .number(JSONNumber(amount)), "fee": .number(JSONNumber(fee)),
            "currency": .string(currency), "payeeName": .string(payeeName), "payeeAccount": .string(payeeAccount),
        ]
    }
}
