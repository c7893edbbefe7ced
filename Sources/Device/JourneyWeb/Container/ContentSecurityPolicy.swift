/// The policies that an answer of a server puts on its document (Content Security Policy Level 3, section 2.2): all of them
/// are enforced, so each can only take something away.
struct ContentSecurityPolicy: Equatable, Sendable {
    /// Beyond this many characters a header counts for nothing.
    static let maximumCount = 16_384

    /// By directive's name in lower case, the sources as they are written. Of two directives of a name the first counts.
    struct Policy: Equatable, Sendable {
        let directives: [String: [String]]
    }

    let policies: [Policy]

    /// The policies of an answer's `Content-Security-Policy` header fields, one value each or joined by commas.
    ///
    /// A policy with anything but ASCII's visible characters and white space counts for nothing: the standard and engines
    /// differ in what they skip of it, and it would be the next directive of the same name that counted then.
    init(headers: [String]) {
        policies = headers.filter { $0.utf8.count <= ContentSecurityPolicy.maximumCount }.flatMap { header in
            header.split(separator: ",").compactMap(ContentSecurityPolicy.policy)
        }
    }

    private static func policy(_ text: Substring) -> Policy? {
        guard text.utf8.allSatisfy({ isSpace($0) || (0x21...0x7E).contains($0) }) else { return nil }
        var directives: [String: [String]] = [:]
        for directive in text.split(separator: ";") {
            let words = directive.utf8.split(whereSeparator: isSpace).map { String(Substring($0)) }
            guard let name = words.first?.lowercased(), directives[name] == nil else { continue }
            directives[name] = Array(words.dropFirst())
        }
        return directives.isEmpty ? nil : Policy(directives: directives)
    }

    /// ASCII white space (Infra, section 4.6): tab, line feed, form feed, carriage return, space.
    private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
}

extension ContentSecurityPolicy.Policy {
    /// The sources of the first of `names` that stands here: a directive, then what it falls back on.
    func sources(_ names: String...) -> [ContentSecurityPolicy.Source]? {
        names.lazy.compactMap { directives[$0] }.first?.map(ContentSecurityPolicy.Source.init)
    }
}
