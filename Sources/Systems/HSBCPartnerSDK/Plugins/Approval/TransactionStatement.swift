internal import JourneyBase

/// A transaction as a bank has stated it: what the person sees and what they sign are made of the same members.
struct TransactionStatement {
    /// Bytes of base64url that a challenge may have: 16 to 64 bytes.
    private static let challengeLengths = 22...86
    /// UTF-8 bytes of a payee's name, and of an account.
    private static let textLimit = 140
    /// Beyond it a number has more than one spelling in JSON (RFC 7493).
    private static let amountLimit: Int64 = 1 << 53 - 1

    let reason: String
    let challenge: String
    /// Minor units.
    let amount: Int64
    let fee: Int64
    let currency: String
    let payeeName: String
    let payeeAccount: String

    /// Reads `params`. Throws `VALIDATION_FAIL` for a member that is missing, not known, or not of its form: a prompt never
    /// shows what was not checked, and nothing is signed that it does not show.
    init(_ params: JSONValue) throws(JourneyError) {
        var rest = params.object ?? [:]
        func take<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(JourneyError) -> Value {
            guard let value = rest.removeValue(forKey: name).flatMap(read) else {
                throw JourneyError(.validationFail, "approveTransaction was given no usable \(name).")
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
            throw JourneyError(.validationFail, "approveTransaction was given what no prompt shows.")
        }
    }

    /// What a prompt is given to show: each part on a line of its own, which no part can leave. Whether a system shows it is the
    /// system's affair, so that the confirmation says all of it before.
    var text: String {
        var money = MinorUnits.text(amount, currency)
        if fee > 0 { money += " + " + MinorUnits.text(fee, currency) }
        return [reason, money, payeeName, payeeAccount].joined(separator: "\n")
    }

    /// What is signed of it.
    var claims: [String: JSONValue] {
        [
            "challenge": .string(challenge), "amount": .number(JSONNumber(amount)), "fee": .number(JSONNumber(fee)),
            "currency": .string(currency), "payeeName": .string(payeeName), "payeeAccount": .string(payeeAccount),
        ]
    }
}
