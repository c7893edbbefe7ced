import JourneyBase

extension Bundler {
    /// Spells numbers as RFC 8785 does, except those that would lose digits, such as the largest integer of 64 bits.
    static func canonical(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members): .object(members.mapValues(canonical))
        case .array(let elements): .array(elements.map(canonical))
        case .number(let number): .number(canonical(number))
        default: value
        }
    }

    private static func canonical(_ number: JSONNumber) -> JSONNumber {
        guard let bytes = JSONValue.number(number).canonicalBytes,
            let other = JSONNumber(lexeme: String(decoding: bytes, as: UTF8.self)),
            let (a, b) = pair(digits(of: number.lexeme), digits(of: other.lexeme)), a == b
        else { return number }
        return other
    }

    private static func pair<Value>(_ a: Value?, _ b: Value?) -> (Value, Value)? {
        if let a, let b { (a, b) } else { nil }
    }

    private struct Digits: Equatable {
        var isNegative = false
        var text = ""
        var exponent = 0
    }

    /// Returns the significant digits of a number and the power of ten of the last one, or `nil` for a huge exponent.
    private static func digits(of lexeme: String) -> Digits? {
        var digits = Digits(isNegative: lexeme.hasPrefix("-"))
        let parts = lexeme.drop { $0 == "-" }.lowercased().split(separator: "e")
        if parts.count == 2 {
            guard let exponent = Int(parts[1]), abs(exponent) < 10_000 else { return nil }
            digits.exponent = exponent
        }
        let number = parts[0].split(separator: ".")
        digits.text = number.joined()
        if number.count == 2 { digits.exponent -= number[1].count }
        digits.text = String(digits.text.drop { $0 == "0" })
        while digits.text.last == "0" {
            digits.text.removeLast()
            digits.exponent += 1
        }
        return digits.text.isEmpty ? Digits() : digits
    }
}
