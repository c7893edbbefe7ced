/// Sanitises untrusted text for a terminal.
package enum CleanText {
    /// Returns `text` without control functions: control characters, which could drive the terminal, become `?`, and invisible
    /// directional marks are removed. Line feeds stay only with `keepsLines`.
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
