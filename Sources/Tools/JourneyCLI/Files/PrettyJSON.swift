package import JourneyBase

/// JSON for editing: one member a line, short lists and objects on a single line.
package enum PrettyJSON {
    package static func text(_ value: JSONValue, indent: String = "") -> String {
        let deeper = indent + "  "
        switch value {
        case .object(let members) where !isShort(value):
            let lines = members.sorted { $0.key < $1.key }.map { name, member in
                "\(deeper)\(JSONValue.string(name).compactText): \(text(member, indent: deeper))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        case .array(let items) where !isShort(value):
            return "[\n\(items.map { deeper + text($0, indent: deeper) }.joined(separator: ",\n"))\n\(indent)]"
        default: return value.compactText.isEmpty ? "" : value.compactText
        }
    }

    private static func isShort(_ value: JSONValue) -> Bool { value.compactText.utf8.count <= 88 }
}
