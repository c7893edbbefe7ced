import JourneyBase

/// JSON for people.
enum TraceText {
    /// Returns `value` indented, with members in order, cut after `limit` characters.
    static func indented(_ value: JSONValue, limit: Int) -> String {
        var out = ""
        write(value, 0, &out, limit)
        return out.count > limit ? out.prefix(limit) + "…" : out
    }

    private static func write(_ value: JSONValue, _ depth: Int, _ out: inout String, _ limit: Int) {
        guard out.utf8.count <= limit * 4 else { return }
        let inner = String(repeating: "  ", count: depth + 1)
        let outer = String(repeating: "  ", count: depth)
        switch value {
        case .object(let members) where !members.isEmpty:
            out += "{"
            for (index, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
                out += (index == 0 ? "\n" : ",\n") + inner + JSONValue.string(member.key).compactText + ": "
                write(member.value, depth + 1, &out, limit)
            }
            out += "\n\(outer)}"
        case .array(let elements) where !elements.isEmpty:
            out += "["
            for (index, element) in elements.enumerated() {
                out += (index == 0 ? "\n" : ",\n") + inner
                write(element, depth + 1, &out, limit)
            }
            out += "\n\(outer)]"
        default: out += value.compactText
        }
    }
}
