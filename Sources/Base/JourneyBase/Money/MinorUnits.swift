/// Amounts in minor units, written by code and decimal places, so that they read the same in each language.
package enum MinorUnits {
    /// Currencies whose minor unit is not a hundredth (ISO 4217, list one).
    private static let places: [String: Int] = {
        var places: [String: Int] = ["CLF": 4, "UYW": 4]
        for code in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] { places[code] = 3 }
        for code in [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ] { places[code] = 0 }
        return places
    }()

    /// `GBP 1250.00` for 125,000 of `GBP`; `amount` is not negative.
    package static func text(_ amount: Int64, _ currency: String) -> String {
        "\(currency) \(decimal(amount, currency))"
    }

    /// `1250.00` for 125,000 of `GBP`; `amount` is not negative.
    package static func decimal(_ amount: Int64, _ currency: String) -> String {
        let places = places[currency] ?? 2
        let digits = String(amount)
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
