internal import JourneyBase

extension Reading {
    /// Checks that `name`, this member's name, is a header that a manifest may set and that stands once.
    ///
    /// - Parameters:
    ///   - name: The header's name, of any case.
    ///   - seen: The lower-case names of the headers beside it that were read; gets this one.
    /// - Throws: The refusal with its code: `HEADER_INVALID`, `HEADER_FORBIDDEN` or `HEADER_TWICE`.
    func requireHeader(named name: String, _ seen: inout Set<String>) throws(Refusal) {
        try require(HTTPFields.isSafe(name: name, value: "x"), "is not a header name", .invalidHeader)
        try require(
            ManifestGrammar.mayCarry(header: name), "is a header that a manifest must not set", .forbiddenHeader)
        guard seen.insert(name.lowercased()).inserted else {
            throw refusal("is a duplicate; header names are case-insensitive", .doubleHeader)
        }
    }
}
