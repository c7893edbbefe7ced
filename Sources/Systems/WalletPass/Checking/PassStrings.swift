import Foundation

/// A language's texts: `"key" = "value";`, with comments as C has them.
package struct PassStrings {
    package let values: [String: String]
    /// Whether it is UTF-8 with characters beyond ASCII, which older systems do not read.
    let isPlainButNotASCII: Bool

    /// `nil` for what is no such file.
    package init?(_ bytes: [UInt8]) {
        let isWide = bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF])
        let text: String?
        if isWide {
            text = String(data: Data(bytes), encoding: .utf16)
        } else {
            text = String(
                validating: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...], as: UTF8.self)
        }
        guard let text, bytes.count <= 1 << 20 else { return nil }
        isPlainButNotASCII = !isWide && bytes.contains { $0 >= 0x80 }
        var scanner = StringsScanner(text)
        guard let values = scanner.pairs() else { return nil }
        self.values = values
    }
}

/// Reads a strings file from its start to its end, once.
private struct StringsScanner {
    private let characters: [Unicode.Scalar]
    private var place = 0

    init(_ text: String) { characters = Array(text.unicodeScalars) }

    mutating func pairs() -> [String: String]? {
        var values: [String: String] = [:]
        while skip() {
            guard place < characters.count else { return values }
            guard let key = quoted(), skip(), take("="), skip(), let value = quoted(), skip(), take(";"),
                values.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return nil
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard place < characters.count, characters[place] == scalar else { return false }
        place += 1
        return true
    }

    /// Passes over white space and comments; `false` for a comment without an end.
    private mutating func skip() -> Bool {
        while place < characters.count {
            if characters[place].properties.isWhitespace {
                place += 1
            } else if characters[place] == "/", place + 1 < characters.count, characters[place + 1] == "/" {
                while place < characters.count, characters[place] != "\n" { place += 1 }
            } else if characters[place] == "/", place + 1 < characters.count, characters[place + 1] == "*" {
                place += 2
                while place + 1 < characters.count, characters[place] != "*" || characters[place + 1] != "/" {
                    place += 1
                }
                guard place + 1 < characters.count else { return false }
                place += 2
            } else {
                break
            }
        }
        return true
    }

    private mutating func quoted() -> String? {
        guard take("\"") else { return nil }
        var text = String.UnicodeScalarView()
        while place < characters.count {
            let scalar = characters[place]
            place += 1
            if scalar == "\"" { return String(text) }
            guard scalar == "\\" else {
                text.append(scalar)
                continue
            }
            guard place < characters.count else { return nil }
            switch characters[place] {
            case "n": text.append("\n")
            case "t": text.append("\t")
            case "r": text.append("\r")
            case "\"", "\\", "'": text.append(characters[place])
            default: return nil
            }
            place += 1
        }
        return nil
    }
}
