internal import JourneyBase

/// Follows `$ref`s inside the document. References to other documents are refused, because the manifest pins only these bytes.
/// Chains are bounded, and cycles are refused.
struct OpenAPIReferences {
    private let document: Reading
    /// The document's version. In 3.0, members beside a `$ref` are ignored; since 3.1, a schema may have them.
    let version: OpenAPIDocument.Version

    init(_ document: OpenAPIDocument) {
        self.document = document.root
        version = document.version
    }

    /// The maximum length of a chain of `$ref`s.
    static let chainLimit = 16

    /// Returns `reading`, or the final target of its references.
    func resolve(_ reading: Reading) throws(Refusal) -> Reading {
        var current = reading
        var seen: Set<String> = []
        while let reference = current.member("$ref") {
            try reading.require(seen.insert(current.path).inserted, "is a $ref that refers to itself", .oapiReference)
            guard seen.count <= OpenAPIReferences.chainLimit else {
                throw reading.refusal(
                    "is a $ref with a chain of more than \(OpenAPIReferences.chainLimit) others", .oapiReference)
            }
            current = try target(of: reference)
        }
        return current
    }

    /// Returns the target of the `$ref` `reference`.
    func target(of reference: Reading) throws(Refusal) -> Reading {
        let text = try reference.text()
        guard text.hasPrefix("#") else {
            throw reference.refusal(
                "refers to another document; bundle it into this one: \(Refusal.quote(text))", .oapiReference)
        }
        let names = try reference.require(
            JSONPointer.names(fragment: text), "is not a JSON pointer: \(Refusal.quote(text))", .oapiReference)
        var current = document
        for name in names {
            current = try reference.require(
                OpenAPIReferences.child(name, of: current), "has no target: \(Refusal.quote(text))", .oapiReference)
        }
        return current
    }

    /// Returns the value at the pointer of a reference inside the document, if it is one with a target.
    func target(text: String) -> Reading? {
        guard version == .v32, let names = JSONPointer.names(fragment: text) else { return nil }
        var current = document
        for name in names {
            guard let next = try? OpenAPIReferences.child(name, of: current) else { return nil }
            current = next
        }
        return current
    }

    private static func child(_ name: String, of reading: Reading) throws(Refusal) -> Reading? {
        guard reading.value.array != nil else { return reading.member(name) }
        guard JSONPointer.child(name, of: reading.value) != nil, let index = Int(name) else { return nil }
        return try reading.elements()[index]
    }
}
