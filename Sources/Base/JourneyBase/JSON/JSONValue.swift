/// A JSON value without loss: `null` and numbers of any size stay as they are (RFC 8259).
///
/// The partner API calls this type `AnyCodable`.
public enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])
}

extension JSONValue {
    /// The text, if this is a string.
    public var string: String? { if case .string(let value) = self { value } else { nil } }
    /// The truth value, if this is a Boolean.
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    /// The number, if this is one.
    public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }
    /// The number as `Int64`; `nil` if this isn't an integer or is out of range.
    public var int64: Int64? { number?.int64 }
    /// The elements, if this is an array.
    public var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }
    /// The members, if this is an object.
    public var object: [String: JSONValue]? { if case .object(let value) = self { value } else { nil } }
    /// The member `name`, if this is an object that has it.
    public subscript(name: String) -> JSONValue? { object?[name] }
    /// The element at `index`, if this is an array of that length.
    public subscript(index: Int) -> JSONValue? {
        guard let array, array.indices.contains(index) else { return nil }
        return array[index]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByNilLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    public init(stringLiteral value: String) { self = .string(value) }
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    public init(integerLiteral value: Int64) { self = .number(JSONNumber(value)) }
    public init(nilLiteral: ()) { self = .null }
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object. Of several pairs with the same name, the last one counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(Dictionary(elements) { $1 })
    }
}
