/// A value of CBOR's generic data model (RFC 8949, section 2), independent of its encoding.
///
/// Equality is that of the data model: `1` and `1.0` differ, as do `0.0` and `-0.0` and NaNs with different bits. Texts that are
/// canonically equivalent in Unicode are equal, because some readers would confuse them as keys of one map.
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
    /// Major type 5. Without order; keys are sorted when written.
    case map([CBORValue: CBORValue])
    /// Major type 6: a tag number and the tagged value.
    indirect case tagged(UInt64, CBORValue)
    case boolean(Bool)
    case null
    case undefined
    /// An unassigned simple value: 0 to 19 or 32 to 255. Other numbers have cases of their own or are invalid, and are written as
    /// `undefined`.
    case simple(UInt8)
    /// The bits of a binary64 number (IEEE 754), whatever its encoded width.
    case float(bits: UInt64)

    /// Creates an integer.
    package static func integer(_ value: Int64) -> CBORValue {
        value < 0 ? .negative(UInt64(bitPattern: ~value)) : .unsigned(UInt64(value))
    }

    /// Creates a floating-point number. It never equals an integer of the data model, even without a fraction.
    package static func float(_ value: Double) -> CBORValue { .float(bits: value.bitPattern) }
}

extension CBORValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .text(value) }
    public init(integerLiteral value: Int64) { self = .integer(value) }
    public init(booleanLiteral value: Bool) { self = .boolean(value) }
    public init(arrayLiteral elements: CBORValue...) { self = .array(elements) }
    /// Creates a map. Of several equal keys, the last one counts.
    public init(dictionaryLiteral elements: (CBORValue, CBORValue)...) {
        self = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
    }
}
