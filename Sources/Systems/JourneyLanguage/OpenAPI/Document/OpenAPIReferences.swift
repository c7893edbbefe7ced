internal import JourneyBase

/// Follows `$ref`s inside the document. Those that lead out of it are refused: the manifest pins these bytes and no
/// others. Chains are bounded, so one that comes back to itself is refused too.
struct OpenAPIReferences {
    private let document: Reading
    /// Beside a `$ref`, 3.0 knows nothing; in 3.1, a schema may say more there.
    let version: OpenAPIDocument.Version

    init(_ document: OpenAPIDocument) {
        self.document = document.root
        version = document.version
    }

    /// The most `$ref`s from one to the next.
    static let chainLimit = 16

    /// `reading`, or what it refers to in the end.
    func resolve(_ reading: Reading) throws(Refusal) -> Reading {
        var current = reading
        var seen: Set<String> = []
        while let reference = current.member("$ref") {
            try reading.require(seen.insert(current.path).inserted, "is a $ref that leads to itself", .oapiReference)
            guard seen.count <= OpenAPIReferences.chainLimit else {
                throw reading.refusal(
                    "is a $ref by way of more than \(OpenAPIReferences.chainLimit) others", .oapiReference)
            }
            current = try target(of: reference)
        }
        return current
    }

    /// What the `$ref` `reference` names.
    func target(of reference: Reading) throws(Refusal) -> Reading {
        let text = try reference.text()
        guard text.hasPrefix("#") else {
            throw reference.refusal(
                "leaves the document, which has to be whole in one file: \(Refusal.quote(text))", .oapiReference)
        }
        let names = try reference.require(
            JSONPointer.names(fragment: text), "is no JSON pointer: \(Refusal.quote(text))", .oapiReference)
        var current = document
        for name in names {
            current = try reference.require(
                OpenAPIReferences.child(name, of: current), "leads nowhere: \(Refusal.quote(text))", .oapiReference)
        }
        return current
    }

    private static func child(_ name: String, of reading: Reading) throws(Refusal) -> Reading? {
        guard reading.value.array != nil else { return reading.member(name) }
        guard JSONPointer.child(name, of: reading.value) != nil, let index = Int(name) else { return nil }
        return try reading.elements()[index]
    }
}
