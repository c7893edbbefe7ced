package import JourneyBase

/// A line of a trace: what happened at a time.
package struct TraceLine: Sendable, Hashable {
    /// The time in milliseconds since the start of the trace.
    package var at: Int
    package var kind: String
    /// All other members.
    package var members: [String: JSONValue]

    package init(at: Int, kind: String, members: [String: JSONValue] = [:]) {
        self.at = at
        self.kind = kind
        self.members = members
    }

    /// Creates a line from its JSON, or returns `nil` if it has no kind or an invalid time.
    init?(json: JSONValue) {
        guard var members = json.object, let kind = members["kind"]?.string, (1...40).contains(kind.utf8.count),
            let at = members["at"]?.int64, (0...TraceLine.latest).contains(at)
        else { return nil }
        members["kind"] = nil
        members["at"] = nil
        self.init(at: Int(at), kind: kind, members: members)
    }

    /// A year, in milliseconds.
    private static let latest: Int64 = 366 * 86_400_000

    package var json: JSONValue {
        .object(members.merging(["at": .number(JSONNumber(Int64(at))), "kind": .string(kind)]) { $1 })
    }

    /// Returns a member as text: strings unchanged, everything else as JSON; `nil` if it is missing or `null`.
    package func text(_ name: String) -> String? {
        guard let value = members[name], value != .null else { return nil }
        return value.string ?? value.compactText
    }

    /// `true` for the timeline's event that a step was entered.
    var isStepEntry: Bool { kind == "timeline" && text("name") == "step_enter" }
}
