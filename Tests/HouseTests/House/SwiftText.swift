/// Swift source with its comments and the contents of its string literals blanked, line by line, so that a rule about code
/// sees code alone.
struct SwiftText {
    /// The code of each line.
    let code: [String]
    /// Whether each line holds a comment or a part of one.
    let hasComment: [Bool]
    /// All code, for a quick look before the lines are searched.
    private let all: [UInt8]

    /// Whether any line's code holds `token`.
    func holds(_ token: String) -> Bool {
        let token = Array(token.utf8)
        guard let first = token.first, all.count >= token.count else { return false }
        return all.indices.dropLast(token.count - 1).contains { start in
            all[start] == first && all[start..<start + token.count].elementsEqual(token)
        }
    }

    init(_ text: String) {
        var scanner = Scanner(bytes: Array(text.utf8))
        scanner.run()
        all = scanner.code
        code = scanner.code.split(separator: Scanner.newline, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        hasComment = scanner.hasComment
    }
}

/// One pass over the bytes.
private struct Scanner {
    static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let backslash = UInt8(ascii: "\\")

    let bytes: [UInt8]
    var code: [UInt8] = []
    var hasComment = [false]
    private var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    private func byte(_ offset: Int = 0) -> UInt8 { at + offset < bytes.count ? bytes[at + offset] : 0 }

    private func count(of byte: UInt8, from offset: Int = 0) -> Int {
        var count = 0
        while self.byte(offset + count) == byte { count += 1 }
        return count
    }

    mutating func run() {
        while at < bytes.count {
            let hashes = byte() == Scanner.hash ? count(of: Scanner.hash) : 0
            if byte() == Scanner.slash, byte(1) == Scanner.slash {
                lineComment()
            } else if byte() == Scanner.slash, byte(1) == Scanner.star {
                blockComment()
            } else if byte(hashes) == Scanner.quote {
                string(hashes: hashes)
            } else {
                if byte() == Scanner.newline { hasComment.append(false) }
                code.append(byte())
                at += 1
            }
        }
    }

    /// Passes over one byte that is no code; lines are kept.
    private mutating func skip(inComment: Bool = false) {
        if byte() == Scanner.newline {
            code.append(Scanner.newline)
            hasComment.append(inComment)
        }
        at += 1
    }

    private mutating func lineComment() {
        hasComment[hasComment.count - 1] = true
        while at < bytes.count, byte() != Scanner.newline { at += 1 }
    }

    private mutating func blockComment() {
        hasComment[hasComment.count - 1] = true
        var depth = 0
        repeat {
            let opens = byte() == Scanner.slash && byte(1) == Scanner.star
            let closes = byte() == Scanner.star && byte(1) == Scanner.slash
            depth += opens ? 1 : closes ? -1 : 0
            if opens || closes { at += 2 } else { skip(inComment: true) }
        } while depth > 0 && at < bytes.count
    }

    private mutating func string(hashes: Int) {
        at += hashes
        let quotes = count(of: Scanner.quote) >= 3 ? 3 : 1
        at += quotes
        code.append(Scanner.quote)
        while at < bytes.count {
            if byte() == Scanner.quote, count(of: Scanner.quote) >= quotes,
                count(of: Scanner.hash, from: quotes) >= hashes
            {
                at += quotes + hashes
                break
            }
            if byte() == Scanner.backslash, count(of: Scanner.hash, from: 1) >= hashes { at += hashes + 1 }
            skip()
        }
        code.append(Scanner.quote)
    }
}
