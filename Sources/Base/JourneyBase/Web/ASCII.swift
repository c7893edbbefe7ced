/// Character classes of ASCII bytes. They test bytes, because `Character` compares by Unicode's rules, which equate some other
/// letters with ASCII ones.
extension UInt8 {
    package var isDigit: Bool { (0x30...0x39).contains(self) }
    package var isLowerCaseLetter: Bool { (0x61...0x7A).contains(self) }
    package var isUpperCaseLetter: Bool { (0x41...0x5A).contains(self) }
    package var isLetterOrDigit: Bool { isLowerCaseLetter || isUpperCaseLetter || isDigit }

    /// `true` if the byte may be part of a token: letters, digits and ``!#$%&'*+-.^_`|~`` (RFC 9110, section 5.6.2).
    @inlinable package var isToken: Bool {
        guard self < 0x80 else { return false }
        let bits: UInt64 = self < 0x40 ? 0x03FF_6CFA_0000_0000 : 0x57FF_FFFF_C7FF_FFFE
        return bits >> UInt64(self & 0x3F) & 1 == 1
    }
    package var isHexDigit: Bool { Hex.value(self) != nil }

    /// The byte with an ASCII letter in lower case.
    package var lowerCased: UInt8 { isUpperCaseLetter ? self | 0x20 : self }
}
