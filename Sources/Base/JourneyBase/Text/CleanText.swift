/// Text of others on its way to a terminal.
package enum CleanText {
    /// `text` without what steers: control characters, which could redraw the terminal or press keys on some, become `?`;
    /// invisible marks that reorder text are left out. Line feeds stay only where a text may have them.
    package static func of(_ text: String, keepsLines: Bool = false) -> String {
        var out = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x0A where keepsLines: out.append(scalar)
            case 0x00..<0x20, 0x7F...0x9F, 0x2028...0x2029: out.append("?")
            default: if !scalar.properties.isBidiControl { out.append(scalar) }
            }
        }
        return String(out)
    }
}
