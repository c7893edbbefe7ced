package import JourneyCBOR

/// A reader's request for one document (ISO/IEC 18013-5, section 8.3.2.1.2.1: DocRequest and ItemsRequest).
public struct DocumentRequest: Sendable {
    /// One requested element.
    package struct Element: Hashable, Sendable {
        package let identifier: String
        /// `true` if the reader intends to retain the value; the user must be told.
        package let isRetained: Bool

        /// Creates a requested element.
        package init(_ identifier: String, isRetained: Bool) {
            self.identifier = identifier
            self.isRetained = isRetained
        }
    }

    /// The requested elements of one namespace.
    package struct NameSpace: Hashable, Sendable {
        package let name: String
        package let elements: [Element]

        /// Creates a namespace.
        package init(_ name: String, _ elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// The DocRequest, as received.
    package let encoded: ArraySlice<UInt8>
    /// ItemsRequestBytes: the request under tag 24, as received. The signed bytes.
    package let itemsRequestBytes: ArraySlice<UInt8>
    package let documentType: DocumentType
    /// The namespaces in the order received.
    package let nameSpaces: [NameSpace]
    /// Additional information about the request, such as a purpose, in the order received.
    package let requestInfo: [CBORItem.Member]
    /// The reader's unverified signature over this document's request. `nil` when it is missing or its header cannot be
    /// parsed; `ReaderTrust.verdict` distinguishes the two.
    package var readerAuth: COSESign1? { signature?.message }
    let signature: ReaderSignature?

    init(_ item: CBORItem, version: StructureVersion) throws(CBORError) {
        let members = try item.expectMap("a document's request")
        encoded = item.encoded
        let wrapped = try item.expectMember("itemsRequest")
        itemsRequestBytes = wrapped.encoded
        signature = try item["readerAuth"].map(ReaderSignature.init(_:))
        let request = try wrapped.expectEmbedded("the items' request", limits: DocumentLimits.request)
        let parts = try request.expectMap("the items' request")
        documentType = DocumentType(try request.expectMember("docType").expectText("the document's type"))
        nameSpaces = try DocumentRequest.nameSpaces(request.expectMember("nameSpaces"))
        requestInfo = try request["requestInfo"]?.expectMap("the request's info") ?? []
        // Members of later versions are ignored.
        guard version != .first || members.count == (signature == nil ? 1 : 2) else {
            throw CBORError(.notAllowed, at: item.offset, "a document's request has an unknown member")
        }
        guard version != .first || parts.count == (request["requestInfo"] == nil ? 2 : 3) else {
            throw CBORError(.notAllowed, at: request.offset, "an items' request has an unknown member")
        }
    }

    private static func nameSpaces(_ item: CBORItem) throws(CBORError) -> [NameSpace] {
        var nameSpaces: [NameSpace] = []
        for member in try item.expectMap("the namespaces") {
            let name = try member.key.expectText("a namespace's name")
            let elements = try member.value.expectMap("a namespace's elements").map { element throws(CBORError) in
                Element(
                    try element.key.expectText("an element's name"),
                    isRetained: try element.value.expectBoolean("the intent to retain"))
            }
            try member.value.require(!elements.isEmpty, "a namespace has no elements")
            nameSpaces.append(NameSpace(name, elements))
        }
        guard !nameSpaces.isEmpty else {
            throw CBORError(.notAllowed, at: item.offset, "the request names no elements")
        }
        guard !AgeElement.areTooMany(in: nameSpaces.lazy.flatMap { $0.elements.lazy.map(\.identifier) }) else {
            throw CBORError(.notAllowed, at: item.offset, "the request asks for more than two ages")
        }
        return nameSpaces
    }
}
