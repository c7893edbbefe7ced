/// A tip or convenience fee of a merchant's code (objects 55 to 57).
public enum PaymentTip: Hashable, Sendable {
    /// The payer is asked for a tip.
    case askPayer
    /// A fixed fee is added.
    case fixed(PaymentAmount)
    /// A percentage is added, in hundredths of a percent: 150 is 1.50 %.
    case percentage(hundredths: Int)

    /// Returns the fee for an amount, rounded half up to minor units; `nil` if the payer decides.
    ///
    /// - Parameter amount: The amount before the fee.
    public func fee(for amount: PaymentAmount) -> PaymentAmount? {
        switch self {
        case .askPayer: return nil
        case .fixed(let fee): return fee
        case .percentage(let hundredths):
            // Split, so that no product exceeds 64 bits.
            let (whole, rest) = amount.minorUnits.quotientAndRemainder(dividingBy: 10_000)
            let fee = whole * Int64(hundredths) + (rest * Int64(hundredths) + 5_000) / 10_000
            return PaymentAmount(minorUnits: fee, currency: amount.currency)
        }
    }

    /// Reads a percentage from 00.01 to 99.99, with two decimals at most, as hundredths of a percent.
    static func hundredths(_ text: String) -> Int? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...5).contains(text.utf8.count), (1...2).contains(parts.count), (1...2).contains(parts[0].utf8.count),
            parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }), parts.count == 1 || parts[1].utf8.count <= 2,
            let whole = Int(parts[0]), let fraction = parts.count == 2 ? Int((parts[1] + "00").prefix(2)) : 0
        else { return nil }
        let value = whole * 100 + fraction
        return value > 0 ? value : nil
    }
}
