internal import JourneyBase

/// Writes indented JSON with a readable order of object members.
struct IndentedJSON {
    private(set) var out = ""
    private let ranks: [String: Int]
    private var depth = 0

    /// Creates a writer. Members in `first` come first and those in `last` come last, each in that order; all others are sorted
    /// by name between them.
    init(first: [String], last: [String]) {
        var ranks: [String: Int] = [:]
        for (index, name) in first.enumerated() { ranks[name] = index - first.count }
        for (index, name) in last.enumerated() { ranks[name] = index + 1 }
        self.ranks = ranks
    }

    mutating func append(_ value: JSONValue) {
        switch value {
        case .object(let members) where !members.isEmpty:
            let sorted = members.sorted { a, b in
                (ranks[a.key] ?? 0, a.key) < (ranks[b.key] ?? 0, b.key)
            }
            list("{", "}", sorted) { text, member in
                text.out += JSONValue.string(member.key).compactText + ": "
                text.append(member.value)
            }
        case .array(let elements) where elements.contains { $0.array != nil || $0.object != nil }:
            list("[", "]", elements) { $0.append($1) }
        case .array(let elements):
            out += "[" + elements.map(\.compactText).joined(separator: ", ") + "]"
        default: out += value.compactText
        }
    }

    private mutating func list<Element>(
        _ open: String, _ close: String, _ elements: [Element], _ each: (inout IndentedJSON, Element) -> Void
    ) {
        out += open + "\n"
        depth += 1
        for (index, element) in elements.enumerated() {
            out += String(repeating: "  ", count: depth)
            each(&self, element)
            out += index < elements.count - 1 ? ",\n" : "\n"
        }
        depth -= 1
        out += String(repeating: "  ", count: depth) + close
    }
}
