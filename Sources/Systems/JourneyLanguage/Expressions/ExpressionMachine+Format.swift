internal import Foundation
internal import JourneyBase

extension ExpressionMachine {
    /// The most digits after a point that a format may ask for.
    private static let precisionLimit = 100

    /// Evaluates `format` of cel-go's strings library, version 1.
    mutating func formatted(_ text: String, _ arguments: Elements, _ index: Int) -> ExpressionValue {
        var out: [UInt8] = []
        var next = 0
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                out.append(byte)
                continue
            }
            if bytes.first == UInt8(ascii: "%") {
                bytes.removeFirst()
                out.append(byte)
                continue
            }
            var precision = 6
            if bytes.first == UInt8(ascii: ".") {
                let digits = bytes.dropFirst().prefix { $0.isDigit }
                bytes = bytes.dropFirst(1 + digits.count)
                guard let given = Int(String(decoding: digits, as: UTF8.self)),
                    given <= ExpressionMachine.precisionLimit
                else { return fault(.argument, index) }
                precision = given
            }
            guard let clause = bytes.popFirst(), next < arguments.count else { return fault(.argument, index) }
            let argument = arguments.at(next, index)
            next += 1
            guard let part = substitute(clause, argument, precision, index) else {
                return fault(isExhausted ? .cost : .argument, index)
            }
            guard charge(10 + part.utf8.count) else { return fault(.cost, index) }
            out += part.utf8
        }
        return .string(String(decoding: out, as: UTF8.self))
    }

    private mutating func substitute(
        _ clause: UInt8, _ argument: ExpressionValue, _ precision: Int, _ index: Int
    ) -> String? {
        switch clause {
        case UInt8(ascii: "s"): return plain(argument, index)
        case UInt8(ascii: "d"):
            switch argument {
            case .int(let value): return String(value)
            case .uint(let value): return String(value)
            case .double(let value) where !value.isFinite: return ExpressionNumbers.plainText(value)
            default: return nil
            }
        case UInt8(ascii: "f"), UInt8(ascii: "e"): return fraction(argument, precision, isFixed: clause == 0x66)
        case UInt8(ascii: "b"):
            if case .bool(let truth) = argument { return truth ? "1" : "0" }
            return whole(argument, radix: 2)
        case UInt8(ascii: "o"): return whole(argument, radix: 8)
        case UInt8(ascii: "x"), UInt8(ascii: "X"):
            let isUpper = clause == UInt8(ascii: "X")
            let text: String?
            switch argument {
            case .string(let given): text = Hex.encode(given.utf8)
            case .bytes(let bytes): text = Hex.encode(bytes)
            default: text = whole(argument, radix: 16)
            }
            return isUpper ? text?.uppercased() : text
        default: return nil
        }
    }

    private func whole(_ argument: ExpressionValue, radix: Int) -> String? {
        switch argument {
        case .int(let value): String(value, radix: radix)
        case .uint(let value): String(value, radix: radix)
        default: nil
        }
    }

    private func fraction(_ argument: ExpressionValue, _ precision: Int, isFixed: Bool) -> String? {
        let value: Double
        switch argument {
        case .double(let given): value = given
        case .int(let given): value = Double(given)
        case .uint(let given): value = Double(given)
        default: return nil
        }
        guard value.isFinite else { return ExpressionNumbers.plainText(value) }
        return String(format: "%.\(precision)\(isFixed ? "f" : "e")", value)
    }

    /// Writes a value for `%s`, or returns `nil` if it has no text or the cost limit is exceeded.
    private mutating func plain(_ value: ExpressionValue, _ index: Int) -> String? {
        guard charge(10) else { return nil }
        switch value {
        case .null: return "null"
        case .bool(let truth): return truth ? "true" : "false"
        case .int(let value): return String(value)
        case .uint(let value): return String(value)
        case .double(let value): return ExpressionNumbers.plainText(value)
        case .string(let text): return charge(text.utf8.count) ? text : nil
        case .bytes(let bytes): return charge(bytes.count) ? String(validating: bytes, as: UTF8.self) : nil
        case .timestamp(let time): return time.description
        case .duration(let duration): return ExpressionDuration.text(duration)
        case .decimal(let number): return number.description
        case .type(let type): return type.rawValue
        case .fault: return nil
        case .jsonList, .list: return list(value, index)
        case .jsonMap(let members):
            return map(members.map { (.string($0.key), ExpressionValue($0.value, node: index)) }, index)
        case .map(let map): return self.map(map.entries, index)
        }
    }

    private mutating func list(_ value: ExpressionValue, _ index: Int) -> String? {
        guard let elements = Elements(value) else { return nil }
        var parts: [String] = []
        for place in 0..<elements.count {
            guard let part = plain(elements.at(place, index), index) else { return nil }
            parts.append(part)
        }
        return "[" + parts.joined(separator: ", ") + "]"
    }

    /// Writes a map with its keys in the order of their texts.
    private mutating func map(_ entries: [(key: ExpressionValue, value: ExpressionValue)], _ index: Int) -> String? {
        var parts: [(key: String, value: String)] = []
        for entry in entries {
            guard let key = plain(entry.key, index), let value = plain(entry.value, index) else { return nil }
            parts.append((key, value))
        }
        parts.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{" + parts.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
    }
}
