package import JourneyBase

/// An encoder of values as JSON.
package enum WireEncoder {
    /// Encodes `value`. `nil` members are left out; a number that isn't finite becomes `null`.
    package static func json(of value: some Encodable) -> JSONValue {
        let encoding = JSONEncoding([])
        // Encoding can't fail: neither our containers nor our values throw.
        try? value.encode(to: encoding)
        return encoding.json
    }
}

/// The encoder at one path of a document.
private final class JSONEncoding: Encoder, SingleValueEncodingContainer, JSONDestination {
    private enum Content {
        case none
        case value(JSONValue)
        case members([String: JSONValue])
        case elements([JSONValue])
    }

    let codingPath: [any CodingKey]
    private var content = Content.none
    /// The members or elements that are still being encoded.
    private var open: [(key: any CodingKey, encoding: JSONEncoding)] = []
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ codingPath: [any CodingKey]) { self.codingPath = codingPath }

    var json: JSONValue {
        switch content {
        case .none: return .null
        case .value(let value): return value
        case .members(var members):
            for place in open { members[place.key.stringValue] = place.encoding.json }
            return .object(members)
        case .elements(var elements):
            for place in open { elements[place.key.intValue ?? 0] = place.encoding.json }
            return .array(elements)
        }
    }

    var count: Int { if case .elements(let elements) = content { elements.count } else { 0 } }

    func put(_ json: JSONValue) { content = .value(json) }

    func put(_ json: JSONValue, _ key: any CodingKey) {
        guard case .members(var members) = content else { return }
        content = .none
        members[key.stringValue] = json
        content = .members(members)
    }

    func append(_ json: JSONValue) {
        guard case .elements(var elements) = content else { return }
        content = .none
        elements.append(json)
        content = .elements(elements)
    }

    /// Returns the encoder of a member or element that is written later.
    func place(_ key: any CodingKey) -> JSONEncoding {
        let encoding = JSONEncoding(codingPath + [key])
        open.append((key, encoding))
        return encoding
    }

    func json(of value: some Encodable, _ key: any CodingKey) throws -> JSONValue {
        let encoding = JSONEncoding(codingPath + [key])
        try value.encode(to: encoding)
        return encoding.json
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        if case .none = content { content = .members([:]) }
        return KeyedEncodingContainer(MemberEncoding(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        if case .none = content { content = .elements([]) }
        return ElementEncoding(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() { put(.null) }
    func encode(_ value: Bool) { put(.bool(value)) }
    func encode(_ value: String) { put(.string(value)) }
    func encode(_ value: Double) { put(JSONNumber(value).map { .number($0) } ?? .null) }
    func encode(_ value: Float) { encode(Double(value)) }
    func encode(_ value: Int) { whole(value) }
    func encode(_ value: Int8) { whole(value) }
    func encode(_ value: Int16) { whole(value) }
    func encode(_ value: Int32) { whole(value) }
    func encode(_ value: Int64) { whole(value) }
    func encode(_ value: UInt) { whole(value) }
    func encode(_ value: UInt8) { whole(value) }
    func encode(_ value: UInt16) { whole(value) }
    func encode(_ value: UInt32) { whole(value) }
    func encode(_ value: UInt64) { whole(value) }
    func encode(_ value: some Encodable) throws { try value.encode(to: self) }
    private func whole(_ value: some FixedWidthInteger) { put(.number(JSONNumber(value))) }
}

private struct MemberEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: JSONEncoding
    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.put(.null, key) }
    func encode(_ value: some Encodable, forKey key: Key) throws { encoder.put(try encoder.json(of: value, key), key) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> { encoder.place(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.place(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.place(WireKey(stringValue: "super")) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.place(key) }
}

private struct ElementEncoding: UnkeyedEncodingContainer {
    let encoder: JSONEncoding
    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }
    private var key: WireKey { WireKey(intValue: count) }

    func encodeNil() { encoder.append(.null) }
    func encode(_ value: some Encodable) throws { encoder.append(try encoder.json(of: value, key)) }

    private func place() -> JSONEncoding {
        defer { encoder.append(.null) }
        return encoder.place(key)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        place().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { place().unkeyedContainer() }
    func superEncoder() -> any Encoder { place() }
}
