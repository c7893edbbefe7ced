package import JourneyBase

/// The members that a reader does with, that the type of a message does not have.
package enum UnknownMembers: Sendable {
    /// A server refuses what it does not know.
    case refused
    /// A client takes the answer of a server that is newer than it.
    case ignored
}

/// An object of a contract. Its stored properties are its members, and the synthesized `Codable` conformance reads and writes them.
///
/// Optional properties are members that may be missing; `null` counts as missing. Members with another name than their property
/// have `CodingKeys`.
package protocol WireMessage: WireBody, Codable, Hashable {}

extension WireMessage {
    /// Reads the message that `json` is.
    ///
    /// - Throws: `WireError`, with the first place that does not fit.
    package init(_ json: JSONValue, unknownMembers: UnknownMembers = .ignored) throws(WireError) {
        self = try WireDecoder.decode(Self.self, from: json, unknownMembers: unknownMembers)
    }

    /// Reads the message that strict JSON spells.
    ///
    /// - Throws: `WireError`; for bytes that are no such JSON, at the root.
    package init(
        _ bytes: [UInt8], limits: JSONLimits = JSONLimits(), unknownMembers: UnknownMembers = .ignored
    ) throws(WireError) {
        guard let json = try? JSONReader.read(bytes, limits: limits) else { throw WireError(.notJSON) }
        try self.init(json, unknownMembers: unknownMembers)
    }

    /// The message as JSON. Members that are `nil` are left out.
    package var json: JSONValue { WireEncoder.json(of: self) }
}

/// A value of a contract that is one JSON value: a string of a certain form, or whatever its JSON says.
package protocol WireValue: Codable, Hashable, Sendable {
    /// Any value of the type, for a list of a message's members (`WireField`).
    static var example: JSONValue { get }

    /// The value that `json` spells; `nil` when it is none.
    init?(_ json: JSONValue)

    var json: JSONValue { get }
}

// Public, because the values of JourneyBase that are coded here are.
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

/// A decoder that knows the JSON it reads.
protocol JSONPlace { var json: JSONValue { get } }

/// An encoder that takes JSON as it is.
protocol JSONDestination { func put(_ json: JSONValue) }
