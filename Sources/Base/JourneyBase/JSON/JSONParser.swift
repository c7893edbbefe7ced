/// A single-pass recursive-descent parser. Depth is bounded, and with it the recursion.
struct JSONParser {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: JSONLimits
    private var at = 0
    private var valuesLeft: Int
    // Contents of the open containers. Each container is created once, at its final size, when it closes.
    private var members: [Member] = []
    private var elements: [JSONValue] = []

    private struct Member {
        var name: String
        var value: JSONValue
        var offset: Int
    }

    init(bytes: UnsafeBufferPointer<UInt8>, limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
        valuesLeft = limits.values
    }

    mutating func document() throws(JSONReadError) -> JSONValue {
        skipSpace()
        let value = try value(depth: 0)
        skipSpace()
        guard at == bytes.count else { throw fault(.trailingBytes) }
        return value
    }

    private func fault(_ reason: JSONReadError.Reason, expected: String? = nil) -> JSONReadError {
        JSONReadError(reason: reason, offset: at, expected: expected)
    }

    @inline(__always) private mutating func skipSpace() {
        while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x0A || bytes[at] == 0x0D || bytes[at] == 0x09 {
            at += 1
        }
    }

    private mutating func value(depth: Int) throws(JSONReadError) -> JSONValue {
        guard at < bytes.count else { throw fault(.unexpectedEnd) }
        valuesLeft -= 1
        guard valuesLeft >= 0 else { throw fault(.tooManyValues) }
        switch bytes[at] {
        case UInt8(ascii: "{"): return .object(try object(depth: depth + 1))
        case UInt8(ascii: "["): return .array(try array(depth: depth + 1))
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
        default: throw fault(.unexpectedByte, expected: "a value")
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONReadError) -> JSONValue {
        for index in 0..<text.utf8CodeUnitCount {
            guard at < bytes.count else { throw fault(.unexpectedEnd) }
            guard bytes[at] == text.utf8Start[index] else { throw fault(.unexpectedByte, expected: "'\(text)'") }
            at += 1
        }
        return value
    }

    private mutating func object(depth: Int) throws(JSONReadError) -> [String: JSONValue] {
        guard depth <= limits.depth else { throw fault(.tooDeep) }
        at += 1
        skipSpace()
        if try consume(UInt8(ascii: "}")) { return [:] }
        let base = members.count
        while true {
            skipSpace()
            guard at < bytes.count else { throw fault(.unexpectedEnd) }
            guard bytes[at] == UInt8(ascii: "\"") else {
                throw fault(
                    .unexpectedByte, expected: members.count == base ? "'}' or a property name" : "a property name")
            }
            let start = at
            let name = try string()
            skipSpace()
            guard try consume(UInt8(ascii: ":")) else { throw fault(.unexpectedByte, expected: "':'") }
            skipSpace()
            members.append(Member(name: name, value: try value(depth: depth), offset: start))
            skipSpace()
            if try consume(UInt8(ascii: "}")) { return try closeObject(from: base) }
            guard try consume(UInt8(ascii: ",")) else { throw fault(.unexpectedByte, expected: "',' or '}'") }
        }
    }

    private mutating func closeObject(from base: Int) throws(JSONReadError) -> [String: JSONValue] {
        var object = [String: JSONValue](minimumCapacity: members.count - base)
        for index in base..<members.count {
            guard object.updateValue(members[index].value, forKey: members[index].name) == nil else {
                throw JSONReadError(reason: .duplicateKey, offset: members[index].offset)
            }
        }
        members.removeLast(members.count - base)
        return object
    }

    private mutating func array(depth: Int) throws(JSONReadError) -> [JSONValue] {
        guard depth <= limits.depth else { throw fault(.tooDeep) }
        at += 1
        skipSpace()
        if try consume(UInt8(ascii: "]")) { return [] }
        let base = elements.count
        while true {
            skipSpace()
            elements.append(try value(depth: depth))
            skipSpace()
            if try consume(UInt8(ascii: "]")) {
                defer { elements.removeLast(elements.count - base) }
                return Array(elements[base...])
            }
            guard try consume(UInt8(ascii: ",")) else { throw fault(.unexpectedByte, expected: "',' or ']'") }
        }
    }

    private mutating func consume(_ byte: UInt8) throws(JSONReadError) -> Bool {
        guard at < bytes.count else { throw fault(.unexpectedEnd) }
        guard bytes[at] == byte else { return false }
        at += 1
        return true
    }

    private mutating func number() throws(JSONReadError) -> JSONNumber {
        let start = at
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
                UInt8(ascii: "e"), UInt8(ascii: "E"):
                at += 1
                continue
            default: break
            }
            break
        }
        let text = UnsafeBufferPointer(rebasing: bytes[start..<at])
        guard JSONNumber.isNumber(text) else { throw JSONReadError(reason: .badNumber, offset: start) }
        return JSONNumber(checked: String(decoding: text, as: UTF8.self))
    }

    /// Parses the string whose opening quote is next.
    private mutating func string() throws(JSONReadError) -> String {
        at += 1
        let start = at
        // Most strings are ASCII without escapes: they are copied as they are.
        var seen: UInt8 = 0
        while at < bytes.count {
            let byte = bytes[at]
            if byte == UInt8(ascii: "\"") {
                let text = UnsafeBufferPointer(rebasing: bytes[start..<at])
                at += 1
                return seen < 0x80 ? String(decoding: text, as: UTF8.self) : try utf8(text, from: start)
            }
            if byte == UInt8(ascii: "\\") { return try escapedString(from: start) }
            guard byte >= 0x20 else { throw fault(.badString) }
            seen |= byte
            at += 1
        }
        throw fault(.unexpectedEnd)
    }

    private func utf8(_ text: UnsafeBufferPointer<UInt8>, from start: Int) throws(JSONReadError) -> String {
        guard let string = String(validating: text, as: UTF8.self) else {
            throw JSONReadError(reason: .badUTF8, offset: start)
        }
        return string
    }

    private mutating func escapedString(from start: Int) throws(JSONReadError) -> String {
        var text = [UInt8](bytes[start..<at])
        while at < bytes.count {
            let byte = bytes[at]
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                let string = text.withUnsafeBufferPointer { String(validating: $0, as: UTF8.self) }
                guard let string else { throw JSONReadError(reason: .badUTF8, offset: start) }
                return string
            case UInt8(ascii: "\\"):
                at += 1
                text.append(contentsOf: try escape().utf8)
            case 0..<0x20: throw fault(.badString)
            default:
                text.append(byte)
                at += 1
            }
        }
        throw fault(.unexpectedEnd)
    }

    private mutating func escape() throws(JSONReadError) -> Unicode.Scalar {
        guard at < bytes.count else { throw fault(.unexpectedEnd) }
        let byte = bytes[at]
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try unicodeEscape()
        default:
            at -= 1
            throw fault(.badString)
        }
    }

    private mutating func unicodeEscape() throws(JSONReadError) -> Unicode.Scalar {
        let start = at
        let first = try hex4()
        var code = UInt32(first)
        if (0xD800...0xDBFF).contains(first) {
            guard at + 1 < bytes.count, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u") else {
                throw JSONReadError(reason: .badString, offset: start)
            }
            at += 2
            let second = try hex4()
            guard (0xDC00...0xDFFF).contains(second) else { throw JSONReadError(reason: .badString, offset: start) }
            code = 0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00)
        }
        // A lone low surrogate is no Unicode scalar value.
        guard let scalar = Unicode.Scalar(code) else { throw JSONReadError(reason: .badString, offset: start) }
        return scalar
    }

    private mutating func hex4() throws(JSONReadError) -> UInt16 {
        guard at + 4 <= bytes.count else { throw fault(.unexpectedEnd) }
        var value: UInt16 = 0
        for _ in 0..<4 {
            guard let digit = Hex.value(bytes[at]) else { throw fault(.badString) }
            value = value << 4 | UInt16(digit)
            at += 1
        }
        return value
    }
}
