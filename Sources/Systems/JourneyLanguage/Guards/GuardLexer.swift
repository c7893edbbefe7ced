/// A token of a guard.
struct GuardToken {
    enum Kind: Equatable {
        case name(String)
        case text(String)
        case number(String)
        case sign(String)
        case end
    }
    let kind: Kind
    let offset: Int
}

/// Splits a guard into tokens. Rejects characters that a guard may not contain, with a hint for common mistakes.
struct GuardLexer {
    private let bytes: [UInt8]
    private var at = 0

    private init(_ source: String) { bytes = Array(source.utf8) }

    static func tokens(of source: String) throws(GuardError) -> [GuardToken] {
        var lexer = GuardLexer(source)
        var tokens: [GuardToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    private mutating func next() throws(GuardError) -> GuardToken {
        while at < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[at]) { at += 1 }
        let start = at
        guard at < bytes.count else { return GuardToken(kind: .end, offset: start) }
        let kind: GuardToken.Kind
        switch bytes[at] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): kind = .text(try text())
        case 0x30...0x39: kind = .number(try number())
        case let byte where GuardLexer.startsName(byte): kind = .name(try name())
        default: kind = .sign(try sign())
        }
        return GuardToken(kind: kind, offset: start)
    }

    private static func startsName(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }

    private mutating func take(while accepts: (UInt8) -> Bool) -> String {
        let start = at
        while at < bytes.count, accepts(bytes[at]) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func name() throws(GuardError) -> String {
        let start = at
        let word = take { GuardLexer.startsName($0) || (0x30...0x39).contains($0) }
        if at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") {
            throw GuardError(.syntax, at: start, "A string literal has no prefix such as '\(word)'.")
        }
        return word
    }

    private mutating func digits() throws(GuardError) -> String {
        let start = at
        let digits = take { (0x30...0x39).contains($0) }
        guard !digits.isEmpty else { throw GuardError(.syntax, at: start, "A digit is missing.") }
        return digits
    }

    private mutating func number() throws(GuardError) -> String {
        let start = at
        var text = try digits()
        if text.utf8.count > 1, text.hasPrefix("0") {
            throw GuardError(.syntax, at: start, "A number has no leading zero.")
        }
        if at < bytes.count, bytes[at] == UInt8(ascii: ".") {
            at += 1
            text += "." + (try digits())
        }
        if at < bytes.count, bytes[at] | 0x20 == UInt8(ascii: "e") {
            at += 1
            text += "e"
            if at < bytes.count, bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") {
                text += String(Unicode.Scalar(bytes[at]))
                at += 1
            }
            text += try digits()
        }
        if at < bytes.count, GuardLexer.startsName(bytes[at]) {
            throw GuardError(
                .syntax, at: at, "A number must not be followed by a letter; units and hexadecimal are not supported.")
        }
        return text
    }

    private mutating func sign() throws(GuardError) -> String {
        let start = at
        for sign in ["==", "!=", "<=", ">=", "&&", "||"] where bytes[at...].starts(with: sign.utf8) {
            at += 2
            return sign
        }
        let byte = bytes[at]
        at += 1
        if "()[].!<>-".utf8.contains(byte) { return String(Unicode.Scalar(byte)) }
        let hint =
            switch byte {
            case UInt8(ascii: "="): "'=' is not an operator; use '=='."
            case UInt8(ascii: "&"): "'&' is not an operator; use '&&'."
            case UInt8(ascii: "|"): "'|' is not an operator; use '||'."
            case 0x21...0x7E: "'\(Unicode.Scalar(byte))' is not allowed in a guard."
            default: "Outside string literals, a guard must be printable ASCII."
            }
        throw GuardError(.syntax, at: start, hint)
    }

    private mutating func text() throws(GuardError) -> String {
        let start = at
        let quote = bytes[at]
        at += 1
        var out: [UInt8] = []
        while at < bytes.count, bytes[at] != quote {
            if bytes[at] == UInt8(ascii: "\\") {
                out += String(try escape()).utf8
            } else {
                guard bytes[at] >= 0x20 else {
                    throw GuardError(.syntax, at: at, "A string literal contains a control character.")
                }
                out.append(bytes[at])
                at += 1
            }
        }
        guard at < bytes.count else { throw GuardError(.syntax, at: start, "A string literal has no closing quote.") }
        at += 1
        if out.isEmpty, at < bytes.count, bytes[at] == quote {
            throw GuardError(.syntax, at: start, "Triple-quoted strings are not supported.")
        }
        return String(decoding: out, as: UTF8.self)
    }

    private mutating func escape() throws(GuardError) -> Unicode.Scalar {
        let start = at
        at += 1
        guard at < bytes.count else { throw GuardError(.syntax, at: start, "An escape sequence is incomplete.") }
        let byte = bytes[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "?"):
            return Unicode.Scalar(byte)
        case UInt8(ascii: "a"): return "\u{7}"
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "v"): return "\u{B}"
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            let count = byte == UInt8(ascii: "u") ? 4 : 8
            let hex = bytes[at...].prefix(count)
            guard hex.count == count, hex.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }),
                let code = UInt32(String(decoding: hex, as: UTF8.self), radix: 16), let scalar = Unicode.Scalar(code)
            else { throw GuardError(.syntax, at: start, "An escape sequence is not a Unicode scalar.") }
            at += count
            return scalar
        default: throw GuardError(.syntax, at: start, "An escape sequence is unknown.")
        }
    }
}
