/// An exact decimal number of at most 34 digits, as IEEE 754's decimal128 has. Nothing is ever rounded.
package struct ExpressionDecimal: Hashable, Sendable, CustomStringConvertible {
    /// The most digits, without leading and trailing zeros.
    static let digitLimit = 34
    /// The greatest power of ten either way.
    static let exponentLimit = 64

    let isNegative: Bool
    /// The digits, 0 to 9 each, without leading or trailing zeros; empty for zero.
    let digits: [UInt8]
    /// The power of ten: the value is `digits` × 10^`exponent`.
    let exponent: Int

    /// Creates the number `digits` × 10^`exponent`, or returns `nil` if it has too many digits.
    private init?(isNegative: Bool, digits: some Collection<UInt8>, exponent: Int) {
        let significant = digits.drop { $0 == 0 }
        let zeros = significant.reversed().prefix { $0 == 0 }.count
        let kept = Array(significant.dropLast(zeros))
        let power = kept.isEmpty ? 0 : exponent + zeros
        guard kept.count <= ExpressionDecimal.digitLimit, abs(power) <= ExpressionDecimal.exponentLimit else {
            return nil
        }
        self.isNegative = isNegative && !kept.isEmpty
        self.digits = kept
        self.exponent = power
    }

    init(_ value: Int64) {
        isNegative = value < 0
        var digits = String(value.magnitude).utf8.map { $0 - 0x30 }
        var power = 0
        while digits.last == 0 {
            digits.removeLast()
            power += 1
        }
        self.digits = digits
        exponent = digits.isEmpty ? 0 : power
    }

    /// Reads digits with an optional sign and an optional point, such as `-12.50`.
    ///
    /// - Parameter text: The text; no spaces, separators or exponents.
    /// - Returns: The number, or `nil` if the text is none or has more than 34 digits.
    package init?(_ text: String) {
        var bytes = Array(text.utf8)[...]
        let isNegative = bytes.first == UInt8(ascii: "-")
        if isNegative { bytes = bytes.dropFirst() }
        let parts = bytes.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        guard bytes.count <= 128, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } })
        else { return nil }
        self.init(
            isNegative: isNegative, digits: parts.joined().map { $0 - 0x30 },
            exponent: parts.count == 2 ? -parts[1].count : 0)
    }

    var negated: ExpressionDecimal {
        ExpressionDecimal(isNegative: !isNegative, digits: digits, exponent: exponent) ?? self
    }

    /// The digits of the magnitude at a power of ten that is not higher than the exponent.
    private func aligned(to power: Int) -> [UInt8] {
        digits.isEmpty ? [] : digits + Array(repeating: 0, count: exponent - power)
    }

    /// Returns the sum, or `nil` if it has more than 34 digits.
    func adding(_ other: ExpressionDecimal) -> ExpressionDecimal? {
        if digits.isEmpty { return other }
        if other.digits.isEmpty { return self }
        let power = min(exponent, other.exponent)
        let (a, b) = (aligned(to: power), other.aligned(to: power))
        if isNegative == other.isNegative {
            return ExpressionDecimal(
                isNegative: isNegative, digits: ExpressionDecimal.sum(a, b), exponent: power)
        }
        let order = ExpressionDecimal.compare(a, b)
        return ExpressionDecimal(
            isNegative: order > 0 ? isNegative : other.isNegative,
            digits: order > 0 ? ExpressionDecimal.difference(a, b) : ExpressionDecimal.difference(b, a),
            exponent: power)
    }

    /// Returns the product, or `nil` if it has more than 34 digits.
    func multiplied(by other: ExpressionDecimal) -> ExpressionDecimal? {
        var product = [Int](repeating: 0, count: digits.count + other.digits.count)
        for (i, a) in digits.reversed().enumerated() {
            for (j, b) in other.digits.reversed().enumerated() { product[i + j] += Int(a) * Int(b) }
        }
        var carry = 0
        let places = product.map { place -> UInt8 in
            let value = place + carry
            carry = value / 10
            return UInt8(value % 10)
        }
        return ExpressionDecimal(
            isNegative: isNegative != other.isNegative, digits: places.reversed(), exponent: exponent + other.exponent)
    }

    /// Returns -1, 0 or 1.
    func compared(to other: ExpressionDecimal) -> Int {
        let signs = (digits.isEmpty ? 0 : isNegative ? -1 : 1, other.digits.isEmpty ? 0 : other.isNegative ? -1 : 1)
        if signs.0 != signs.1 { return signs.0 < signs.1 ? -1 : 1 }
        let power = min(exponent, other.exponent)
        return ExpressionDecimal.compare(aligned(to: power), other.aligned(to: power)) * signs.0
    }

    /// Returns the number with exactly `places` digits after the point, or `nil` if it has more of them.
    func fixed(places: Int) -> String? {
        guard exponent >= -places else { return nil }
        return text(places: places)
    }

    /// Returns the number times 10^`places` as a whole number, or `nil` if it is none or exceeds 64 bits.
    func minor(places: Int) -> Int64? {
        guard exponent >= -places else { return nil }
        return Int64((isNegative ? "-" : "") + ExpressionDecimal.text(aligned(to: -places)))
    }

    package var description: String { text(places: max(0, -exponent)) }

    private func text(places: Int) -> String {
        var whole = aligned(to: -places)
        if whole.count <= places { whole = Array(repeating: 0, count: places + 1 - whole.count) + whole }
        let point = whole.count - places
        let fraction = places > 0 ? "." + ExpressionDecimal.text(Array(whole[point...])) : ""
        return (isNegative ? "-" : "") + ExpressionDecimal.text(Array(whole[..<point])) + fraction
    }

    private static func text(_ digits: [UInt8]) -> String {
        digits.isEmpty ? "0" : String(decoding: digits.map { $0 + 0x30 }, as: UTF8.self)
    }

    private static func compare(_ a: [UInt8], _ b: [UInt8]) -> Int {
        if a.count != b.count { return a.count < b.count ? -1 : 1 }
        if a == b { return 0 }
        return a.lexicographicallyPrecedes(b) ? -1 : 1
    }

    private static func sum(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var carry: UInt8 = 0
        for place in 0..<max(a.count, b.count) {
            let value = digit(a, place) + digit(b, place) + carry
            out.append(value % 10)
            carry = value / 10
        }
        out.append(carry)
        return out.reversed()
    }

    /// Returns `a` - `b`, of which `a` is not the lesser.
    private static func difference(_ a: [UInt8], _ b: [UInt8]) -> [UInt8] {
        var out: [UInt8] = []
        var borrow: UInt8 = 0
        for place in 0..<a.count {
            let taken = digit(b, place) + borrow
            let value = digit(a, place)
            borrow = value < taken ? 1 : 0
            out.append(value + borrow * 10 - taken)
        }
        return out.reversed()
    }

    private static func digit(_ digits: [UInt8], _ place: Int) -> UInt8 {
        place < digits.count ? digits[digits.count - 1 - place] : 0
    }
}
