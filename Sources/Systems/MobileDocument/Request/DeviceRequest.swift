public import JourneyCBOR

/// A reader's request (ISO/IEC 18013-5, section 8.3.2.1.2.1), version 1.0 or 1.1, its bytes kept as received.
public struct DeviceRequest: Sendable {
    /// The maximum number of documents in one request.
    package static let mostDocuments = 32

    /// The request as received or created.
    package let encoded: ArraySlice<UInt8>
    package let version: StructureVersion
    /// The requests for the documents, in order.
    public let documents: [DocumentRequest]
    /// The signatures over the whole request (1.1) whose headers can be parsed.
    package var readerAuthAll: [COSESign1] { signatures.compactMap(\.message) }
    let signatures: [ReaderSignature]
    /// The use cases that combine documents, with their purposes (1.1).
    package let info: DeviceRequestInfo?

    /// Parses a request. Nothing is verified yet.
    ///
    /// - Parameter bytes: The encoded request.
    /// - Throws: `CBORError` for requests that ISO/IEC 18013-6 requires to be refused: unexpected members in version
    ///   1.0, unexpected numbers of members in a document's request, empty lists and maps, intents that are not
    ///   Booleans, and more than two ages in one document's request. `CBORError.requestStatus` is the status to respond
    ///   with.
    public init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        let item = try CBORReader.item(in: bytes, limits: DocumentLimits.request)
        let members = try item.expectMap("a device request")
        encoded = bytes
        version = try StructureVersion(item.expectMember("version"))
        try item.require(version != .first || members.count == 2, "a request of version 1.0 must have two members")
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
    /// The response status for a request that was refused with this error (ISO/IEC 18013-5, section 8.3.2.1.2.3, table
    /// 8): 11 for invalid CBOR, 12 for CBOR that is not a request.
    package var requestStatus: UInt64 {
        switch reason {
        case .unexpectedType, .missing, .unsupported, .notAllowed: 12
        default: 11
        }
    }
}
