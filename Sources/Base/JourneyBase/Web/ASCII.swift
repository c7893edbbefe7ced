/// The classes of ASCII bytes that addresses and names are made of. Bytes, because `Character` compares by Unicode's
/// rules, and some of those make another letter equal to an ASCII one.
extension UInt8 {
    var isDigit: Bool { (0x30...0x39).contains(self) }
    var isLowerCaseLetter: Bool { (0x61...0x7A).contains(self) }
    var isUpperCaseLetter: Bool { (0x41...0x5A).contains(self) }
    var isLetterOrDigit: Bool { isLowerCaseLetter || isUpperCaseLetter || isDigit }
    var isHexDigit: Bool { Hex.value(self) != nil }

    /// This byte, with a letter in lower case.
    var lowerCased: UInt8 { isUpperCaseLetter ? self | 0x20 : self }
}
