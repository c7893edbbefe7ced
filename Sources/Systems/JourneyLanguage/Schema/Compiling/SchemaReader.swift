internal import JourneyBase

/// Reads the members of one schema and reports malformed ones.
struct SchemaReader {
    let members: [String: JSONValue]
    let place: SchemaLocation

    subscript(keyword: String) -> JSONValue? { members[keyword] }

    func problem(_ keyword: String, _ reason: String) -> SchemaProblem { place.child(keyword).problem(reason) }

    /// Reads a member with `read`. Throws if `read` returns `nil`; returns `nil` if the member is missing.
    private func member<Value>(
        _ keyword: String, _ reason: String, _ read: (JSONValue) -> Value?
    ) throws(SchemaProblem) -> Value? {
        guard let member = members[keyword] else { return nil }
        guard let value = read(member) else { throw problem(keyword, reason) }
        return value
    }

    func flag(_ keyword: String) throws(SchemaProblem) -> Bool? {
        try member(keyword, "must be true or false", \.bool)
    }

    func text(_ keyword: String) throws(SchemaProblem) -> String? {
        try member(keyword, "is not a string", \.string)
    }

    /// Reads a non-negative integer. One that is too large for any document counts as the maximum.
    func count(_ keyword: String) throws(SchemaProblem) -> Int? {
        guard let value = members[keyword] else { return nil }
        guard let number = value.number, let exact = ExactNumber(number), exact.isWhole, !exact.isNegative else {
            throw problem(keyword, "must be a whole number of at least 0")
        }
        guard exact.digits.count + exact.exponent <= 18 else { return .max }
        return exact.digits.reduce(0) { $0 * 10 + Int($1) } * (0..<exact.exponent).reduce(1) { power, _ in power * 10 }
    }

    func range(_ least: String, _ most: String) throws(SchemaProblem) -> CountRange? {
        let (low, high) = (try count(least), try count(most))
        guard low != nil || high != nil else { return nil }
        return CountRange(least: low ?? 0, most: high, leastKeyword: least, mostKeyword: most)
    }

    func number(_ keyword: String) throws(SchemaProblem) -> (value: ExactNumber, text: String)? {
        guard let value = members[keyword] else { return nil }
        guard let number = value.number, let exact = ExactNumber(number) else {
            throw problem(keyword, "must be a number with an exponent of at most 15 digits")
        }
        return (exact, number.lexeme)
    }

    func list(_ keyword: String) throws(SchemaProblem) -> [JSONValue]? {
        try member(keyword, "is not an array", \.array)
    }

    func map(_ keyword: String) throws(SchemaProblem) -> [(key: String, value: JSONValue)]? {
        try member(keyword, "is not an object", \.object)?.sorted { $0.key < $1.key }
    }

    func names(_ keyword: String) throws(SchemaProblem) -> [String]? {
        guard let list = try list(keyword) else { return nil }
        return try strings(list, keyword)
    }

    func strings(_ list: [JSONValue], _ keyword: String) throws(SchemaProblem) -> [String] {
        let names = list.compactMap(\.string)
        guard names.count == list.count else { throw problem(keyword, "must have only strings") }
        return names
    }
}
