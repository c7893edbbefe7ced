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

    /// The spelling of RFC 8785, section 3.2.2.3, or `nil` for a number beyond the largest finite binary one.
    var canonicalText: String? {
        // Whole numbers of up to 15 digits are binary numbers exactly and spelled as they are.
        let digits = lexeme.utf8.first == UInt8(ascii: "-") ? lexeme.utf8.dropFirst() : lexeme.utf8[...]
        if digits.count <= 15, digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }) {
            return lexeme
        }
        return double.flatMap(CanonicalNumber.text(of:))
    }

    /// Whether `text` follows the grammar of RFC 8259, section 6.
    static func isNumber(_ text: some Collection<UInt8>) -> Bool {
        if let answer = text.withContiguousStorageIfAvailable({ isNumber($0) }) { return answer }
        return Array(text).withUnsafeBufferPointer { isNumber($0) }
    }

    static func isNumber(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        func peek() -> UInt8 { at < text.count ? text[at] : 0 }
        func digits() -> Bool {
            let start = at
            while (0x30...0x39).contains(peek()) { at += 1 }
            return at > start
        }
        if peek() == UInt8(ascii: "-") { at += 1 }
        if peek() == UInt8(ascii: "0") { at += 1 } else if !digits() { return false }
        if peek() == UInt8(ascii: ".") {
            at += 1
            if !digits() { return false }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            at += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { at += 1 }
            if !digits() { return false }
        }
        return at == text.count
    }
}
