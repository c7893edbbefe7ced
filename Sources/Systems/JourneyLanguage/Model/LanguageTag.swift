/// Language tags (BCP 47) as manifests list them and hosts request them.
enum LanguageTag {
    /// The maximum length of a tag, in bytes.
    static let byteLimit = 64
    /// The pattern of a well-formed tag: subtags of 1 to 8 letters and digits, the first with letters only (RFC 5646, section
    /// 2.1). Registration of subtags is not checked.
    static let pattern = "^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8}){0,15}$"

    /// Returns `true` if `text` is a well-formed tag of at most 64 bytes.
    static func isWellFormed(_ text: String) -> Bool {
        guard (1...byteLimit).contains(text.utf8.count) else { return false }
        let subtags = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard subtags.count <= 16, let first = subtags.first, first.allSatisfy(isLetter) else { return false }
        return subtags.allSatisfy { subtag in
            (1...8).contains(subtag.count) && subtag.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    /// Looks up `range` among `tags` (RFC 4647, section 3.4).
    ///
    /// The range is shortened from its end until a tag equals it, case-insensitively. A single letter or digit that is then last
    /// is removed too. A longer tag never matches a shorter range: `en` does not find `en-GB`.
    ///
    /// - Parameters:
    ///   - range: The requested language, such as `ar-EG-u-nu-latn`.
    ///   - tags: The tags to choose from; the first is the fallback.
    /// - Returns: The tag as spelled in `tags`, or `nil` if `tags` is empty.
    static func lookup(_ range: String, among tags: [String]) -> String? {
        var subtags = range.lowercased().split(separator: "-", omittingEmptySubsequences: false)
        while !subtags.isEmpty {
            let wanted = subtags.joined(separator: "-")
            if let found = tags.first(where: { $0.lowercased() == wanted }) { return found }
            subtags.removeLast()
            if subtags.last?.count == 1 { subtags.removeLast() }
        }
        return tags.first
    }
}

extension Journey {
    /// Chooses the language of a run: the entry of the manifest's `locales` that matches `tag` (lookup of RFC 4647, section 3.4),
    /// or else its first entry.
    ///
    /// - Parameter tag: The host's language, a BCP 47 tag.
    /// - Returns: A tag of `locales`, or `tag` itself if the manifest lists none.
    package func locale(for tag: String) -> String { LanguageTag.lookup(tag, among: locales) ?? tag }
}
