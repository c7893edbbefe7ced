import JourneyBase

extension CBORItem {
    /// The item in diagnostic notation (RFC 8949, section 8), for people. Indefinite lengths are marked with an underscore, and
    /// the chunks of strings are shown.
    package var diagnostic: String {
        switch content {
        case .bytes, .text: string
        case .array(let items): "[\(mark)\(items.map(\.diagnostic).joined(separator: ", "))]"
        case .map(let members):
            "{\(mark)\(members.map { "\($0.key.diagnostic): \($0.value.diagnostic)" }.joined(separator: ", "))}"
        case .tagged(let tag, let item): "\(tag)(\(item.diagnostic))"
        case .unsigned(let value): "\(value)"
        case .negative(let value): value == .max ? "-18446744073709551616" : "-\(value + 1)"
        case .boolean(let value): "\(value)"
        case .null: "null"
        case .undefined: "undefined"
        case .simple(let value): "simple(\(value))"
        case .float(let bits): CBORItem.spelling(Double(bitPattern: bits))
        }
    }

    private var mark: String { node.isIndefinite ? "_ " : "" }

    private var string: String {
        let isText = node.major == .text
        guard node.isIndefinite else { return CBORItem.quoted(joined, isText: isText) }
        let pieces = pieces.map { CBORItem.quoted($0, isText: isText) }
        // Without chunks, the notation has a form of its own for each type (RFC 8949, section 8.1).
        return pieces.isEmpty ? (isText ? "\"\"_" : "''_") : "(_ \(pieces.joined(separator: ", ")))"
    }

    private static func quoted(_ bytes: ArraySlice<UInt8>, isText: Bool) -> String {
        isText ? quoted(String(decoding: bytes, as: UTF8.self)) : "h'\(Hex.encode(bytes))'"
    }

    /// Quotes text as in JSON, and also escapes all kinds of control characters, because terminals show it.
    private static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case _
            where [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory):
                for unit in String(scalar).utf16 {
                    out += "\\u" + Hex.encode([UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit)])
                }
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }

    private static func spelling(_ value: Double) -> String {
        value.isNaN ? "NaN" : value.isInfinite ? (value < 0 ? "-Infinity" : "Infinity") : "\(value)"
    }
}
