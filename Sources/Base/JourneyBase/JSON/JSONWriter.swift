extension JSONValue {
    /// The value as compact JSON, members in code-unit order, numbers exactly as they were read.
    public var compactBytes: [UInt8] { JSONWriter.write(self) { $0.lexeme } ?? [] }

    /// The value as compact JSON text.
    public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

    /// The canonical form of RFC 8785, or `nil` when a number lies beyond the finite binary ones.
    public var canonicalBytes: [UInt8]? { JSONWriter.write(self) { $0.double.flatMap(CanonicalNumber.text(of:)) } }

    /// Whether every number in the value is spelled as RFC 8785 would spell it, so that the canonical form changes none.
    public var hasOnlyCanonicalNumbers: Bool {
        switch self {
        case .number(let number): number.double.flatMap(CanonicalNumber.text(of:)) == number.lexeme
        case .array(let elements): elements.allSatisfy(\.hasOnlyCanonicalNumbers)
        case .object(let members): members.values.allSatisfy(\.hasOnlyCanonicalNumbers)
        default: true
        }
    }
}

enum JSONWriter {
    /// The bytes, or `nil` when `spell` refuses a number.
    static func write(_ value: JSONValue, spell: (JSONNumber) -> String?) -> [UInt8]? {
        var out: [UInt8] = []
        return append(value, to: &out, spell: spell) ? out : nil
    }

    private static func append(
        _ value: JSONValue, to out: inout [UInt8], spell: (JSONNumber) -> String?
    ) -> Bool {
        switch value {
        case .null: out += "null".utf8
        case .bool(let truth): out += (truth ? "true" : "false").utf8
        case .number(let number):
            guard let text = spell(number) else { return false }
            out += text.utf8
        case .string(let text): quote(text, to: &out)
        case .array(let elements):
            out.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                guard append(element, to: &out, spell: spell) else { return false }
            }
            out.append(UInt8(ascii: "]"))
        case .object(let members):
            out.append(UInt8(ascii: "{"))
            // RFC 8785, section 3.2.3: names sort by UTF-16 code unit.
            let sorted = members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
            for (index, member) in sorted.enumerated() {
                if index > 0 { out.append(UInt8(ascii: ",")) }
                quote(member.key, to: &out)
                out.append(UInt8(ascii: ":"))
                guard append(member.value, to: &out, spell: spell) else { return false }
            }
            out.append(UInt8(ascii: "}"))
        }
        return true
    }

    /// Escapes only what RFC 8785, section 3.2.2.2 escapes.
    static func quote(_ text: String, to out: inout [UInt8]) {
        let hex = Array("0123456789abcdef".utf8)
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case 0x08: out += "\\b".utf8
            case 0x09: out += "\\t".utf8
            case 0x0A: out += "\\n".utf8
            case 0x0C: out += "\\f".utf8
            case 0x0D: out += "\\r".utf8
            case 0..<0x20: out += "\\u00".utf8 + [hex[Int(byte >> 4)], hex[Int(byte & 15)]]
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
