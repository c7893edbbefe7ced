package import JourneyBase

extension Language {
    /// The language that the service is asked to answer in. It supports `en` and `bn` only.
    var serviceCode: String { self == .bengali ? "bn" : "en" }

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
