extension CBORValue {
    /// The value in core deterministic encoding (RFC 8949, section 4.2.1): shortest heads, shortest floats that preserve the
    /// value, definite lengths, keys sorted by their bytes. Equal values have equal encodings.
    package var encoded: [UInt8] {
        var out: [UInt8] = []
        write(into: &out)
        return out
    }

    func write(into out: inout [UInt8]) {
        switch self {
        case .unsigned(let value): CBORHead.write(.unsigned, value, into: &out)
        case .negative(let value): CBORHead.write(.negative, value, into: &out)
        case .bytes(let bytes):
            CBORHead.write(.bytes, UInt64(bytes.count), into: &out)
            out += bytes
        case .text(let text):
            CBORHead.write(.text, UInt64(text.utf8.count), into: &out)
            out += text.utf8
        case .array(let values):
            CBORHead.write(.array, UInt64(values.count), into: &out)
            for value in values { value.write(into: &out) }
        case .map(let members):
            CBORHead.write(.map, UInt64(members.count), into: &out)
            if members.count == 1, let (key, value) = members.first {
                key.write(into: &out)
                value.write(into: &out)
            } else {
                SortedMembers(members).write(into: &out)
            }
        case .tagged(let tag, let value):
            CBORHead.write(.tag, tag, into: &out)
            value.write(into: &out)
        case .boolean(let value): out.append(value ? 0xF5 : 0xF4)
        case .null: out.append(0xF6)
        case .undefined: out.append(0xF7)
        case .simple(let value):
            switch value {
            case ..<20: out.append(0xE0 | value)
            case 32...: out += [0xF8, value]
            default: out.append(0xF7)
            }
        case .float(let bits): CBORFloat.write(bits, into: &out)
        }
    }
}
