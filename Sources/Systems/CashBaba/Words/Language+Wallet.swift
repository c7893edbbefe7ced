package import JourneyBase

extension Language {
    /// The language that the service is asked to answer in. It supports `en` and `bn` only.
    var serviceCode: String { self == .bengali ? "bn" : "en" }

    /// Formats an amount of taka, given in ASCII with a point, in the language's digits and with the sign before it. Arabic uses
    /// its own decimal separator and the currency's name after the amount.
    package func taka(_ amount: String) -> String {
        guard self == .arabic else { return "৳\(digits(amount))" }
        return "\(digits(amount).replacing(".", with: "٫"))\u{A0}تاكا"
    }
}
