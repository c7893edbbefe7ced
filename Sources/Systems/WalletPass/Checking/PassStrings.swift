import Foundation

/// The strings of one language: `"key" = "value";`, with C comments.
package struct PassStrings {
    package let values: [String: String]
    /// `true` if the file is UTF-8 with non-ASCII characters, which older systems cannot read.
    let isPlainButNotASCII: Bool

    /// Parses a strings file; `nil` when it is malformed.
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

/// A scanner that reads a strings file once from start to end.
private struct StringsScanner {
    /// The file as UTF-8. All separators are ASCII, which never occurs inside other characters.
    private let bytes: [UInt8]
    private var place = 0

    init(_ text: String) { bytes = Array(text.utf8) }

    mutating func pairs() -> [String: String]? {
        var values: [String: String] = [:]
        while skip() {
            guard place < bytes.count else { return values }
            guard let key = quoted(), skip(), take("="), skip(), let value = quoted(), skip(), take(";"),
                values.updateValue(value, forKey: key) == nil
            else { return nil }
        }
        return nil
    }

    private func stands(_ scalar: Unicode.Scalar, at place: Int) -> Bool {
        place < bytes.count && bytes[place] == UInt8(ascii: scalar)
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard stands(scalar, at: place) else { return false }
        place += 1
        return true
    }

    /// Skips white space and comments; returns `false` for an unterminated comment.
    private mutating func skip() -> Bool {
        while place < bytes.count {
            let space = spaceLength
            if space > 0 {
                place += space
            } else if stands("/", at: place), stands("/", at: place + 1) {
                while place < bytes.count, !stands("\n", at: place) { place += 1 }
            } else if stands("/", at: place), stands("*", at: place + 1) {
                place += 2
                while place + 1 < bytes.count, !stands("*", at: place) || !stands("/", at: place + 1) { place += 1 }
                guard place + 1 < bytes.count else { return false }
                place += 2
            } else {
                break
            }
        }
        return true
    }

    /// The length in bytes of the white space at the current position; 0 for anything else.
    private var spaceLength: Int {
        switch bytes[place] {
        case 0x09...0x0D, 0x20: return 1
        case 0..<0x80: return 0
        default:
            let here = String(decoding: bytes[place...].prefix(4), as: UTF8.self)
            guard let scalar = here.unicodeScalars.first, scalar.properties.isWhitespace else { return 0 }
            return UTF8.width(scalar)
        }
    }

    private mutating func quoted() -> String? {
        guard take("\"") else { return nil }
        var text: [UInt8] = []
        var start = place
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
            text += bytes[start..<place - 1]
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            guard place < bytes.count else { return nil }
            switch bytes[place] {
            case UInt8(ascii: "n"): text.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "t"): text.append(UInt8(ascii: "\t"))
            case UInt8(ascii: "r"): text.append(UInt8(ascii: "\r"))
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "'"): text.append(bytes[place])
            default: return nil
            }
            place += 1
            start = place
        }
        return nil
    }
}
