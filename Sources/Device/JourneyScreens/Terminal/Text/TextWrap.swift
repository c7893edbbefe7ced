/// Wraps text to a width, between words where possible, never inside a character.
enum TextWrap {
    /// Returns the lines of `text`, at least one, each at most `width` columns wide. Line feeds end lines; spaces at a break are
    /// dropped.
    static func lines(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph($0, width: max(width, 2)) }
    }

    private static func paragraph(_ text: Substring, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in text.split(separator: " ", omittingEmptySubsequences: true) {
            let size = TextWidth.of(word)
            if !line.isEmpty, used + 1 + size > width {
                lines.append(line)
                (line, used) = ("", 0)
            }
            if !line.isEmpty { (line, used) = (line + " ", used + 1) }
            guard size > width else {
                (line, used) = (line + word, used + size)
                continue
            }
            // Longer than a line, such as an address: it is broken anywhere.
            for character in word {
                let size = TextWidth.of(character)
                if used + size > width, !line.isEmpty {
                    lines.append(line)
                    (line, used) = ("", 0)
                }
                line.append(character)
                used += size
            }
        }
        return lines + [line]
    }

    /// Returns `text` padded with spaces to `width` columns.
    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(width - TextWidth.of(text), 0))
    }
}
