package import JourneyBase

/// An event of a journey's run, as one line of JSON. Besides the engine's own events there are `shot` (a screenshot was written),
/// `notice` (a message for the person) and `act` (an action of the autopilot).
package struct TimelineEvent: Sendable, Hashable {
    /// The time in milliseconds since the start of the journey.
    package var at: Int
    package var name: String
    package var attributes: [String: JSONValue]

    package init(at: Int, name: String, attributes: [String: JSONValue] = [:]) {
        self.at = at
        self.name = name
        self.attributes = attributes
    }

    /// Parses the event in `line`, or returns `nil`.
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

    /// Returns an attribute as text: strings unchanged, everything else as JSON.
    package func text(_ attribute: String) -> String? {
        guard let value = attributes[attribute], value != .null else { return nil }
        return value.string ?? value.compactText
    }
}
