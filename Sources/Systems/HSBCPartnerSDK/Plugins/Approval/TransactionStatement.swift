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
    /// Values of the calls that follow, which a page could influence. Empty unless a manifest declares them (`sca`).
    let shown: [ShownValue]

    /// A value that is shown and signed under a name.
    struct ShownValue: Hashable {
        /// The longest name and the longest value, in UTF-8 bytes.
        static let nameLimit = 140
        static let valueLimit = 500
        /// The most values of a statement.
        static let limit = 24

        let name: String
        let value: String
        /// Labels by language, from the manifest.
        let labels: [String: String]

        /// Returns the label in `language`; without one, the name itself.
        func label(in language: Language) -> String { labels[language.tag] ?? name }

        /// Reads a row of the engine. Returns `nil` if a part can't be shown as it is.
        init?(_ row: JSONValue) {
            guard let name = row["name"]?.string, PromptText.isPlain(name, atMost: ShownValue.nameLimit),
                let value = row["value"]?.string,
                value.isEmpty || PromptText.isPlain(value, atMost: ShownValue.valueLimit)
            else { return nil }
            self.name = name
            self.value = value
            labels = (row["label"]?.object ?? [:]).compactMapValues(\.string)
            guard labels.values.allSatisfy({ PromptText.isPlain($0, atMost: ShownValue.nameLimit) }) else { return nil }
        }
    }

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
        shown =
            rest["shown"] == nil
            ? []
            : try take("shown") { value in
                let rows = value.array?.compactMap(ShownValue.init)
                return rows.flatMap {
                    (1...ShownValue.limit).contains($0.count) && $0.count == value.array?.count ? $0 : nil
                }
            }
        guard rest.isEmpty else {
            throw JourneyError(.validationFail, "approveTransaction has an unknown parameter.")
        }
    }

    /// The signed claims.
    var claims: [String: JSONValue] {
        var claims: [String: JSONValue] = [
            "challenge": .string(challenge), "amount": .number(JSONNumber(amount)), "fee": .number(JSONNumber(fee)),
            "currency": .string(currency), "payeeName": .string(payeeName), "payeeAccount": .string(payeeAccount),
        ]
        if !shown.isEmpty {
            claims["shown"] = .array(shown.map { ["name": .string($0.name), "value": .string($0.value)] })
        }
        return claims
    }
}
