/// What a reader asks for of one document, as the rules for answers need it.
public struct RequestedDocument: Sendable, Hashable {
    package var docType: DocumentType
    /// In the order of the request.
    package var elements: [ElementName]

    /// A request of these parts.
    package init(docType: DocumentType, elements: [ElementName]) {
        self.docType = docType
        self.elements = elements
    }

    /// Whether it asks for more ages than a request may (ISO/IEC 18013-5, section 7.2.5): a request error.
    var asksForTooManyAges: Bool {
        AgeElement.areTooMany(in: elements.lazy.map(\.identifier))
    }
}

extension RequestedDocument {
    /// What a reader's request asks for of one document.
    package init(_ request: DocumentRequest) {
        self.init(
            docType: request.documentType,
            elements: request.nameSpaces.flatMap { space in
                space.elements.map { ElementName(space.name, $0.identifier) }
            })
    }
}
