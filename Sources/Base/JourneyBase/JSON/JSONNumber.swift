/// A JSON number, kept exactly as it was written (RFC 8259, section 6).
///
/// Two numbers are equal when they are spelled alike: `1` and `1.0` differ. Nothing is lost between reading and
/// writing, however large the number; whoever calculates asks for `int64` or `double` and sees when that cannot be.
public struct JSONNumber: Hashable, Sendable {
    /// The number's text, in the grammar of RFC 8259.
    public let lexeme: String

    /// The number spelled as `lexeme`, or `nil` when that is not a JSON number.
    public init?(lexeme: String) {
        guard JSONNumber.isNumber(lexeme.utf8) else { return nil }
        self.lexeme = lexeme
    }

    /// A whole number.
    public init(_ value: some FixedWidthInteger) { lexeme = String(value) }

    /// A binary number, spelled as RFC 8785 does; `nil` for NaN and the infinities, which JSON cannot say.
    public init?(_ value: Double) {
        guard let text = CanonicalNumber.text(of: value) else { return nil }
        lexeme = text
    }

    /// For the reader, which has checked the grammar.
    init(checked lexeme: String) { self.lexeme = lexeme }

    /// The value, when it is spelled as a whole number that fits.
    public var int64: Int64? { Int64(lexeme) }

    /// The nearest binary value, or `nil` when it is beyond the largest finite one.
    public var double: Double? {
        guard let value = Double(lexeme), value.isFinite else { return nil }
        return value
    }

    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        var rest = text[...]
        func digits() -> Int {
            let before = rest.count
            rest = rest.drop { (0x30...0x39).contains($0) }
            return before - rest.count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "0") {
            rest = rest.dropFirst()
        } else if digits() == 0 {
            return false
        }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            if digits() == 0 { return false }
        }
        if let e = rest.first, e == UInt8(ascii: "e") || e == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }
}
