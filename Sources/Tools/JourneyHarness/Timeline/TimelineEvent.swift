public import JourneyBase

/// One thing that happened while a journey ran, as one line of JSON: the engine's own events by their names, and beside
/// them `shot` (a picture was written), `notice` (something to tell the person) and `act` (the autopilot did something).
public struct TimelineEvent: Sendable, Hashable {
    /// Milliseconds since the journey was started.
    public var at: Int
    public var name: String
    public var attributes: [String: JSONValue]

    public init(at: Int, name: String, attributes: [String: JSONValue] = [:]) {
        self.at = at
        self.name = name
        self.attributes = attributes
    }

    /// The event that `line` spells, or `nil` when it spells none.
    public init?(line: String) {
        guard let value = try? JSONReader.read(Array(line.utf8)), let name = value["event"]?.string,
            let at = value["at"]?.int64, let attributes = value["attributes"]?.object
        else { return nil }
        self.init(at: Int(at), name: name, attributes: attributes)
    }

    public var json: JSONValue {
        [
            "at": .number(JSONNumber(Int64(at))), "event": .string(name), "attributes": .object(attributes),
        ]
    }

    /// An attribute as text: strings as they are, everything else as JSON.
    public func text(_ attribute: String) -> String? {
        guard let value = attributes[attribute], value != .null else { return nil }
        return value.string ?? value.compactText
    }
}
