/// A path with `{name}` where a parameter goes (OpenAPI 3.1, section 4.8.8).
enum PathTemplate {
    enum Piece: Hashable {
        case literal(String)
        case parameter(String)
    }

    /// The pieces, or `nil` when the braces do not match or a parameter stands twice.
    static func pieces(of path: String) -> [Piece]? {
        guard path.hasPrefix("/") else { return nil }
        var pieces: [Piece] = []
        var rest = path[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" }
            guard !literal.contains("}") else { return nil }
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
            rest = rest.dropFirst(1 + name.count)
            guard rest.first == "}", !name.isEmpty, !pieces.contains(.parameter(String(name))) else { return nil }
            pieces.append(.parameter(String(name)))
            rest = rest.dropFirst()
        }
        return pieces
    }

    static func parameters(of pieces: [Piece]) -> Set<String> {
        Set(pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } })
    }
}
