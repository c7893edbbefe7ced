/// Text on its way into a page of our own: what native screens and reports are drawn with.
package enum HTMLText {
    /// `text` for content and for attributes in quotes. It goes by scalars, since a browser knows no characters of
    /// several; control characters, which HTML cannot hold, are left out, all but the line feed.
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
