internal import JourneyBase

extension SchemaCompiler {
    /// Compiles keywords without subschemas that apply to one value. Cheap ones come first.
    mutating func values(of reader: SchemaReader) throws(SchemaProblem) -> [SchemaCheck] {
        var checks: [SchemaCheck] = []
        let title = reader["title"]?.string
        if let constant = reader["const"] {
            checks.append(.values(ListedValues([constant], keyword: "const", title: title)))
        }
        if let list = try reader.list("enum") {
            checks.append(.values(ListedValues(list, keyword: "enum", title: title)))
        }
        if let range = try reader.range("minLength", "maxLength") { checks.append(.length(range)) }
        if let range = try reader.range("minItems", "maxItems") { checks.append(.itemCount(range)) }
        if let range = try reader.range("minProperties", "maxProperties") { checks.append(.memberCount(range)) }
        if let value = reader["multipleOf"] {
            guard let divisor = value.number.flatMap(ExactDivisor.init) else {
                throw reader.problem("multipleOf", "must be a positive number of at most 18 digits")
            }
            checks.append(.multipleOf(divisor))
        }
        if let text = try reader.text("pattern"), let pattern = try pattern(text, "pattern", of: reader) {
            checks.append(.pattern(PatternRule(pattern, title: title)))
        }
        if try reader.flag("uniqueItems") ?? false { checks.append(.uniqueItems) }
        return checks
    }

    /// Compiles `minimum` and the related keywords.
    func bounds(
        _ limits: [(keyword: String, side: NumberBound.Side)], of reader: SchemaReader
    ) throws(SchemaProblem) -> [SchemaCheck] {
        var found: [(keyword: String, side: NumberBound.Side, value: ExactNumber, text: String)] = []
        for (keyword, side) in limits {
            guard let limit = try reader.number(keyword) else { continue }
            found.append((keyword, side, limit.value, limit.text))
        }
        var both: String?
        if let low = found.first(where: { $0.side == .least }), let high = found.first(where: { $0.side == .most }) {
            both = "is not between \(low.text) and \(high.text)"
        }
        return found.map { limit in
            let reason =
                switch limit.side {
                case .least: both ?? "is less than \(limit.text)"
                case .more: "is not more than \(limit.text)"
                case .most: both ?? "is more than \(limit.text)"
                case .less: "is not less than \(limit.text)"
                }
            return .bound(
                NumberBound(
                    side: limit.side, limit: limit.value, whole: Int64(limit.text), keyword: limit.keyword,
                    reason: reason))
        }
    }

    /// Compiles a pattern. In OpenAPI, one that can't be compiled checks nothing and is recorded; elsewhere it is refused.
    private mutating func pattern(
        _ text: String, _ keyword: String, of reader: SchemaReader
    ) throws(SchemaProblem) -> Pattern? {
        do throws(PatternError) { return try Pattern(text) } catch {
            let problem = reader.problem(keyword, "has a pattern that \(error.reason): \(Refusal.quote(text))")
            guard dialect != .draft202012 else { throw problem }
            unchecked.append(problem)
            return nil
        }
    }

    func format(of reader: SchemaReader) throws(SchemaProblem) -> [SchemaCheck] {
        guard let name = try reader.text("format"), let format = SchemaFormat(rawValue: name) else { return [] }
        return [.format(format)]
    }

    mutating func list(
        _ keyword: String, of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> [Int]? {
        guard let list = try reader.list(keyword) else { return nil }
        guard !list.isEmpty else { throw reader.problem(keyword, "is empty") }
        let place = reader.place.child(keyword)
        var nodes: [Int] = []
        for (index, element) in list.enumerated() { nodes.append(try child(element, place.child(index), resource)) }
        return nodes
    }

    mutating func map(
        _ keyword: String, of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> [(name: String, node: Int)] {
        let place = reader.place.child(keyword)
        var nodes: [(String, Int)] = []
        for (name, value) in try reader.map(keyword) ?? [] {
            nodes.append((name, try child(value, place.child(name), resource)))
        }
        return nodes
    }

    mutating func single(
        _ keyword: String, of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> Int? {
        guard let value = reader[keyword] else { return nil }
        return try child(value, reader.place.child(keyword), resource)
    }

    /// Compiles `allOf`, `anyOf`, `oneOf` and `not`.
    mutating func combinations(
        of reader: SchemaReader, _ resource: Int
    ) throws(SchemaProblem) -> [SchemaCheck] {
        var checks: [SchemaCheck] = []
        if let nodes = try list("allOf", of: reader, resource) { checks.append(.all(nodes)) }
        if let nodes = try list("anyOf", of: reader, resource) { checks.append(.any(nodes)) }
        if let nodes = try list("oneOf", of: reader, resource) { checks.append(.one(nodes)) }
        if let node = try single("not", of: reader, resource) { checks.append(.not(node)) }
        return checks
    }

    /// Compiles `properties`, `patternProperties` and `additionalProperties`.
    mutating func members(of reader: SchemaReader, _ resource: Int) throws(SchemaProblem) -> [SchemaCheck] {
        let named = Dictionary(try map("properties", of: reader, resource).map { ($0.name, $0.node) }) { $1 }
        var patterns: [(pattern: Pattern, node: Int)] = []
        var hidesOthers = false
        for (text, node) in try map("patternProperties", of: reader, resource) {
            if let pattern = try pattern(text, "patternProperties", of: reader) {
                patterns.append((pattern, node))
            } else {
                // Any other member may be meant by it.
                hidesOthers = true
            }
        }
        let refusesOthers = reader["additionalProperties"] == false && !hidesOthers
        // 3.0 allows a Boolean here and nowhere else (section 4.7.24.1); `true` is the default.
        let isOpen = dialect == .openAPI30 && reader["additionalProperties"] == true
        let others =
            refusesOthers || isOpen || hidesOthers ? nil : try single("additionalProperties", of: reader, resource)
        let isThere = ["properties", "patternProperties", "additionalProperties"].contains { reader[$0] != nil }
        guard isThere else { return [] }
        return [
            .members(
                SchemaMembers(named: named, patterns: patterns, others: others, refusesOthers: refusesOthers))
        ]
    }
}
