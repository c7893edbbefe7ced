@testable import JourneyScreens

/// The visible state of a terminal, from the few ECMA-48 sequences that a canvas uses.
///
/// Any other sequence is kept as `⎋`, so that a test that meets it fails.
struct TerminalView: Sendable {
    private var rows: [[String]]
    private var columns: Int
    private var height: Int
    private var row = 0
    private var column = 0
    private var sequence: String?

    init(columns: Int, rows height: Int) {
        (self.columns, self.height) = (columns, height)
        rows = [[]]
    }

    /// The rows without trailing spaces and trailing empty rows.
    var text: String {
        var lines = rows.map { row -> String in
            var line = row.joined()
            while line.last == " " { line.removeLast() }
            return line
        }
        while lines.last == "" { lines.removeLast() }
        return lines.joined(separator: "\n")
    }

    mutating func resize(columns: Int, rows height: Int) { (self.columns, self.height) = (columns, height) }

    mutating func write(_ text: String) {
        for character in text {
            if let begun = sequence { read(begun, character) } else { put(character) }
        }
    }

    private mutating func put(_ character: Character) {
        switch character {
        case "\u{1B}": sequence = ""
        case "\r": column = 0
        case "\n", "\r\n":
            // A line feed alone starts a new line, as with a terminal driver.
            column = 0
            row += 1
            if row == rows.count { rows.append([]) }
        default:
            let width = TextWidth.of(character)
            if column + width > columns {
                column = 0
                row += 1
                if row == rows.count { rows.append([]) }
            }
            while rows[row].count < column + width { rows[row].append(" ") }
            rows[row][column] = String(character)
            for rest in 1..<max(width, 1) where rest < width { rows[row][column + rest] = "" }
            column += width
        }
    }

    private mutating func read(_ begun: String, _ character: Character) {
        if begun.isEmpty, character == "[" { return sequence = "[" }
        guard begun.hasPrefix("["), character.isLetter else {
            sequence = begun.isEmpty ? nil : begun + String(character)
            if begun.isEmpty { put("⎋") }
            return
        }
        sequence = nil
        let parameter = begun.dropFirst()
        switch (character, parameter) {
        case ("A", _): row = max(row - (Int(parameter) ?? 1), 0)
        case ("K", ""): rows[row] = Array(rows[row].prefix(column))
        case ("J", ""):
            rows[row] = Array(rows[row].prefix(column))
            rows = Array(rows.prefix(row + 1))
        case ("H", ""): (row, column) = (0, 0)
        case ("J", "2"): rows = Array(repeating: [], count: row + 1)
        case ("m", _), ("l", "?25"), ("h", "?25"): break
        default: put("⎋")
        }
    }
}
