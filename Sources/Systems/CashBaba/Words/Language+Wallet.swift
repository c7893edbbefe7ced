package import JourneyBase

extension Language {
    /// The service's code of this language in `lang`, which has `en` and `bn` only.
    var serviceCode: String { self == .bengali ? "bn" : "en" }

    /// The `Accept-Language` of a call in a language that `lang` has no code for; `nil` for the others.
    var acceptedByService: String? { self == .arabic ? "ar, en;q=0.5" : nil }

    /// Formats an amount of taka as the language writes it: English as in Bangladesh, and Arabic with the currency's name.
    ///
    /// - Parameter amount: ASCII digits with at most one point between them, and `-` before a negative amount.
    /// - Returns: The text, without a place to break the line.
    package func taka(_ amount: String) -> String {
        switch self {
        case .english: AmountText.text(amount, "BDT", locale: "en_BD")
        case .bengali: self.amount(amount, "BDT")
        case .arabic: self.amount(amount, "BDT").replacing("BDT", with: "تاكا")
        }
    }
}
