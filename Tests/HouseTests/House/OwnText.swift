/// The texts in Arabic and Bengali in a source file, and the Latin words in them.
enum OwnText {
    /// The names, keys and examples that such a text may have in Latin letters.
    private static let names = [
        "CashBaba", "Amelia Stone", "A · ", "B · ", "A  · ", "B  · ", "mdoc:…", "Tab", "Enter", "Esc", "Ctrl-C",
        "Page Up", "Page Down",
        " b ", "1990-12-31",
        "07700 900123", "04-00-04",
        "SW1A 1AA", "name@example.com",
    ]

    /// Returns the literals of a line of Swift or JavaScript that have Arabic or Bengali letters, without their escapes and
    /// interpolations.
    static func literals(in line: Substring) -> [String] {
        guard line.unicodeScalars.contains(where: isOwn) else { return [] }
        var scanner = LiteralScanner(scalars: Array(line.unicodeScalars))
        return scanner.literals().filter { $0.unicodeScalars.contains(where: isOwn) }
    }

    /// Returns the words and numbers in Latin letters and digits, apart from the names.
    static func latin(in text: String) -> [String] {
        var rest = text
        for name in names { rest = rest.replacing(name, with: " ") }
        return rest.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }.map(String.init)
    }

    private static func isOwn(_ scalar: Unicode.Scalar) -> Bool {
        ((0x600...0x6FF).contains(scalar.value) || (0x980...0x9FF).contains(scalar.value))
            && scalar.properties.isAlphabetic
    }
}

/// A scanner for the literals of one line.
private struct LiteralScanner {
    let scalars: [Unicode.Scalar]
    private var index = 0

    init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

    mutating func literals() -> [String] {
        var found: [String] = []
        while index < scalars.count, !isComment {
            index += 1
            if scalars[index - 1] == "\"" { found.append(literal()) }
        }
        return found
    }

    private var isComment: Bool {
        scalars[index] == "/" && index + 1 < scalars.count && scalars[index + 1] == "/"
    }

    private mutating func literal() -> String {
        var text = String.UnicodeScalarView()
        while index < scalars.count, scalars[index] != "\"" {
            if scalars[index] == "\\" {
                text.append(" ")
                skipEscape()
            } else {
                text.append(scalars[index])
                index += 1
            }
        }
        index += 1
        return String(text)
    }

    /// Skips an escape; of an interpolation, all of it.
    private mutating func skipEscape() {
        index += 1
        guard index < scalars.count else { return }
        if scalars[index] == "(" {
            skip(from: "(", to: ")")
        } else if scalars[index] == "u", index + 1 < scalars.count, scalars[index + 1] == "{" {
            index += 1
            skip(from: "{", to: "}")
        } else {
            // JavaScript's form has four digits.
            index += scalars[index] == "u" ? 5 : 1
        }
    }

    /// Skips from an opening bracket to the closing one that belongs to it.
    private mutating func skip(from opening: Unicode.Scalar, to closing: Unicode.Scalar) {
        var depth = 0
        while index < scalars.count {
            if scalars[index] == opening { depth += 1 }
            if scalars[index] == closing { depth -= 1 }
            index += 1
            if depth == 0 { return }
        }
    }
}
