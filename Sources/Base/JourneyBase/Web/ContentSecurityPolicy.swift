/// The policies of a server's response (Content Security Policy Level 3, section 2.2). All of them are enforced, so each can only
/// restrict further.
package struct ContentSecurityPolicy: Equatable, Sendable {
    /// The longest header that counts, in characters.
    static let maximumCount = 16_384

    /// The sources as written, by directive name in lower case. The first of two directives of a name counts.
    struct Policy: Equatable, Sendable {
        let directives: [String: [String]]
    }

    let policies: [Policy]

    /// Creates the policies of a response's `Content-Security-Policy` fields, one value each or joined by commas.
    ///
    /// A policy with anything but visible ASCII characters and white space is ignored: the standard and engines differ in how
    /// they skip such parts, and then the next directive of the same name would count.
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

    /// Returns `true` for ASCII white space (Infra, section 4.6): tab, line feed, form feed, carriage return, space.
    private static func isSpace(_ byte: UInt8) -> Bool { [0x09, 0x0A, 0x0C, 0x0D, 0x20].contains(byte) }
}

extension ContentSecurityPolicy.Policy {
    /// Returns the sources of the first of `names` that is present: a directive, then its fallbacks.
    func sources(_ names: String...) -> [ContentSecurityPolicy.Source]? {
        names.lazy.compactMap { directives[$0] }.first?.map(ContentSecurityPolicy.Source.init)
    }
}
