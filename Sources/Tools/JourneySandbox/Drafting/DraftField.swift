import JourneyBase

/// An input field of a drafted page.
struct DraftField {
    enum Kind {
        case text, email, date, integer, number, flag
        case choice([String])
    }

    /// The path in the event: `name`, or `address.line1`.
    let path: String
    let label: String
    let hint: String?
    let kind: Kind
    let isRequired: Bool
    /// The value that the autopilot script enters; `nil` if the document has no usable one.
    private(set) var example: JSONValue?
    /// The reason for the missing example.
    private(set) var gap: String?

    init(path: String, schema: JSONValue, isRequired: Bool, schemas: DraftSchema) {
        let whole = schemas.whole(schema)
        self.path = path
        self.isRequired = isRequired
        label = whole["title"]?.string ?? DraftField.words(of: path)
        hint = whole["description"]?.string.map { String($0.prefix(120)) }
        example = DraftExample(schemas: schemas, isAnswer: false).value(of: schema)
        gap = example == nil ? DraftField.gap(whole) : nil
        let choices = (whole["enum"]?.array ?? []).compactMap(\.string)
        kind =
            switch (schemas.type(of: whole), whole["format"]?.string) {
            case ("integer", _): .integer
            case ("number", _): .number
            case ("boolean", _): .flag
            case _ where !choices.isEmpty: .choice(choices)
            case (_, "email"): .email
            case (_, "date"): .date
            default: .text
            }
    }

    /// Removes the example, because the operation refuses it for `reason`.
    mutating func refuse(_ reason: String) {
        (example, gap) = (nil, reason)
    }

    /// Returns the reason why no value can be derived. Values for a pattern aren't invented, because they would look real.
    private static func gap(_ schema: [String: JSONValue]) -> String {
        guard let pattern = schema["pattern"]?.string else { return "its schema has neither an example nor a type" }
        return "it must match the pattern \(pattern.prefix(120)), and the document has no example"
    }

    /// The CSS selector of the input element.
    var selector: String { "#" + id }
    var id: String { "field-" + path.replacing(".", with: "-") }

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
