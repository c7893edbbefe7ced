/// A token of an expression.
struct ExpressionToken {
    enum Kind: Equatable {
        case name(String)
        /// A name in backticks, which selects a member and names nothing else.
        case quotedName(String)
        case string(String)
        case bytes([UInt8])
        /// A whole number without sign, with its digits' base.
        case integer(String, radix: Int)
        case unsigned(String, radix: Int)
        case double(Double)
        case sign(ExpressionSign)
        case end
    }

    let kind: Kind
    let offset: Int
}

/// An operator, bracket or separator of an expression.
enum ExpressionSign: String {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case and = "&&"
    case or = "||"
    case less = "<"
    case greater = ">"
    case not = "!"
    case plus = "+"
    case minus = "-"
    case times = "*"
    case slash = "/"
    case percent = "%"
    case dot = "."
    case comma = ","
    case question = "?"
    case colon = ":"
    case openParenthesis = "("
    case closeParenthesis = ")"
    case openBracket = "["
    case closeBracket = "]"
    case openBrace = "{"
    case closeBrace = "}"

    /// Creates the sign at the start of `byte` and the byte after it; `nil` if there is none.
    init?(_ byte: UInt8, before next: UInt8?) {
        let isDoubled = next == byte
        let isBeforeEqual = next == UInt8(ascii: "=")
        switch Unicode.Scalar(byte) {
        case "=" where isDoubled: self = .equal
        case "&" where isDoubled: self = .and
        case "|" where isDoubled: self = .or
        case "!": self = isBeforeEqual ? .notEqual : .not
        case "<": self = isBeforeEqual ? .lessOrEqual : .less
        case ">": self = isBeforeEqual ? .greaterOrEqual : .greater
        case "+": self = .plus
        case "-": self = .minus
        case "*": self = .times
        case "/": self = .slash
        case "%": self = .percent
        case ".": self = .dot
        case ",": self = .comma
        case "?": self = .question
        case ":": self = .colon
        case "(": self = .openParenthesis
        case ")": self = .closeParenthesis
        case "[": self = .openBracket
        case "]": self = .closeBracket
        case "{": self = .openBrace
        case "}": self = .closeBrace
        default: return nil
        }
    }
}

/// Splits an expression into tokens (CEL's language definition, section "Syntax").
struct ExpressionLexer {
    let bytes: [UInt8]
    var at = 0

    private init(_ source: String) { bytes = Array(source.utf8) }

    static func tokens(of source: String) throws(ExpressionError) -> [ExpressionToken] {
        var lexer = ExpressionLexer(source)
        var tokens: [ExpressionToken] = []
        repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
        return tokens
    }

    var byte: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipSpace() {
        while let byte {
            switch byte {
            case 0x20, 0x09, 0x0A, 0x0C, 0x0D: at += 1
            case UInt8(ascii: "/") where at + 1 < bytes.count && bytes[at + 1] == byte:
                while let byte = self.byte, byte != 0x0A { at += 1 }
            default: return
            }
        }
    }

    private mutating func next() throws(ExpressionError) -> ExpressionToken {
        skipSpace()
        let start = at
        guard let byte else { return ExpressionToken(kind: .end, offset: start) }
        let kind: ExpressionToken.Kind
        if byte.isDigit || (byte == UInt8(ascii: ".") && at + 1 < bytes.count && bytes[at + 1].isDigit) {
            kind = try number()
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            kind = try literal(isRaw: false, isBytes: false)
        } else if ExpressionLexer.startsName(byte) {
            kind = try nameOrLiteral()
        } else if byte == UInt8(ascii: "`") {
            kind = try quotedName()
        } else {
            kind = try sign(byte)
        }
        return ExpressionToken(kind: kind, offset: start)
    }

    static func startsName(_ byte: UInt8) -> Bool {
        (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "_")
    }

