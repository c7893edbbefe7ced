/// A JSON number with its original text (RFC 8259, section 6).
///
/// Numbers are equal if their texts are: `1` and `1.0` differ. Reading and writing lose no digit, however large the number.
/// `int64` and `double` convert, and return `nil` if the value doesn't fit.
public struct JSONNumber: Hashable, Sendable {
    /// The number's text, in the grammar of RFC 8259.
    public let lexeme: String

    /// Creates a number from its text, or returns `nil` if `lexeme` isn't a JSON number.
    public init?(lexeme: String) {
        guard JSONNumber.isNumber(lexeme.utf8) else { return nil }
        self.lexeme = lexeme
    }

    /// Creates an integer.
    public init(_ value: some FixedWidthInteger) { lexeme = String(value) }

    /// Creates a number in the format of RFC 8785. Returns `nil` for NaN and the infinities, which JSON can't express.
    public init?(_ value: Double) {
        guard let text = CanonicalNumber.text(of: value) else { return nil }
        lexeme = text
    }

    /// Creates a number from text whose grammar the parser has checked.
    init(checked lexeme: String) { self.lexeme = lexeme }

    /// The value, if the text is an integer that fits.
    public var int64: Int64? { Int64(lexeme) }

    /// The nearest binary value, or `nil` if it exceeds the largest finite one.
    public var double: Double? {
        guard let value = Double(lexeme), value.isFinite else { return nil }
        return value
    }

    /// The text in the format of RFC 8785, section 3.2.2.3, or `nil` if the value exceeds the largest finite binary number.
    var canonicalText: String? {
        // Integers of up to 15 digits are exact in binary and keep their text.
        let digits = lexeme.utf8.first == UInt8(ascii: "-") ? lexeme.utf8.dropFirst() : lexeme.utf8[...]
        if digits.count <= 15, digits.first != UInt8(ascii: "0"), digits.allSatisfy({ (0x30...0x39).contains($0) }) {
            return lexeme
        }
        return double.flatMap(CanonicalNumber.text(of:))
    }

    /// Returns `true` if `text` follows the grammar of RFC 8259, section 6.
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
