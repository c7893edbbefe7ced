package import JourneyBase

/// One thing that happened while a journey ran, as one line of JSON: the engine's own events by their names, and beside
/// them `shot` (a picture was written), `notice` (something to tell the person) and `act` (the autopilot did something).
package struct TimelineEvent: Sendable, Hashable {
    /// Milliseconds since the journey was started.
    package var at: Int
    package var name: String
    package var attributes: [String: JSONValue]

    package init(at: Int, name: String, attributes: [String: JSONValue] = [:]) {
        self.at = at
        self.name = name
        self.attributes = attributes
    }

    /// The event that `line` spells, or `nil` when it spells none.
    package init?(line: String) {
        guard let value = try? JSONReader.read(Array(line.utf8)), let name = value["event"]?.string,
            let at = value["at"]?.int64, let attributes = value["attributes"]?.object
        else { return nil }
        self.init(at: Int(at), name: name, attributes: attributes)
    }

    package var json: JSONValue {
        [
            "at": .number(JSONNumber(Int64(at))), "event": .string(name), "attributes": .object(attributes),
        ]
    }

    /// An attribute as text: strings as they are, everything else as JSON.
    package func text(_ attribute: String) -> String? {
        guard let value = attributes[attribute], value != .null else { return nil }
        return value.string ?? value.compactText
    }
}
