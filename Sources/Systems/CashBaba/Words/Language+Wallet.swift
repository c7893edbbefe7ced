package import JourneyBase

extension Language {
    /// What the service is asked to answer in. It knows `en` and `bn` alone.
    var serviceCode: String { self == .bengali ? "bn" : "en" }

    /// An amount of taka, written in ASCII with a point: in the language's digits, with the sign before it; in Arabic with
    /// Arabic's decimal sign and the currency's name behind it, as it is said.
    package func taka(_ amount: String) -> String {
        guard self == .arabic else { return "৳\(digits(amount))" }
        return "\(digits(amount).replacing(".", with: "٫"))\u{A0}تاكا"
    }
}
