/// A value of CBOR's generic data model (RFC 8949, section 2), whatever bytes spelled it.
///
/// Two values are equal when the model holds them equal: `1` and `1.0` are not, nor are `0.0` and `-0.0`, nor two NaN with
/// other bits. Texts that Unicode holds equal, composed or not, are equal too: as keys of one map they would be taken for
/// each other by some of those who read them.
public enum CBORValue: Hashable, Sendable {
    /// Major type 0.
    case unsigned(UInt64)
    /// Major type 1: the number -1 - n.
    case negative(UInt64)
    /// Major type 2.
    case bytes([UInt8])
    /// Major type 3.
    case text(String)
    /// Major type 4.
    case array([CBORValue])
    /// Major type 5. It has no order; written, keys are sorted.
    case map([CBORValue: CBORValue])
    /// Major type 6: a tag's number, and what it says something about.
    indirect case tagged(UInt64, CBORValue)
    case boolean(Bool)
    case null
    case undefined
    /// A simple value without a meaning of its own: 0 to 19 or 32 to 255. Others have cases of their own, or are none, and
    /// are written as `undefined`.
    case simple(UInt8)
    /// The bits of a binary64 number (IEEE 754), whatever width it came in.
    case float(bits: UInt64)

    /// The whole number `value`.
    package static func integer(_ value: Int64) -> CBORValue {
        value < 0 ? .negative(UInt64(bitPattern: ~value)) : .unsigned(UInt64(value))
    }

    /// The floating-point number `value`: never a whole number of the model, even when it has no fraction.
    package static func float(_ value: Double) -> CBORValue { .float(bits: value.bitPattern) }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }
    /// Of two equal keys the later one counts.
    public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
