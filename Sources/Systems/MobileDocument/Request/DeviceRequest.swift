public import JourneyCBOR

/// What a reader asks for (ISO/IEC 18013-5, section 8.3.2.1.2.1), versions 1.0 and 1.1, its bytes kept as received.
public struct DeviceRequest: Sendable {
    /// The most documents that one request asks for.
    package static let mostDocuments = 32

    /// As received or as made.
    package let encoded: ArraySlice<UInt8>
    package let version: StructureVersion
    public let documents: [DocumentRequest]
    /// Signatures over all of it (1.1), those whose headers can be read.
    package var readerAuthAll: [COSESign1] { signatures.compactMap(\.message) }
    let signatures: [ReaderSignature]
    /// Which documents belong together, and why they are asked for (1.1).
    package let info: DeviceRequestInfo?

    /// The request that these bytes are.
    ///
    /// Throws `CBORError` for what ISO/IEC 18013-6 has refused: other members in version 1.0, other numbers of members
    /// in a document's request, empty lists and maps, intents that are no boolean, more than two ages in one document's
    /// request. `CBORError.requestStatus` is what a response says then. Nothing is verified yet.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.request)
        let members = try item.expectMap("a device request")
        encoded = bytes
        version = try StructureVersion(item.expectMember("version"))
        try item.require(version != .first || members.count == 2, "a request of version 1.0 has two members")
        let list = try item.expectMember("docRequests").expectArray(
            "the documents' requests", count: 1...DeviceRequest.mostDocuments)
        documents = try list.map { [version] part throws(CBORError) in try DocumentRequest(part, version: version) }
        signatures =
            try item["readerAuthAll"]?.expectArray("the reader's signatures", count: 1...16)
            .map(ReaderSignature.init(_:)) ?? []
        info = try item["deviceRequestInfo"].map { item throws(CBORError) in
            try DeviceRequestInfo(item, documents: list.count)
        }
    }
}

extension CBORError {
    /// The status of a response to a request that was refused so (ISO/IEC 18013-5, section 8.3.2.1.2.3, table 8): 11 for
    /// what is no CBOR, 12 for CBOR that is no request.
    package var requestStatus: UInt64 {
        switch reason {
        case .unexpectedType, .missing, .unsupported, .notAllowed: 12
        default: 11
        }
    }
}
