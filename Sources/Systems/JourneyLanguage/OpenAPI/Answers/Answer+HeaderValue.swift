internal import JourneyBase

extension Answer.Header {
    /// Parses `text` in the style `simple` (OpenAPI 3.1, section 4.8.21), with the types that the schema declares. Returns `nil`
    /// if the text does not match.
    func value(of text: String) -> JSONValue? {
        if isJSON { return try? JSONReader.read(Array(text.utf8)) }
        switch check.type {
        case .array:
            let elements = Answer.Header.split(text).compactMap { Answer.Header.plain($0, pieces.element) }
            return elements.count == Answer.Header.split(text).count ? .array(elements) : nil
        case .object: return members(Answer.Header.split(text))
        case let type: return Answer.Header.plain(text, type)
        }
    }

    private static func plain(_ text: String, _ type: ValueType?) -> JSONValue? {
        switch type {
        case .boolean: ["true": true, "false": false][text].map { .bool($0) }
        case .integer, .number: JSONNumber(lexeme: text).map { .number($0) }
        case .string, .array, .object, nil: .string(text)
        }
    }

    private static func split(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private func members(_ parts: [String]) -> JSONValue? {
        var members: [String: JSONValue] = [:]
        func add(_ name: String, _ text: String) -> Bool {
            guard let value = Answer.Header.plain(text, pieces.members[name] ?? pieces.others) else { return false }
            return members.updateValue(value, forKey: name) == nil
        }
        if explode {
            for part in parts {
                guard let sign = part.firstIndex(of: "="),
                    add(String(part[..<sign]), String(part[sign...].dropFirst()))
                else { return nil }
            }
        } else {
            guard parts.count.isMultiple(of: 2) else { return nil }
            for index in stride(from: 0, to: parts.count, by: 2) {
                guard add(parts[index], parts[index + 1]) else { return nil }
            }
        }
        return .object(members)
    }
}
