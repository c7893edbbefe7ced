internal import JourneyBase

/// Parses text with `{name}` placeholders: a path (OpenAPI 3.1, section 4.8.8) or a server's URL (section 4.8.5).
enum PathTemplate {
    enum Piece: Hashable {
        case literal(String)
        case parameter(String)
    }

    /// Returns the pieces of a path, or `nil` if it does not start with a slash, has unmatched braces or a duplicate parameter,
    /// or its literals are not valid in a URL.
    static func pieces(of path: String) -> [Piece]? {
        guard path.utf8.first == UInt8(ascii: "/"), let pieces = pieces(ofText: path) else { return nil }
        let names = pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
        let sample = pieces.reduce(into: "") { text, piece in
            if case .literal(let literal) = piece { text += literal } else { text += "x" }
        }
        guard Set(names).count == names.count, let origin = Origin(scheme: "https", host: "x", port: 443),
            HTTPSURL(origin: origin, path: sample) != nil
        else { return nil }
        return pieces
    }

    /// Returns the pieces of any text, or `nil` if its braces do not match.
    static func pieces(ofText text: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = text[...]
        while !rest.isEmpty {
            let literal = rest.prefix { $0 != "{" }
            guard !literal.contains("}") else { return nil }
            if !literal.isEmpty { pieces.append(.literal(String(literal))) }
            rest = rest.dropFirst(literal.count)
            guard !rest.isEmpty else { break }
            let name = rest.dropFirst().prefix { $0 != "}" && $0 != "{" }
            rest = rest.dropFirst(1 + name.count)
            guard rest.first == "}", !name.isEmpty else { return nil }
            pieces.append(.parameter(String(name)))
            rest = rest.dropFirst()
        }
        return pieces
    }

    static func parameters(of pieces: [Piece]) -> Set<String> {
        Set(pieces.compactMap { if case .parameter(let name) = $0 { name } else { nil } })
    }
}
