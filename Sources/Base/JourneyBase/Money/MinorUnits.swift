/// Amounts in minor units as decimal numbers.
package enum MinorUnits {
    /// Decimal places of the currencies that don't have two (ISO 4217, list one).
    private static let places: [String: Int] = {
        var places: [String: Int] = ["CLF": 4, "UYW": 4]
        for code in ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"] { places[code] = 3 }
        for code in [
            "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "UYI", "VND", "VUV", "XAF",
            "XOF", "XPF",
        ] { places[code] = 0 }
        return places
    }()

    /// Returns the currency's number of decimal places.
    package static func decimals(_ currency: String) -> Int { places[currency] ?? 2 }

    /// Formats an amount as a decimal number: `1250.00` for 125,000 of `GBP`. `amount` must not be negative.
    package static func decimal(_ amount: Int64, _ currency: String) -> String {
        let places = decimals(currency)
        let digits = String(amount)
        guard places > 0 else { return digits }
        let padded = String(repeating: "0", count: max(0, places + 1 - digits.count)) + digits
        return "\(padded.dropLast(places)).\(padded.suffix(places))"
    }
}
