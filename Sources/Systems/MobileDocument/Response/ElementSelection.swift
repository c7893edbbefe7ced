import JourneyCBOR

/// Which items of a document answer a request: those that were asked for and that the person agreed to, and no others.
public struct ElementSelection: Sendable {
    /// Items by namespace, in the order of the request.
    public let nameSpaces: [(name: String, items: [IssuerSignedItem])]
    /// What was asked for and is not returned. The code is 0 for all: a reader does not learn whether an element is not there
    /// or was withheld.
    public let errors: [ElementName: Int64]

    /// What of `document` answers `request`.
    ///
    /// A statement of age is answered by the nearest one that the document has (ISO/IEC 18013-5, section 7.2.5), whose name
    /// may be another. `consents` tells whether the person agreed to what was asked; a request that asks for more than two
    /// ages gets none of them.
    public init(
        _ request: RequestedDocument, from document: IssuerSigned, consents: (ElementName) -> Bool
    ) {
        var order: [String] = []
        var found: [String: [IssuerSignedItem]] = [:]
        var errors: [ElementName: Int64] = [:]
        var taken: Set<ElementName> = []
        for name in request.elements {
            let item = consents(name) ? Self.answer(to: name, request, in: document) : nil
            guard let item else {
                errors[name] = 0
                continue
            }
            guard taken.insert(ElementName(name.nameSpace, item.elementIdentifier)).inserted else { continue }
            if found[name.nameSpace] == nil { order.append(name.nameSpace) }
            found[name.nameSpace, default: []].append(item)
        }
        nameSpaces = order.map { ($0, found[$0] ?? []) }
        self.errors = errors
    }

    private static func answer(
        to name: ElementName, _ request: RequestedDocument, in document: IssuerSigned
    ) -> IssuerSignedItem? {
        let items = document.items(of: name.nameSpace)
        guard let age = AgeElement(name.identifier) else {
            return items.first { $0.elementIdentifier == name.identifier }
        }
        guard !request.asksForTooManyAges else { return nil }
        var held: [Int: Bool] = [:]
        for item in items {
            if let own = AgeElement(item.elementIdentifier), let value = item.elementValue.boolean {
                held[own.years] = value
            }
        }
        guard let nearest = AgeElement.nearest(to: age.years, held: held) else { return nil }
        return items.first { AgeElement($0.elementIdentifier)?.years == nearest }
    }
}
