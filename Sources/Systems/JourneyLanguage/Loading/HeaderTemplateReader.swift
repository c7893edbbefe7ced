internal import JourneyBase

/// Reads header templates: text with `{name}` placeholders.
struct HeaderTemplateReader {
    /// The arguments that the binding declares; empty at the top level of a manifest.
    var inputs: Set<String> = []
    /// The outputs that steps declare.
    let declared: DeclaredOutputs

    /// The maximum number of templates in one place.
    static let limit = 16

    /// Returns the templates of `reading`, by header name. `fixed` are the literal headers beside them.
    func read(_ reading: Reading, beside fixed: HTTPFields) throws(Refusal) -> [String: HeaderTemplate] {
        try reading.atMost(HeaderTemplateReader.limit, "headers")
        var templates: [String: HeaderTemplate] = [:]
        var seen: Set<String> = []
        for (name, member) in try reading.members() {
            try member.requireHeader(named: name, &seen)
            try member.require(fixed[name] == nil, "is also set in the literal headers beside it", .doubleHeader)
            templates[name] = try template(member)
        }
        return templates
    }

    private func template(_ reading: Reading) throws(Refusal) -> HeaderTemplate {
        let source = try reading.text()
        guard source.utf8.count <= HeaderTemplate.valueLimit, source.utf8.allSatisfy({ (0x20...0x7E).contains($0) })
        else {
            throw reading.refusal(
                "is not 1 to \(HeaderTemplate.valueLimit) printable ASCII characters", .invalidTemplate)
        }
        var pieces: [HeaderTemplate.Piece] = []
        var rest = source[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" }
            guard !literal.contains("}") else { throw reading.refusal("has an unmatched }", .invalidTemplate) }
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
            rest = rest.dropFirst(1 + name.count)
            guard rest.first == "}" else { throw reading.refusal("has an unmatched {", .invalidTemplate) }
            pieces.append(try piece(String(name), reading))
            rest = rest.dropFirst()
        }
        return HeaderTemplate(source: source, pieces: pieces)
    }

    private func piece(_ name: String, _ reading: Reading) throws(Refusal) -> HeaderTemplate.Piece {
        if let variable = HeaderVariable(rawValue: name) { return .variable(variable) }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if parts.count == 2, parts[0] == "in", inputs.contains(parts[1]) { return .input(parts[1]) }
        if parts.count == 3, parts[0] == "steps", let type = declared[parts[1]]?[parts[2]] {
            try reading.require(
                type != .object && type != .array, "uses \(Refusal.quote(name)), which is an object or array",
                .invalidTemplate)
            return .output(step: parts[1], name: parts[2])
        }
        let known = HeaderVariable.allCases.map(\.rawValue) + inputs.map { "in.\($0)" }
        let near = SpellingSuggestion.nearest(to: name, in: known).map { "; did you mean {\($0)}?" } ?? "."
        throw Refusal(
            reading.code, at: reading.path,
            "\(reading.path) uses \(Refusal.quote(name)), which header templates do not support\(near)",
            .invalidTemplate)
    }
}
