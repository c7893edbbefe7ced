internal import JourneyBase

/// The value of a part of a guard. Small and closed, so that evaluation allocates nothing.
enum GuardValue: Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case decimal(Double)
    case text(String)
    /// An object or array: present, but not comparable.
    case composite
    case fault(GuardFault)

    init(_ value: JSONValue, node: Int) {
        switch value {
        case .null: self = .null
        case .bool(let truth): self = .bool(truth)
        case .string(let text): self = .text(text)
        case .number(let number): self = GuardValue(lexeme: number.lexeme, node: node)
        case .array, .object: self = .composite
        }
    }

    /// Parses a number: an integer if it is spelled as one and fits 64 bits, otherwise a decimal.
    init(lexeme: String, node: Int) {
        var value: Int64 = 0
        var digits = 0
        var decimals = -1
        var isNegative = false
        for byte in lexeme.utf8 {
            switch byte {
            case 0x30...0x39 where digits < 15:
                digits += 1
                if decimals >= 0 { decimals += 1 }
                value = value &* 10 &+ Int64(byte &- 0x30)
            case UInt8(ascii: "-") where digits == 0: isNegative = true
            case UInt8(ascii: ".") where decimals < 0: decimals = 0
            default:
                self = GuardValue.slow(lexeme, node: node)
                return
            }
        }
        if isNegative { value = -value }
        // Both are exact as Double, so the quotient is the nearest one to the decimal (Clinger's fast path).
        self = decimals < 0 ? .integer(value) : .decimal(Double(value) / GuardValue.powers[decimals])
    }

    /// Powers of ten from 0 to 15.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    private static func slow(_ lexeme: String, node: Int) -> GuardValue {
        if let value = Int64(lexeme) { return .integer(value) }
        let isDecimal = lexeme.utf8.contains { ".eE".utf8.contains($0) }
        // Rounding a large integer would make unequal numbers equal.
        guard isDecimal, let value = Double(lexeme), value.isFinite else {
            return .fault(GuardFault(reason: .number, node: node))
        }
        return .decimal(value)
    }
}

/// A fault during evaluation. It becomes a `GuardError` with a message only when it leaves the guard.
struct GuardFault: Sendable {
    enum Reason: UInt8 { case missing, type, boolean, number }
    let reason: Reason
    let node: Int32

    init(reason: Reason, node: Int) {
        self.reason = reason
        self.node = Int32(truncatingIfNeeded: node)
    }
}

/// The ordering of guard values.
enum GuardOrder {
    /// Returns -1, 0 or 1, or `nil` if the two values have no order.
    static func compare(_ a: GuardValue, _ b: GuardValue) -> Int? {
        switch (a, b) {
        case (.integer(let x), .integer(let y)): x < y ? -1 : x == y ? 0 : 1
        case (.decimal(let x), .decimal(let y)): x < y ? -1 : x == y ? 0 : 1
        case (.integer(let x), .decimal(let y)): compare(x, y)
        case (.decimal(let x), .integer(let y)): -compare(y, x)
        case (.text(let x), .text(let y)): compare(x, y)
        case (.bool(let x), .bool(let y)): x == y ? 0 : x ? 1 : -1
        default: nil
        }
    }

    /// Compares a value with a literal of the same plain type. Returns `nil` for other pairs, which are then decided elsewhere.
    static func compare(_ value: JSONValue, _ literal: GuardValue) -> Int? {
        switch literal {
        case .text(let y):
            guard case .string(let x) = value else { return nil }
            return compare(x, y)
        case .integer(let y):
            guard case .number(let number) = value, case .integer(let x) = GuardValue(lexeme: number.lexeme, node: 0)
            else { return nil }
            return x < y ? -1 : x == y ? 0 : 1
        case .bool(let y):
            guard case .bool(let x) = value else { return nil }
            return x == y ? 0 : x ? 1 : -1
        default: return nil
        }
    }

    /// Compares by exact mathematical value: 9007199254740993 is greater than 9007199254740992.0.
    static func compare(_ x: Int64, _ y: Double) -> Int {
        if y >= 0x1p63 { return -1 }
        if y < -0x1p63 { return 1 }
        let whole = y.rounded(.down)
        let floor = Int64(whole)
        if x != floor { return x < floor ? -1 : 1 }
        return y > whole ? -1 : 0
    }

    /// Compares by code point, as CEL does. Swift's own order would make different spellings of "é" equal.
    static func compare(_ x: String, _ y: String) -> Int {
        let isSame = x.utf8.withContiguousStorageIfAvailable { x in
            y.utf8.withContiguousStorageIfAvailable { y in x.count == y.count && x.elementsEqual(y) }
        }
        if (isSame ?? nil) ?? x.utf8.elementsEqual(y.utf8) { return 0 }
        return x.utf8.lexicographicallyPrecedes(y.utf8) ? -1 : 1
    }
}
