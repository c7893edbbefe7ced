internal import JourneyBase

/// The exact value of a JSON number: sign, digits and a power of ten. Equal for equal values, regardless of spelling.
struct ExactNumber: Hashable, Sendable {
    let isNegative: Bool
    /// The digits, 0 to 9 each, without leading or trailing zeros; empty for zero.
    let digits: [UInt8]
    /// The power of ten: the value is `digits` × 10^`exponent`.
    let exponent: Int

    /// Creates the value. Returns `nil` if the exponent has more than 15 digits.
    init?(_ number: JSONNumber) {
        var negative = false
        var digits: [UInt8] = []
        var scale = 0
        var power = 0
        var powerDigits = 0
        var isPowerNegative = false
        var part = 0
        for byte in number.lexeme.utf8 {
            switch byte {
            case UInt8(ascii: "-"): if part == 2 { isPowerNegative = true } else { negative = true }
            case UInt8(ascii: "+"): break
            case UInt8(ascii: "."): part = 1
            case UInt8(ascii: "e"), UInt8(ascii: "E"): part = 2
            default:
                let digit = byte - UInt8(ascii: "0")
                if part == 2 {
                    if powerDigits > 0 || digit > 0 { powerDigits += 1 }
                    guard powerDigits <= 15 else { return nil }
                    power = power * 10 + Int(digit)
                } else {
                    if part == 1 { scale += 1 }
                    if !digits.isEmpty || digit > 0 { digits.append(digit) }
                }
            }
        }
        var exponent = (isPowerNegative ? -power : power) - scale
        while digits.last == 0 {
            digits.removeLast()
            exponent += 1
        }
        isNegative = negative && !digits.isEmpty
        self.digits = digits
        self.exponent = digits.isEmpty ? 0 : exponent
    }

    /// Returns `true` if the value of `number` is whole. Lexemes of digits alone take a fast path.
    static func isWhole(_ number: JSONNumber) -> Bool {
        if number.lexeme.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) { return true }
        return ExactNumber(number)?.isWhole ?? false
    }

    var isZero: Bool { digits.isEmpty }
    /// `true` for whole numbers, including `1.0` and `1e3`.
    var isWhole: Bool { exponent >= 0 }

    /// Returns a negative number, zero or a positive number if the value is less than, equal to or greater than `other`.
    func compared(to other: ExactNumber) -> Int {
        let signs = (sign, other.sign)
        if signs.0 != signs.1 { return signs.0 - signs.1 }
        return comparedMagnitude(to: other) * signs.0
    }

    private var sign: Int { isZero ? 0 : isNegative ? -1 : 1 }

    private func comparedMagnitude(to other: ExactNumber) -> Int {
        let (mine, its) = (digits.count + exponent, other.digits.count + other.exponent)
        if mine != its { return mine < its ? -1 : 1 }
        if digits.lexicographicallyPrecedes(other.digits) { return -1 }
        return digits == other.digits ? 0 : 1
    }
}

/// The divisor of `multipleOf`.
struct ExactDivisor: Sendable {
    private let digits: UInt64
    private let exponent: Int
    let text: String

    /// Creates the divisor. Returns `nil` unless it is positive and has at most 18 digits.
    init?(_ number: JSONNumber) {
        guard let value = ExactNumber(number), !value.isZero, !value.isNegative, value.digits.count <= 18 else {
            return nil
        }
        digits = value.digits.reduce(0) { $0 * 10 + UInt64($1) }
        exponent = value.exponent
        text = number.lexeme
    }

    func divides(_ value: ExactNumber) -> Bool {
        if value.isZero { return true }
        // The last digit of `value.digits` is not 0, so no power of ten divides it.
        guard value.exponent >= exponent else { return false }
        var rest = value.digits.reduce(UInt64(0)) { (product($0, 10) + UInt64($1)) % digits }
        var power = value.exponent - exponent
        var base = 10 % digits
        while power > 0 {
            if power & 1 == 1 { rest = product(rest, base) }
            base = product(base, base)
            power >>= 1
        }
        return rest == 0
    }

    /// Returns `a` × `b` modulo `digits`; both are less than it, or 10.
    private func product(_ a: UInt64, _ b: UInt64) -> UInt64 {
        let full = (a % digits).multipliedFullWidth(by: b % digits)
        return digits.dividingFullWidth(full).remainder
    }
}
