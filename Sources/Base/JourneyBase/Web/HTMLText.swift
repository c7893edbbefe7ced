/// Escapes text for the HTML of native screens and reports.
package enum HTMLText {
    /// Escapes `text` for element content and quoted attributes. Control characters other than the line feed, which HTML can't
    /// hold, are removed. Works on Unicode scalars, as browsers do.
    package static func escaped(_ text: String) -> String {
        var out = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": out += "&amp;"
            case "<": out += "&lt;"
            case ">": out += "&gt;"
            case "\"": out += "&quot;"
            case "'": out += "&#39;"
            case "\n": out += "\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out
    }
}
