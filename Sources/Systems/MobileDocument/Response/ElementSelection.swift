import JourneyCBOR

/// The items of a document that answer a request: those that were requested and approved, and no others.
package struct ElementSelection: Sendable {
    /// The items by namespace, in the order of the request.
    package let nameSpaces: [(name: String, items: [IssuerSignedItem])]
    /// The requested elements that are not returned. The code is always 0: a reader does not learn whether an element
    /// is missing or was withheld.
    package let errors: [ElementName: Int64]

    /// Selects the items of `document` that answer `request`.
    ///
    /// A question of age is answered by the nearest statement of the document, whose name may differ (ISO/IEC 18013-5,
    /// section 7.2.5); a request for more than two ages gets none. `consents` returns `true` for approved elements.
    package init(
        _ request: RequestedDocument, from document: IssuerSigned, consents: (ElementName) -> Bool
    ) {
        var found: [(name: String, items: [IssuerSignedItem])] = []
        var places: [String: Int] = [:]
        var errors: [ElementName: Int64] = [:]
        var taken: Set<Place> = []
        let held = HeldElements(document)
        let agesAllowed = !request.asksForTooManyAges
        for name in request.elements {
            guard consents(name), let place = held.answer(to: name, agesAllowed: agesAllowed) else {
                errors[name] = 0
                continue
            }
            guard taken.insert(place).inserted else { continue }
            let item = document.nameSpaces[place.space].items[place.item]
            if let index = places[name.nameSpace] {
                found[index].items.append(item)
            } else {
                places[name.nameSpace] = found.count
                found.append((name.nameSpace, [item]))
            }
        }
        nameSpaces = found
        self.errors = errors
    }
}

/// The position of an item in a document.
private struct Place: Hashable {
    let space: Int
    let item: Int
}

/// An index of a document's elements by name; the first of a name counts.
private struct HeldElements {
    private let document: IssuerSigned
    private var places: [ElementName: Place] = [:]

    init(_ document: IssuerSigned) {
        self.document = document
        places.reserveCapacity(document.nameSpaces.reduce(0) { $0 + $1.items.count })
        for (space, nameSpace) in document.nameSpaces.enumerated() {
            for (item, element) in nameSpace.items.enumerated() {
                let name = ElementName(nameSpace.name, element.elementIdentifier)
                if places[name] == nil { places[name] = Place(space: space, item: item) }
            }
        }
    }

    /// Returns the item that answers for `name`; for an age, the nearest statement.
    func answer(to name: ElementName, agesAllowed: Bool) -> Place? {
        guard let age = AgeElement(name.identifier) else { return places[name] }
        guard agesAllowed else { return nil }
        var answers: [Int: Bool] = [:]
        for item in document.items(of: name.nameSpace) {
            if let own = AgeElement(item.elementIdentifier), let value = item.elementValue.boolean {
                answers[own.years] = value
            }
        }
        guard let nearest = AgeElement.nearest(to: age.years, held: answers) else { return nil }
        return places[ElementName(name.nameSpace, AgeElement(years: nearest).identifier)]
    }
}
