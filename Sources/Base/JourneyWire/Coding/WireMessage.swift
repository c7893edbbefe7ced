package import JourneyBase

/// The handling of members that a message's type doesn't have.
package enum UnknownMembers: Sendable {
    /// Reject them, as a server does.
    case refused
    /// Ignore them, as a client does, because the server may be newer.
    case ignored
}

/// An object of a contract. Its stored properties are its members, with the synthesised `Codable` conformance.
///
/// Optional properties are members that may be missing; `null` counts as missing. `CodingKeys` name members whose names differ
/// from their properties'.
package protocol WireMessage: WireBody, Codable, Hashable {}

extension WireMessage {
    /// Decodes the message from `json`.
    ///
    /// - Throws: `WireError`, with the path of the first mismatch.
    package init(_ json: JSONValue, unknownMembers: UnknownMembers = .ignored) throws(WireError) {
        self = try WireDecoder.decode(Self.self, from: json, unknownMembers: unknownMembers)
    }

    /// Decodes the message from strict JSON.
    ///
    /// - Throws: `WireError`. For bytes that aren't strict JSON, its path is the root.
    package init(
        _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), unknownMembers: UnknownMembers = .ignored
    ) throws(WireError) {
        guard let json = try? JSONReader.read(bytes, limits: limits) else { throw WireError(.notJSON) }
        try self.init(json, unknownMembers: unknownMembers)
    }

    /// The message as JSON. `nil` members are left out.
    package var json: JSONValue { WireEncoder.json(of: self) }
}

/// A value of a contract that is a single JSON value: a string in a certain form, or any JSON.
package protocol WireValue: Codable, Hashable, Sendable {
    /// A sample value of the type, for lists of members (`WireField`).
    static var example: JSONValue { get }

    /// Decodes the value from `json`, or returns `nil` if it is invalid.
    init?(_ json: JSONValue)

    var json: JSONValue { get }
}

// Public, because types of JourneyBase that conform are public.
extension WireValue {
    public init(from decoder: any Decoder) throws {
        guard let place = decoder as? any JSONPlace else { throw WireError(.invalid, decoder.codingPath) }
        guard let value = Self(place.json) else { throw WireError(.invalid, decoder.codingPath) }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        guard let place = encoder as? any JSONDestination else { throw WireError(.invalid, encoder.codingPath) }
        place.put(json)
    }
}

/// A decoder that provides the JSON it reads.
protocol JSONPlace { var json: JSONValue { get } }

/// An encoder that accepts JSON unchanged.
protocol JSONDestination { func put(_ json: JSONValue) }
