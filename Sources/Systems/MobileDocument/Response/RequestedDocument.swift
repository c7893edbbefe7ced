/// A request for one document, reduced to its type and elements.
public struct RequestedDocument: Sendable, Hashable {
    package var docType: DocumentType
    /// The elements in the order of the request.
    package var elements: [ElementName]

    /// Creates a request.
    package init(docType: DocumentType, elements: [ElementName]) {
        self.docType = docType
        self.elements = elements
    }

    /// `true` if more ages are requested than allowed (ISO/IEC 18013-5, section 7.2.5), which is a request error.
    var asksForTooManyAges: Bool {
        AgeElement.areTooMany(in: elements.lazy.map(\.identifier))
    }
}

extension RequestedDocument {
    /// Creates the reduced form of a reader's request for one document.
    package init(_ request: DocumentRequest) {
        self.init(
            docType: request.documentType,
            elements: request.nameSpaces.flatMap { space in
                space.elements.map { ElementName(space.name, $0.identifier) }
            })
    }
}
