internal import JourneyBase

/// Follows `$ref`s inside the document; those that lead out of it are refused, and chains are bounded.
struct OpenAPIReferences {
    private let document: Reading

    init(document: Reading) { self.document = document }

    private static let chainLimit = 16

    /// `reading`, or what it refers to.
    func resolve(_ reading: Reading) throws(Refusal) -> Reading {
        var current = reading
        for _ in 0..<OpenAPIReferences.chainLimit {
            guard let reference = current.member("$ref") else { return current }
            current = try target(of: reference)
        }
        throw reading.refusal("is a $ref that does not end")
    }

    private func target(of reference: Reading) throws(Refusal) -> Reading {
        let text = try reference.text()
        guard text.hasPrefix("#/") else { throw reference.refusal("leaves the document: \(Refusal.quote(text))") }
        var current = document
        // A JSON pointer (RFC 6901), section 3.
        for part in text.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
            let name = String(part).replacing("~1", with: "/").replacing("~0", with: "~")
            guard let next = current.member(name) else {
                throw reference.refusal("leads nowhere: \(Refusal.quote(text))")
            }
            current = next
        }
        return current
    }
}
