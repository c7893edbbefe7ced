internal import Foundation

/// Formatting of amounts for screens, as a locale writes them (CLDR), without rounding and without a place to break the line.
package enum AmountText {
    /// The largest number of digits that `Decimal` represents exactly.
    private static let digitLimit = 38

    /// Formats an amount.
    ///
    /// The number of decimals is at least the currency's (ISO 4217), and at least the amount's own: nothing is rounded.
    ///
    /// - Parameters:
    ///   - amount: ASCII digits with at most one point between them, and `-` before a negative amount.
    ///   - currency: An ISO 4217 code.
    ///   - locale: The identifier of a locale, such as `bn-BD-u-nu-beng`.
    /// - Returns: The text; code and amount as they are when `amount` is malformed or too long.
    package static func text(_ amount: String, _ currency: String, locale: String) -> String {
        let digits = amount.hasPrefix("-") ? amount.dropFirst() : Substring(amount)
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        // `Decimal` reads any prefix that is a number, so the whole text is checked first.
        guard (1...2).contains(parts.count), digits.utf8.count <= digitLimit,
            parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isDigit) }), let value = Decimal(string: amount)
        else { return "\(currency)\u{A0}\(amount)" }
        let places = max(MinorUnits.decimals(currency), parts.count == 2 ? parts[1].utf8.count : 0)
        let style = Decimal.FormatStyle.Currency(code: currency, locale: Locale(identifier: locale))
            .precision(.fractionLength(places))
        return value.formatted(style).replacing(" ", with: "\u{A0}")
    }
}

extension Language {
    /// The locale of amounts. Bengali needs its digits named; Arabic-Indic digits are those of the rest of an Arabic screen.
    private var amountLocale: String {
        switch self {
        case .english: "en_GB"
        case .bengali: "bn-BD-u-nu-beng"
        case .arabic: "ar_EG"
        }
    }

    /// Formats an amount for a screen in this language, isolated where the language runs from right to left.
    ///
    /// - Parameters:
    ///   - amount: ASCII digits with at most one point between them, and `-` before a negative amount.
    ///   - currency: An ISO 4217 code.
    /// - Returns: The text, such as `£1,250.00`, with no-break spaces only.
    package func amount(_ amount: String, _ currency: String) -> String {
        let text = AmountText.text(amount, currency, locale: amountLocale)
        guard isRightToLeft else { return text }
        // The marks that the locale puts in stay: they keep number and currency in its order. A symbol such as `UK£` needs its own
        // direction; otherwise its sign is drawn before its letters.
        let symbol = text.drop { $0 != "\u{A0}" }.dropFirst()
        let isMixed = symbol.contains { $0.isLetter } && symbol.contains { !$0.isLetter }
        return "\u{2068}\(isMixed ? text.replacing(symbol, with: "\u{2066}\(symbol)\u{2069}") : text)\u{2069}"
    }

    /// Formats an amount in minor units, such as 125,000 of `GBP`. `amount` must not be negative.
    package func amount(minorUnits amount: Int64, _ currency: String) -> String {
        self.amount(MinorUnits.decimal(amount, currency), currency)
    }

    /// Formats an amount with a sign: `−` for a payment, `+` for a credit. `amount` has none.
    package func signedAmount(_ amount: String, _ currency: String, isCredit: Bool) -> String {
        // The locale's negative pattern says where the sign stands.
        self.amount("-" + amount, currency).replacing("-", with: isCredit ? "+" : "−")
    }
}
