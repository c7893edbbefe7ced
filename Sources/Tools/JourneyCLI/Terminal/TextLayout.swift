/// Formats plain text in columns.
package enum TextLayout {
    /// Pads `text` with spaces to `width` columns. Colour codes don't count.
    package static func pad(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - columns(of: text)))
    }

    /// Wraps text at spaces to lines of at most `width` columns.
    package static func wrap(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, columns(of: line) + 1 + columns(of: String(word)) > width {
                lines.append(line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + word
        }
        return lines + (line.isEmpty ? [] : [line])
    }

    /// Formats rows under a heading in aligned columns, without trailing spaces. The columns in `right` are right-aligned.
    package static func table(
        _ heading: [String], _ rows: [[String]], right: Set<Int> = [], style: Style = Style(isColored: false)
    ) -> String {
        let all = [heading] + rows
        let widths = heading.indices.map { column in
            all.map { $0.indices.contains(column) ? columns(of: $0[column]) : 0 }.max() ?? 0
        }
        func line(_ cells: [String]) -> String {
            var out = ""
            for (column, cell) in cells.enumerated() {
                let gap = String(repeating: " ", count: max(0, widths[column] - columns(of: cell)))
                out += column == 0 ? "" : "  "
                out += right.contains(column) ? gap + cell : cell + (column == cells.count - 1 ? "" : gap)
            }
            while out.last == " " { out.removeLast() }
            return out
        }
        return ([style.bold(line(heading))] + rows.map(line)).joined(separator: "\n")
    }

    /// Returns the number of visible characters, without those of colour codes.
    static func columns(of text: String) -> Int {
        var count = 0
        var isEscape = false
        for character in text {
            if character == "\u{1B}" { isEscape = true }
            if !isEscape { count += 1 }
            if isEscape, character == "m" { isEscape = false }
        }
        return count
    }
}
