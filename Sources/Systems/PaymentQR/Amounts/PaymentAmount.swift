/// An amount of money as an exact number of minor units. No binary fraction is involved.
public struct PaymentAmount: Hashable, Sendable, CustomStringConvertible {
    /// The number of minor units, such as 2372 for 23.72.
    public let minorUnits: Int64
    /// The currency's three letters (ISO 4217), such as `BDT`.
    public let currency: String

    init(minorUnits: Int64, currency: String) {
        self.minorUnits = minorUnits
        self.currency = currency
    }

    /// Reads a decimal number: digits with at most one point behind the first of them, not more decimals than the currency
    /// has, not zero.
    ///
    /// - Parameters:
    ///   - text: ASCII digits, 13 characters at most: `98`, `98.`, `98.73`.
    ///   - currency: The currency's three letters.
    /// - Returns: The amount, or `nil` if the text isn't an amount of the currency.
    public init?(_ text: String, currency: String) {
        guard CurrencyCode.isOne(currency), let units = PaymentAmount.units(text, currency: currency), units > 0 else {
            return nil
        }
        self.init(minorUnits: units, currency: currency)
    }

    /// The amount as a decimal number with all decimals of the currency, such as `23.72`.
    public var decimal: String { MinorUnits.decimal(minorUnits, currency) }

    public var description: String { "\(currency) \(decimal)" }

    /// Returns the minor units of a decimal number, zero included.
    static func units(_ text: String, currency: String) -> Int64? {
        let bytes = text.utf8
        guard (1...13).contains(bytes.count), bytes.first?.isDigit == true else { return nil }
        var (units, places): (Int64, Int?) = (0, nil)
        for byte in bytes {
            if byte == UInt8(ascii: ".") {
                guard places == nil else { return nil }
                places = 0
            } else {
                guard byte.isDigit else { return nil }
                units = units * 10 + Int64(byte - 0x30)
                places = places.map { $0 + 1 }
            }
        }
        let decimals = MinorUnits.decimals(currency)
        guard (places ?? 0) <= decimals else { return nil }
        // 13 digits and 4 decimals make 17 digits at most.
        for _ in (places ?? 0)..<decimals { units *= 10 }
        return units
    }
}
