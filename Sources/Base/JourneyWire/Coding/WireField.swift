import JourneyBase

/// A member of a message, as its Swift type declares it, for comparison with the contract's document.
package struct WireField: Hashable, Sendable {
    package indirect enum Kind: Hashable, Sendable {
        case string, integer, number, boolean
        /// One of these strings.
        case oneOf(Set<String>)
        case array(Kind)
        case object([WireField])
        /// Any JSON.
        case any
    }

    package let name: String
    package let kind: Kind
    package let isRequired: Bool

    /// Returns the members of `message`, sorted by name.
    package static func list(_ message: any WireMessage.Type) -> [WireField] {
        guard case .object(let fields) = Probe.kind(of: message) else { return [] }
        return fields
    }

    /// Returns the names of all members of `message` and its nested objects, as paths such as `keys/kid`.
    package static func names(_ message: any WireMessage.Type) -> Set<String> { names(list(message)) }

    private static func names(_ fields: [WireField]) -> Set<String> {
        var names: Set<String> = []
        for field in fields {
            names.insert(field.name)
            names.formUnion(
                field.kind.fields.isEmpty ? [] : self.names(field.kind.fields).map { "\(field.name)/\($0)" })
        }
        return names
    }
}

extension WireField.Kind {
    /// The members of the object, or of the array's elements.
    package var fields: [WireField] {
        switch self {
        case .object(let fields): fields
        case .array(let kind): kind.fields
        default: []
        }
    }
}

/// A decoder without input that records the members a type requests.
private final class Probe: Decoder {
    /// The deepest nesting of types, which ends the recursion of recursive types.
    private static let deepest = 12

    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var kind = WireField.Kind.any
    /// The members that may be missing.
    var optional: Set<String> = []

    init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

    static func kind(of type: any Decodable.Type) -> WireField.Kind {
        let probe = Probe([])
        _ = try? probe.value(type)
        return probe.kind
    }

    /// Returns a sample value, so that decoding of the enclosing type continues.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
        guard codingPath.count < Probe.deepest else { throw WireError(.invalid, codingPath) }
        if let type = type as? any WireValue.Type, let value = type.init(type.example) as? Value {
            kind = Probe.kind(of: type.example)
            return value
        }
        if let type = type as? any (RawRepresentable & CaseIterable).Type, let value = first(type) as? Value {
            return value
        }
        return try Value(from: self)
    }

    private func first<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> Value? {
        let names = type.allCases.compactMap { $0.rawValue as? String }
        guard !names.isEmpty else { return nil }
        kind = .oneOf(Set(names))
        return type.allCases.first
    }

    private static func kind(of json: JSONValue) -> WireField.Kind {
        switch json {
        case .bool: .boolean
        case .number(let number): number.int64 == nil ? .number : .integer
        case .string: .string
        case .null, .array, .object: .any
        }
    }

    func add(_ key: any CodingKey, _ kind: WireField.Kind) {
        let name = key.stringValue
        let field = WireField(name: name, kind: kind, isRequired: !optional.contains(name))
        self.kind = .object((self.kind.fields + [field]).sorted { $0.name < $1.name })
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(MemberProbe(probe: self))
    }

    func unkeyedContainer() -> any UnkeyedDecodingContainer { ElementProbe(probe: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { ValueProbe(probe: self) }
}

private struct MemberProbe<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: Probe
    var codingPath: [any CodingKey] { probe.codingPath }
    var allKeys: [Key] { [] }

    // Synthesised conformances call this exactly for optional members.
    func contains(_ key: Key) -> Bool {
        probe.optional.insert(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let member = Probe(codingPath + [key])
        defer { probe.add(key, member.kind) }
        return try member.value(type)
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { throw WireError(.invalid, codingPath) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        throw WireError(.invalid, codingPath)
    }

    func superDecoder() throws -> any Decoder { throw WireError(.invalid, codingPath) }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw WireError(.invalid, codingPath) }
}

private struct ElementProbe: UnkeyedDecodingContainer {
    let probe: Probe
    var codingPath: [any CodingKey] { probe.codingPath }
    var count: Int? { 1 }
    var currentIndex = 0
    var isAtEnd: Bool { currentIndex > 0 }

    mutating func decodeNil() -> Bool { false }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let element = Probe(codingPath + [WireKey(intValue: 0)])
        currentIndex += 1
        defer { probe.kind = .array(element.kind) }
        return try element.value(type)
    }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { throw WireError(.invalid, codingPath) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        throw WireError(.invalid, codingPath)
    }

    mutating func superDecoder() throws -> any Decoder { throw WireError(.invalid, codingPath) }
}

private struct ValueProbe: SingleValueDecodingContainer {
    let probe: Probe
    var codingPath: [any CodingKey] { probe.codingPath }

    private func found<Value>(_ value: Value, _ kind: WireField.Kind) -> Value {
        probe.kind = kind
        return value
    }

    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) -> Bool { found(false, .boolean) }
    func decode(_ type: String.Type) -> String { found("", .string) }
    func decode(_ type: Double.Type) -> Double { found(0, .number) }
    func decode(_ type: Float.Type) -> Float { found(0, .number) }
    func decode(_ type: Int.Type) -> Int { found(0, .integer) }
    func decode(_ type: Int8.Type) -> Int8 { found(0, .integer) }
    func decode(_ type: Int16.Type) -> Int16 { found(0, .integer) }
    func decode(_ type: Int32.Type) -> Int32 { found(0, .integer) }
    func decode(_ type: Int64.Type) -> Int64 { found(0, .integer) }
    func decode(_ type: UInt.Type) -> UInt { found(0, .integer) }
    func decode(_ type: UInt8.Type) -> UInt8 { found(0, .integer) }
    func decode(_ type: UInt16.Type) -> UInt16 { found(0, .integer) }
    func decode(_ type: UInt32.Type) -> UInt32 { found(0, .integer) }
    func decode(_ type: UInt64.Type) -> UInt64 { found(0, .integer) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.value(type) }
}
