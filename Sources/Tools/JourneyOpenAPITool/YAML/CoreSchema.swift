import JourneyBase

/// The resolution of plain scalars by the core schema of YAML 1.2.2 (section 10.3.2).
enum CoreSchema {
    /// Returns the value of a plain scalar, or `nil` for an infinity or a text that is not a number, which JSON lacks.
    static func value(of text: String) -> JSONValue? {
        // Most scalars are words, which their first character tells.
        switch text.utf8.first ?? 0x7E {
        case 0x7E, 0x4E, 0x6E: return ["", "~", "null", "Null", "NULL"].contains(text) ? .null : .string(text)
        case 0x54, 0x74: return ["true", "True", "TRUE"].contains(text) ? true : .string(text)
        case 0x46, 0x66: return ["false", "False", "FALSE"].contains(text) ? false : .string(text)
        case 0x2B, 0x2D, 0x2E: break
        case 0x30...0x39: break
        default: return .string(text)
        }
        if let number = JSONNumber(lexeme: text) { return .number(number) }
        if infinities.contains(text) { return nil }
        if let lexeme = lexeme(of: text), let number = JSONNumber(lexeme: lexeme) { return .number(number) }
        return .string(text)
    }

    private static let infinities: Set<String> = Set(
        [".inf", ".Inf", ".INF"].flatMap { [$0, "+" + $0, "-" + $0] } + [".nan", ".NaN", ".NAN"])

    /// Returns `true` if a plain scalar is an integer.
    static func isWhole(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        return digits.hasPrefix("0x") || digits.hasPrefix("0o") || digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Returns `true` for a number such as `012` or `-007`, but not `0`, `0.5` or `0x1F`.
    static func hasLeadingZero(_ text: String) -> Bool {
        let digits = text.hasPrefix("-") || text.hasPrefix("+") ? text.dropFirst() : text[...]
        guard digits.utf8.first == 0x30, let second = digits.utf8.dropFirst().first else { return false }
        return (0x30...0x39).contains(second)
    }

    /// Returns a number of the core schema in JSON's grammar, or `nil` if the text is none.
    private static func lexeme(of text: String) -> String? {
        for (prefix, radix) in [("0x", 16), ("0o", 8)] where text.hasPrefix(prefix) {
            let digits = text.dropFirst(2)
            guard digits.first != "+", digits.first != "-", let value = UInt64(digits, radix: radix) else { return nil }
            return String(value)
        }
        var rest = text.utf8[...]
        var out = ""
        if let sign = rest.first, "+-".utf8.contains(sign) {
            if sign == UInt8(ascii: "-") { out = "-" }
            rest.removeFirst()
        }
        func digits() -> String {
            let run = rest.prefix { (0x30...0x39).contains($0) }
            rest.removeFirst(run.count)
            return String(decoding: run, as: UTF8.self)
        }
        let whole = digits()
        var fraction = ""
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            fraction = digits()
            guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        }
        guard !whole.isEmpty || !fraction.isEmpty else { return nil }
        let significant = whole.drop { $0 == "0" }
        out += significant.isEmpty ? "0" : significant
        if !fraction.isEmpty { out += "." + fraction }
        if let letter = rest.first, letter | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            out += "e"
            if let sign = rest.first, "+-".utf8.contains(sign) {
                out += sign == UInt8(ascii: "-") ? "-" : ""
                rest.removeFirst()
            }
            let exponent = digits()
            guard !exponent.isEmpty else { return nil }
            out += exponent
        }
        return rest.isEmpty ? out : nil
    }
}
