internal import JourneyBase

extension ExpressionLexer {
    /// Reads a string or bytes literal, from its opening quotes.
    mutating func literal(isRaw: Bool, isBytes: Bool) throws(ExpressionError) -> ExpressionToken.Kind {
        let start = at
        let quote = bytes[at]
        let isTriple = bytes[at...].starts(with: [quote, quote, quote])
        let closing = Array(repeating: quote, count: isTriple ? 3 : 1)
        at += closing.count
        var out: [UInt8] = []
        while true {
            guard let byte else {
                throw ExpressionError(.syntax, at: start, "A string literal has no closing quote.")
            }
            if bytes[at...].starts(with: closing) { break }
            if byte == UInt8(ascii: "\\"), !isRaw {
                try escape(isBytes: isBytes, into: &out)
                continue
            }
            guard isTriple || (byte != 0x0A && byte != 0x0D) else {
                throw ExpressionError(.syntax, at: at, "A line ends inside a string literal.")
            }
            out.append(byte)
            at += 1
        }
        at += closing.count
        return isBytes ? .bytes(out) : .string(String(decoding: out, as: UTF8.self))
    }

    private mutating func escape(isBytes: Bool, into out: inout [UInt8]) throws(ExpressionError) {
        let start = at
        at += 1
        guard let byte else { throw ExpressionError(.syntax, at: start, "A string literal has no closing quote.") }
        at += 1
        switch byte {
        case UInt8(ascii: "a"): out.append(0x07)
        case UInt8(ascii: "b"): out.append(0x08)
        case UInt8(ascii: "f"): out.append(0x0C)
        case UInt8(ascii: "n"): out.append(0x0A)
        case UInt8(ascii: "r"): out.append(0x0D)
        case UInt8(ascii: "t"): out.append(0x09)
        case UInt8(ascii: "v"): out.append(0x0B)
        case UInt8(ascii: "\\"), UInt8(ascii: "?"), UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"):
            out.append(byte)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            try append(code: try digits(2, radix: 16, from: start), isOctet: isBytes, from: start, to: &out)
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
            guard !isBytes else {
                throw ExpressionError(.syntax, at: start, "A bytes literal has no escapes for characters.")
            }
            let code = try digits(byte == UInt8(ascii: "u") ? 4 : 8, radix: 16, from: start)
            try append(code: try joined(code, from: start), isOctet: false, from: start, to: &out)
        case UInt8(ascii: "0")...UInt8(ascii: "3"):
            at -= 1
            try append(code: try digits(3, radix: 8, from: start), isOctet: isBytes, from: start, to: &out)
        default: throw ExpressionError(.syntax, at: start, "A string literal has an unknown escape.")
        }
    }

    /// Joins a high surrogate with the low one that has to follow it.
    private mutating func joined(_ code: UInt32, from start: Int) throws(ExpressionError) -> UInt32 {
        guard (0xD800...0xDBFF).contains(code), bytes[at...].starts(with: Array("\\u".utf8)) else { return code }
        at += 2
        let low = try digits(4, radix: 16, from: start)
        guard (0xDC00...0xDFFF).contains(low) else {
            throw ExpressionError(.syntax, at: start, "A string literal has half of a surrogate pair.")
        }
        return 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
    }

    private mutating func digits(_ count: Int, radix: Int, from start: Int) throws(ExpressionError) -> UInt32 {
        let end = at + count
        guard end <= bytes.count,
            bytes[at..<end].allSatisfy({ radix == 16 ? $0.isHexDigit : (0x30...0x37).contains($0) }),
            let code = UInt32(String(decoding: bytes[at..<end], as: UTF8.self), radix: radix)
        else { throw ExpressionError(.syntax, at: start, "A string literal has an incomplete escape.") }
        at = end
        return code
    }

    private func append(
        code: UInt32, isOctet: Bool, from start: Int, to out: inout [UInt8]
    ) throws(ExpressionError) {
        if isOctet {
            out.append(UInt8(truncatingIfNeeded: code))
            return
        }
        guard let scalar = Unicode.Scalar(code) else {
            throw ExpressionError(.syntax, at: start, "A string literal has an escape that is no character.")
        }
        out += String(scalar).utf8
    }
}
