/// The classes of ASCII bytes that addresses and names are made of. Bytes, because `Character` compares by Unicode's
/// rules, and some of those make another letter equal to an ASCII one.
extension UInt8 {
    package var isDigit: Bool { (0x30...0x39).contains(self) }
    package var isLowerCaseLetter: Bool { (0x61...0x7A).contains(self) }
    package var isUpperCaseLetter: Bool { (0x41...0x5A).contains(self) }
    package var isLetterOrDigit: Bool { isLowerCaseLetter || isUpperCaseLetter || isDigit }
    package var isHexDigit: Bool { Hex.value(self) != nil }

    /// This byte, with a letter in lower case.
    package var lowerCased: UInt8 { isUpperCaseLetter ? self | 0x20 : self }
}