    private mutating func take(while accepts: (UInt8) -> Bool) -> String {
        let start = at
        while let byte, accepts(byte) { at += 1 }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func nameOrLiteral() throws(ExpressionError) -> ExpressionToken.Kind {
        let word = take { ExpressionLexer.startsName($0) || $0.isDigit }
        if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
            switch word.lowercased() {
            case "r": return try literal(isRaw: true, isBytes: false)
            case "b": return try literal(isRaw: false, isBytes: true)
            case "br", "rb": return try literal(isRaw: true, isBytes: true)
            default: break
            }
        }
        return .name(word)
    }

    private mutating func quotedName() throws(ExpressionError) -> ExpressionToken.Kind {
        let start = at
        at += 1
        let name = take {
            ExpressionLexer.startsName($0) || $0.isDigit || ".-/ ".utf8.contains($0)
        }
        guard !name.isEmpty, byte == UInt8(ascii: "`") else {
            throw ExpressionError(
                .syntax, at: start, "A name in backticks has letters, digits, '_', '.', '-', '/' and spaces.")
        }
        at += 1
        return .quotedName(name)
    }

    private mutating func number() throws(ExpressionError) -> ExpressionToken.Kind {
        let start = at
        if byte == UInt8(ascii: "0"), at + 2 < bytes.count, bytes[at + 1] | 0x20 == UInt8(ascii: "x"),
            bytes[at + 2].isHexDigit
        {
            at += 2
            let digits = take { $0.isHexDigit }
            return try whole(digits, radix: 16, from: start)
        }
        var text = take { $0.isDigit }
        var isDouble = false
        if byte == UInt8(ascii: "."), at + 1 < bytes.count, bytes[at + 1].isDigit {
            at += 1
            text = (text.isEmpty ? "0" : text) + "." + take { $0.isDigit }
            isDouble = true
        }
        if let exponent = exponent() {
            text += exponent
            isDouble = true
        }
        guard isDouble else { return try whole(text, radix: 10, from: start) }
        try endNumber(from: start)
        guard let value = Double(text), value.isFinite else {
            throw ExpressionError(.number, at: start, "The number exceeds the largest double.")
        }
        return .double(value)
    }

    private mutating func exponent() -> String? {
        guard let byte, byte | 0x20 == UInt8(ascii: "e") else { return nil }
        let start = at
        at += 1
        var text = "e"
        if let sign = self.byte, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
            text.unicodeScalars.append(Unicode.Scalar(sign))
            at += 1
        }
        let digits = take { $0.isDigit }
        guard !digits.isEmpty else {
            at = start
            return nil
        }
        return text + digits
    }

    private mutating func whole(
        _ digits: String, radix: Int, from start: Int
    ) throws(ExpressionError) -> ExpressionToken.Kind {
        guard let byte, byte | 0x20 == UInt8(ascii: "u") else {
            try endNumber(from: start)
            return .integer(digits, radix: radix)
        }
        at += 1
        try endNumber(from: start)
        return .unsigned(digits, radix: radix)
    }

    private func endNumber(from start: Int) throws(ExpressionError) {
        guard let byte, ExpressionLexer.startsName(byte) || byte.isDigit else { return }
        throw ExpressionError(.syntax, at: at, "A number must not be followed by a letter or digit.")
    }

    private mutating func sign(_ byte: UInt8) throws(ExpressionError) -> ExpressionToken.Kind {
        let start = at
        if let sign = ExpressionSign(byte, before: at + 1 < bytes.count ? bytes[at + 1] : nil) {
            at += sign.rawValue.utf8.count
            return .sign(sign)
        }
        at += 1
        let hint =
            switch byte {
            case UInt8(ascii: "="): "'=' is not an operator; use '=='."
            case UInt8(ascii: "&"): "'&' is not an operator; use '&&'."
            case UInt8(ascii: "|"): "'|' is not an operator; use '||'."
            case 0x21...0x7E: "'\(Unicode.Scalar(byte))' is not allowed in an expression."
            default: "Outside string literals and comments, an expression must be printable ASCII."
            }
        throw ExpressionError(.syntax, at: start, hint)
    }
}
