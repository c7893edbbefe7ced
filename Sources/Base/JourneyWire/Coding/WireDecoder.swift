package import JourneyBase

/// A decoder for values in strict JSON.
package enum WireDecoder {
    /// Decodes a value from `json`.
    ///
    /// - Throws: `WireError`, with the path of the first mismatch.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from json: JSONValue, unknownMembers: UnknownMembers
    ) throws(WireError) -> Value {
        do { return try JSONDecoding(json, [], unknownMembers).decode(type) } catch {
            throw WireError(error)
        }
    }
}

extension WireError {
    /// Converts an error of a decoder, ours or the standard library's.
    fileprivate init(_ error: any Error) {
        switch error {
        case let fault as WireError: self = fault
        case DecodingError.keyNotFound(let key, let context): self.init(.missing, context.codingPath, key.stringValue)
        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
            self.init(.type, context.codingPath)
        case DecodingError.dataCorrupted(let context): self.init(.invalid, context.codingPath)
        default: self.init(.invalid)
        }
    }
}

/// The decoder at one path of a document.
private struct JSONDecoding: Decoder, SingleValueDecodingContainer, JSONPlace {
    let json: JSONValue
    let codingPath: [any CodingKey]
    let unknownMembers: UnknownMembers
    let asked = RequestedMembers()
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ json: JSONValue, _ codingPath: [any CodingKey], _ unknownMembers: UnknownMembers) {
        self.json = json
        self.codingPath = codingPath
        self.unknownMembers = unknownMembers
    }

    /// The members that the value's type has requested.
    final class RequestedMembers { var names: Set<String>? }

    func at(_ json: JSONValue, _ key: any CodingKey) -> JSONDecoding {
        JSONDecoding(json, codingPath + [key], unknownMembers)
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let members = json.object else { throw WireError(.type, codingPath) }
        if asked.names == nil { asked.names = [] }
        return KeyedDecodingContainer(MemberDecoding(decoder: self, members: members))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = json.array else { throw WireError(.type, codingPath) }
        return ElementDecoding(decoder: self, elements: elements)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { json == .null }
    func decode(_ type: Bool.Type) throws -> Bool { try found(json.bool) }
    func decode(_ type: String.Type) throws -> String { try found(json.string) }
    func decode(_ type: Double.Type) throws -> Double { try found(json.number?.double) }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func decode(_ type: Int.Type) throws -> Int { try whole() }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole() }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole() }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole() }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole() }
    func decode(_ type: UInt.Type) throws -> UInt { try whole() }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole() }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole() }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole() }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole() }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let value = try Value(from: self)
        if unknownMembers == .refused, let names = asked.names, let members = json.object,
            let extra = members.keys.filter({ !names.contains($0) }).min()
        {
            throw WireError(.unknownMember, codingPath, extra)
        }
        return value
    }

    private func found<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw WireError(.type, codingPath) }
        return value
    }

    /// Returns an integer that fits. Its text must have neither a point nor an exponent.
    private func whole<Value: FixedWidthInteger>() throws -> Value {
        let number = try found(json.number)
        guard let value = Value(number.lexeme) else { throw WireError(.type, codingPath) }
        return value
    }
}

private struct MemberDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: JSONDecoding
    let members: [String: JSONValue]
    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { members.keys.compactMap { Key(stringValue: $0) } }

    private func member(_ key: any CodingKey) -> JSONValue? {
        decoder.asked.names?.insert(key.stringValue)
        return members[key.stringValue]
    }

    private func at(_ key: any CodingKey) throws -> JSONDecoding {
        guard let value = member(key) else { throw WireError(.missing, codingPath, key.stringValue) }
        return decoder.at(value, key)
    }

    func contains(_ key: Key) -> Bool { member(key) != nil }
    func decodeNil(forKey key: Key) -> Bool { member(key).map { $0 == .null } ?? true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try at(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> { try at(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try at(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try at(WireKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try at(key) }
}

private struct ElementDecoding: UnkeyedDecodingContainer {
    let decoder: JSONDecoding
    let elements: [JSONValue]
    var currentIndex = 0
    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    private mutating func next() throws -> JSONDecoding {
        guard !isAtEnd else { throw WireError(.missing, codingPath, String(currentIndex)) }
        defer { currentIndex += 1 }
        return decoder.at(elements[currentIndex], WireKey(intValue: currentIndex))
    }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, elements[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
}
