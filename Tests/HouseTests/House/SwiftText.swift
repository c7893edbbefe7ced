import Foundation

/// Swift source with comments and the contents of string literals blanked, line by line, so that rules about code see only code.
struct SwiftText {
    /// The code of each line.
    let code: [String]
    /// The code of each line including the contents of string literals, for names that a C library takes as text.
    let codeAndText: [String]
    /// `true` for each line with a comment or a part of one.
    let hasComment: [Bool]
    /// All code, for a fast search before the lines are searched.
    private let all: Data
    /// All code and the contents of string literals, in lower case.
    private let allWithText: Data

    /// Returns `true` if any line's code contains `token`.
    func holds(_ token: String) -> Bool { SwiftText.holds(all, token) }

    /// Returns `true` if any line's code or text contains `token` (given in lower case), ignoring case.
    func mentions(_ token: String) -> Bool { SwiftText.holds(allWithText, token) }

    /// Searches with Foundation: a loop in Swift takes minutes over the whole package in a debug build.
    private static func holds(_ all: Data, _ token: String) -> Bool { all.range(of: Data(token.utf8)) != nil }

    init(_ text: String) {
        var scanner = Scanner(bytes: Array(text.utf8))
        scanner.run()
        all = Data(scanner.code)
        allWithText = Data(scanner.codeAndText.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 })
        code = Scanner.lines(scanner.code)
        codeAndText = Scanner.lines(scanner.codeAndText)
        hasComment = scanner.hasComment
    }
}

/// A scanner that makes one pass over the bytes.
private struct Scanner {
    static let newline = UInt8(ascii: "\n")
    private static let quote = UInt8(ascii: "\"")
    private static let hash = UInt8(ascii: "#")
    private static let slash = UInt8(ascii: "/")
    private static let star = UInt8(ascii: "*")
    private static let backslash = UInt8(ascii: "\\")

    let bytes: [UInt8]
    private(set) var code: [UInt8] = []
    private(set) var codeAndText: [UInt8] = []
    var hasComment = [false]
    private var at = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    static func lines(_ bytes: [UInt8]) -> [String] {
        bytes.split(separator: newline, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    private mutating func append(_ byte: UInt8) {
        code.append(byte)
        codeAndText.append(byte)
    }

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
                append(byte())
                at += 1
            }
        }
    }

    /// Skips one byte that is not code; line breaks are preserved.
    private mutating func skip(inComment: Bool = false) {
        if byte() == Scanner.newline {
            append(Scanner.newline)
            hasComment.append(inComment)
        } else if !inComment {
            codeAndText.append(byte())
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
        append(Scanner.quote)
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
        append(Scanner.quote)
    }
}
