import JourneyBase

/// An input field of a drafted page.
struct DraftField: Sendable {
    enum Kind: Sendable {
        case text, email, date, integer, number, flag
        /// A text of several lines.
        case area
        case choice([String])

        /// The name in the sources of pages.
        var name: String {
            switch self {
            case .text: "text"
            case .email: "email"
            case .date: "date"
            case .integer: "integer"
            case .number: "number"
            case .flag: "flag"
            case .area: "area"
            case .choice: "choice"
            }
        }
    }

    /// The path in the event: `name`, or `address.line1`.
    let path: String
    let label: String
    let hint: String?
    let kind: Kind
    let isRequired: Bool
    /// The value that the autopilot script enters; `nil` if there is no usable one.
    var example: JSONValue? { examples.first }
    /// The reason for the missing example.
    private(set) var gap: String?
    /// The document's example, then one that is derived from the schema.
    private var examples: [JSONValue]

    init(path: String, schema: JSONValue, isRequired: Bool, schemas: DraftSchema) {
        let whole = schemas.whole(schema)
        self.path = path
        self.isRequired = isRequired
        label = whole["title"]?.string ?? DraftField.words(of: path)
        hint = whole["description"]?.string.map { String($0.prefix(120)) }
        var derived = DraftExample(schemas: schemas, isAnswer: false)
        let given = derived.value(of: schema)
        derived.usesExamples = false
        let sample = derived.value(of: schema)
        examples = [given, sample == given ? nil : sample].compactMap { $0 }
        gap = examples.isEmpty ? DraftField.gap(whole) : nil
        let choices = (whole["enum"]?.array ?? []).compactMap(\.string)
        kind =
            switch (schemas.type(of: whole), whole["format"]?.string) {
            case ("integer", _): .integer
            case ("number", _): .number
            case ("boolean", _): .flag
            case _ where !choices.isEmpty: .choice(choices)
            case (_, "email"): .email
            case (_, "date"): .date
            case (_, nil) where DraftField.isLong(whole): .area
            default: .text
            }
    }

    /// Returns `true` for a text that may be longer than one line shows.
    private static func isLong(_ schema: [String: JSONValue]) -> Bool {
        guard schema["pattern"] == nil, let limit = schema["maxLength"]?.number?.double else { return false }
        return limit > 140
    }

    /// Replaces the example, because the operation refuses it for `reason`, with the next one if there is any.
    mutating func refuse(_ reason: String) {
        examples.removeFirst()
        gap = examples.isEmpty ? reason : nil
    }

    /// Removes the example for `reason`.
    mutating func leaveOut(_ reason: String) { (examples, gap) = ([], reason) }

    /// Returns the reason why no value can be derived.
    private static func gap(_ schema: [String: JSONValue]) -> String {
        guard let pattern = schema["pattern"]?.string else { return "its schema has neither an example nor a type" }
        return "it must match the pattern \(pattern.prefix(120)), and the document has no example that does"
    }

    /// The CSS selector of the input element.
    var selector: String { "#" + id }
    var id: String {
        "field-" + String(path.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") ? $0 : "-" })
    }

    /// Returns “Sort code” for `sortCode` and `address.sort_code`.
    static func words(of name: String) -> String {
        var words: [String] = []
        var word = ""
        for character in name.split(separator: ".").last ?? "" {
            if character == "_" || character == "-" || (character.isUppercase && word.last?.isLowercase == true) {
                if !word.isEmpty { words.append(word) }
                word = ""
            }
            if character != "_", character != "-" { word.append(character) }
        }
        words.append(word)
        let text = words.filter { !$0.isEmpty }.map {
            $0.allSatisfy(\.isUppercase) && $0.count > 1 ? $0 : $0.lowercased()
        }
        .joined(separator: " ")
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
