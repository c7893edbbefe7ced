import JourneyBase

/// JSON with members in insertion order, for files that people edit.
indirect enum OrderedJSON {
    case value(JSONValue)
    case object([(String, OrderedJSON)])
    case array([OrderedJSON])

    /// The maximum line length for an object or array on one line.
    private static let width = 100

    /// The formatted text: indented by two spaces, short values on one line, with a final line break.
    var text: String { lines(indent: 0, room: 0) + "\n" }

    private var line: String {
        switch self {
        case .value(.object(let members)):
            OrderedJSON.object(members.sorted { $0.key < $1.key }.map { ($0.key, .value($0.value)) }).line
        case .value(.array(let elements)): OrderedJSON.array(elements.map(OrderedJSON.value)).line
        case .value(let value): value.compactText
        case .object(let members):
            members.isEmpty
                ? "{}"
                : "{ " + members.map { "\(OrderedJSON.quoted($0.0)): \($0.1.line)" }.joined(separator: ", ") + " }"
        case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
        }
    }

    /// Formats the value in lines. `room` is the width used by other text on the line; the outermost value always spans several
    /// lines.
    private func lines(indent: Int, room: Int) -> String {
        let line = line
        if indent > 0, indent * 2 + room + line.count <= OrderedJSON.width { return line }
        switch self {
        case .value: return line
        case .object(let members):
            return spread(
                "{", "}",
                members.map { name, value in
                    let head = OrderedJSON.quoted(name) + ": "
                    return head + value.lines(indent: indent + 1, room: head.count + 1)
                }, indent)
        case .array(let elements):
            return spread("[", "]", elements.map { $0.lines(indent: indent + 1, room: 1) }, indent)
        }
    }

    private func spread(_ open: String, _ close: String, _ elements: [String], _ indent: Int) -> String {
        guard !elements.isEmpty else { return open + close }
        let inner = String(repeating: "  ", count: indent + 1)
        return open + "\n" + elements.map { inner + $0 }.joined(separator: ",\n") + "\n"
            + String(repeating: "  ", count: indent) + close
    }

    private static func quoted(_ text: String) -> String { JSONValue.string(text).compactText }
}

extension OrderedJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    init(stringLiteral value: String) { self = .value(.string(value)) }
    init(integerLiteral value: Int64) { self = .value(.number(JSONNumber(value))) }
    init(booleanLiteral value: Bool) { self = .value(.bool(value)) }
    init(arrayLiteral elements: OrderedJSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, OrderedJSON)...) { self = .object(elements) }

    static func text(_ text: String) -> OrderedJSON { .value(.string(text)) }
}
