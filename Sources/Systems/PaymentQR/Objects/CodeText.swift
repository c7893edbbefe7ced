/// Rules for texts in codes, by Unicode scalars.
enum CodeText {
    /// Returns `true` if `text` has visible ASCII characters and spaces only.
    static func isASCII(_ text: String) -> Bool { text.utf8.allSatisfy { (0x20...0x7E).contains($0) } }

    /// Returns `true` if `text` has no control character, no invisible one, and none that changes the direction of text.
    ///
    /// The joiners U+200C and U+200D stay: Bengali and other scripts need them.
    static func isVisible(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
            if scalar.value == 0x200C || scalar.value == 0x200D { return true }
            if scalar.properties.isNoncharacterCodePoint || scalar.properties.isDefaultIgnorableCodePoint {
                return false
            }
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate: return false
            default: return true
            }
        }
    }

    /// Returns `true` if `text` has ASCII digits only, `count` of them.
    static func isDigits(_ text: String, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy(\.isDigit)
    }

    /// Returns `text` without white space around it, which scanners and pasting add.
    static func trimmed(_ text: String) -> String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
        guard let first = text.utf8.first, let last = text.utf8.last, isSpace(first) || isSpace(last) else {
            return text
        }
        let bytes = Array(text.utf8)
        guard let start = bytes.firstIndex(where: { !isSpace($0) }),
            let end = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(decoding: bytes[start...end], as: UTF8.self)
    }
}
