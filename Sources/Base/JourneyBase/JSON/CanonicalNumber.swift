/// Number formatting of ECMAScript, which RFC 8785, section 3.2.2.3 declares canonical.
enum CanonicalNumber {
    /// Formats `value`. Returns `nil` for NaN and the infinities.
    static func text(of value: Double) -> String? {
        guard value.isFinite else { return nil }
        if value == 0 { return "0" }
        // Swift prints the shortest digits that round-trip, as ECMAScript does; only the layout differs.
        let (digits, exponent) = shortest(value.magnitude)
        let sign = value < 0 ? "-" : ""
        let count = digits.count
        switch exponent {
        case count...21 where exponent >= count:
            return sign + digits + String(repeating: "0", count: exponent - count)
        case 1...21:
            return sign + digits.prefix(exponent) + "." + digits.dropFirst(exponent)
        case -5...0:
            return sign + "0." + String(repeating: "0", count: -exponent) + digits
        default:
            let power = exponent - 1
            let fraction = count > 1 ? "." + digits.dropFirst() : ""
            return sign + digits.prefix(1) + fraction + "e" + (power < 0 ? "-" : "+") + String(power.magnitude)
        }
    }

    /// Returns the digits without leading or trailing zeros, and the exponent: value = 0.digits × 10^exponent.
    private static func shortest(_ value: Double) -> (digits: String, exponent: Int) {
        let parts = value.description.split(separator: "e")
        let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let whole = mantissa[0]
        var exponent = whole.count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
        var digits = whole + (mantissa.count > 1 ? mantissa[1] : "")
        let leading = digits.prefix { $0 == "0" }.count
        digits = digits.dropFirst(leading)
        exponent -= leading
        while digits.last == "0" { digits.removeLast() }
        return (String(digits), exponent)
    }
}
