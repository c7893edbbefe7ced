package import JourneyCBOR

/// What a reader asks for of one document (ISO/IEC 18013-5, section 8.3.2.1.2.1: DocRequest and ItemsRequest).
public struct DocumentRequest: Sendable {
    /// One element that is asked for.
    package struct Element: Hashable, Sendable {
        package let identifier: String
        /// Whether the reader means to keep it: people have to be told.
        package let isRetained: Bool

        /// An element that is asked for.
        package init(_ identifier: String, isRetained: Bool) {
            self.identifier = identifier
            self.isRetained = isRetained
        }
    }

    /// A namespace with what is asked for of it.
    package struct NameSpace: Hashable, Sendable {
        package let name: String
        package let elements: [Element]

        /// Elements of one namespace.
        package init(_ name: String, _ elements: [Element]) {
            self.name = name
            self.elements = elements
        }
    }

    /// DocRequest, as received.
    package let encoded: ArraySlice<UInt8>
    /// ItemsRequestBytes: the request under tag 24, as received. This is what is signed.
    package let itemsRequestBytes: ArraySlice<UInt8>
    package let documentType: DocumentType
    /// In the order in which they came.
    package let nameSpaces: [NameSpace]
    /// What else is said about the request, such as a purpose; by key, in the order in which it came.
    package let requestInfo: [CBORItem.Member]
    /// The reader's signature over this document's request; nobody has verified it. `nil` when there is none, and when its
    /// header cannot be read: `ReaderTrust.verdict` tells the two apart.
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
        // What later versions add is ignored.
        guard version != .first || members.count == (signature == nil ? 1 : 2) else {
            throw CBORError(.notAllowed, at: item.offset, "a member that a document's request does not have")
        }
        guard version != .first || parts.count == (request["requestInfo"] == nil ? 2 : 3) else {
            throw CBORError(.notAllowed, at: request.offset, "a member that an items' request does not have")
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
            try member.value.require(!elements.isEmpty, "a namespace without elements")
            nameSpaces.append(NameSpace(name, elements))
        }
        guard !nameSpaces.isEmpty else { throw CBORError(.notAllowed, at: item.offset, "a request for nothing") }
        guard !AgeElement.areTooMany(in: nameSpaces.lazy.flatMap { $0.elements.lazy.map(\.identifier) }) else {
            throw CBORError(.notAllowed, at: item.offset, "a request for more than two ages")
        }
        return nameSpaces
    }
}
