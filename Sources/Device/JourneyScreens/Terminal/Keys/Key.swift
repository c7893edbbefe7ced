/// A key as a terminal sends it.
enum Key: Hashable, Sendable {
    case scalar(Unicode.Scalar)
    case enter, tab, backTab, up, down, pageUp, pageDown, backspace, escape
    /// Ctrl-U: empties the field.
    case clear
    /// Ctrl-C, Ctrl-D, Ctrl-\: leaves.
    case leave
    /// Any other key: ignored.
    case other
}

/// Converts bytes of a terminal to keys; a value that holds at most the start of a key.
struct KeyParser: Sendable {
    private enum State: Hashable, Sendable {
        case ground
        case escape
        /// After `ESC [` or `ESC O`, with the parameter so far.
        case sequence(UInt16)
        /// A UTF-8 scalar: its value so far, the number of bytes to come, and its lowest valid value.
        case scalar(UInt32, Int, least: UInt32)
    }

    private var state = State.ground

    /// `true` when a key has begun: a lone ESC is only recognised by the silence after it.
    var isInside: Bool { state != .ground }

    /// Returns the key that ends with `byte`, if one does.
    mutating func feed(_ byte: UInt8) -> Key? {
        switch state {
        case .ground: return start(byte)
        case .escape:
            state = .ground
            if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "O") {
                state = .sequence(0)
                return nil
            }
            // ESC directly followed by a key is that key with Alt: ignored.
            return byte == 0x1B ? .escape : .other
        case .sequence(let parameter): return sequence(byte, parameter)
        case .scalar(let value, let left, let least):
            guard byte & 0xC0 == 0x80 else {
                state = .ground
                return start(byte)
            }
            let value = value << 6 | UInt32(byte & 0x3F)
            if left > 1 {
                state = .scalar(value, left - 1, least: least)
                return nil
            }
            state = .ground
            guard value >= least, let scalar = Unicode.Scalar(value) else { return .other }
            return .scalar(scalar)
        }
    }

    /// Returns the key that silence ends.
    mutating func silence() -> Key? {
        defer { state = .ground }
        return state == .escape ? .escape : state == .ground ? nil : .other
    }

    private mutating func start(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x1B:
            state = .escape
            return nil
        case 0x0D, 0x0A: return .enter
        case 0x09: return .tab
        case 0x7F, 0x08: return .backspace
        case 0x15: return .clear
        case 0x03, 0x04, 0x1C: return .leave
        case 0x00..<0x20: return .other
        case 0x20..<0x7F: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: state = .scalar(UInt32(byte & 0x1F), 1, least: 0x80)
        case 0xE0...0xEF: state = .scalar(UInt32(byte & 0x0F), 2, least: 0x800)
        case 0xF0...0xF4: state = .scalar(UInt32(byte & 0x07), 3, least: 0x10000)
        default: return .other
        }
        return nil
    }

    private mutating func sequence(_ byte: UInt8, _ parameter: UInt16) -> Key? {
        switch byte {
        case 0x30...0x39:
            state = .sequence(min(parameter, 100) * 10 + UInt16(byte - 0x30))
            return nil
        case 0x3B, 0x3F:
            state = .sequence(parameter)
            return nil
        default: state = .ground
        }
        switch (byte, parameter) {
        case (UInt8(ascii: "A"), _): return .up
        case (UInt8(ascii: "B"), _): return .down
        case (UInt8(ascii: "Z"), _): return .backTab
        case (UInt8(ascii: "~"), 5): return .pageUp
        case (UInt8(ascii: "~"), 6): return .pageDown
        default: return .other
        }
    }
}
