public import JourneyCBOR
package import JourneyCrypto

/// A request under construction, not yet bound to a session.
public struct DeviceRequestDraft: Sendable {
    /// The request for one document.
    package struct Document: Sendable {
        var documentType: DocumentType
        var nameSpaces: [DocumentRequest.NameSpace]
        /// Additional information about the request.
        var requestInfo: [String: CBORValue]

        /// Creates the request for one document.
        package init(
            _ documentType: DocumentType, _ nameSpaces: [DocumentRequest.NameSpace],
            requestInfo: [String: CBORValue] = [:]
        ) {
            self.documentType = documentType
            self.nameSpaces = nameSpaces
            self.requestInfo = requestInfo
        }

        /// The encoded ItemsRequest. Elements are in the order of their bytes.
        var encoded: [UInt8] {
            var spaces: [CBORValue: CBORValue] = [:]
            for space in nameSpaces {
                let elements = space.elements.map { (CBORValue.text($0.identifier), CBORValue.boolean($0.isRetained)) }
                spaces[.text(space.name)] = .map(Dictionary(elements, uniquingKeysWith: { $1 }))
            }
            var members: [CBORValue: CBORValue] = ["docType": .text(documentType.name), "nameSpaces": .map(spaces)]
            if !requestInfo.isEmpty {
                members["requestInfo"] = .map(
                    Dictionary(requestInfo.map { (.text($0), $1) }, uniquingKeysWith: { $1 }))
            }
            return CBORValue.map(members).encoded
        }
    }

    /// A reader's key with its certificate chain, leaf first, without the anchor.
    public struct Signer: Sendable {
        var key: any MessageSigner
        package var chain: [Certificate]
        /// The algorithm numbers that signatures name; by default those that every holder knows.
        public var algorithmNumbers = COSENumbers.rfc9053

        /// Creates a signer of requests.
        ///
        /// - Parameters:
        ///   - key: The reader's key.
        ///   - chain: The certificates of the key, leaf first, without the anchor.
        public init(_ key: any MessageSigner, chain: [Certificate]) {
            self.key = key
            self.chain = chain
        }
    }

    package var documents: [Document]
    /// The use cases that combine documents; they require version 1.1.
    package var useCases: [DeviceRequestInfo.UseCase]

    /// Creates a request for these documents.
    package init(_ documents: [Document], useCases: [DeviceRequestInfo.UseCase] = []) {
        self.documents = documents
        self.useCases = useCases
    }

    /// Returns the unsigned request. Throws `CBORError` for a request that a device would refuse.
    package func request() throws(CBORError) -> DeviceRequest {
        try assemble(documents.map { ($0.encoded, nil) }, all: [])
    }

    /// Returns the request signed for the session of `transcript`: each document's request and, with `asWhole`, the
    /// whole request too, which requires version 1.1. Throws `CBORError` for a request that a device would refuse, and
    /// the errors of the signer.
    package func request(
        signedBy signer: Signer, for transcript: SessionTranscript, asWhole: Bool = false
    ) async throws -> DeviceRequest {
        var parts: [(items: [UInt8], auth: COSESign1?)] = []
        for document in documents {
            let items = document.encoded
            let payload = ReaderAuthentication.bytes(CBORWriter.embedding(items), transcript)
            parts.append((items, try await sign(payload, signer)))
        }
        guard asWhole else { return try assemble(parts, all: []) }
        // The same bytes as in the final request.
        let unsigned = try assemble(parts, all: [], isSecond: true)
        let payload = ReaderAuthentication.allBytes(
            unsigned.documents.map(\.itemsRequestBytes), info: unsigned.info?.encoded, transcript)
        return try assemble(parts, all: [try await sign(payload, signer)])
    }

    private func sign(_ payload: [UInt8], _ signer: Signer) async throws -> COSESign1 {
        var fields = COSEFields.chain(signer.chain)
        fields.numbers = signer.algorithmNumbers
        return try await COSESign1(signing: payload, with: signer.key, fields: fields, isDetached: true)
    }

    private func assemble(
        _ parts: [(items: [UInt8], auth: COSESign1?)], all: [COSESign1], isSecond: Bool = false
    ) throws(CBORError) -> DeviceRequest {
        let isSecond = isSecond || !all.isEmpty || !useCases.isEmpty
        var writer = CBORWriter()
        writer.map(2 + (all.isEmpty ? 0 : 1) + (useCases.isEmpty ? 0 : 1))
        writer.member("version", .text((isSecond ? StructureVersion.second : .first).description))
        writer.text("docRequests")
        writer.array(parts.count)
        for part in parts {
            writer.map(part.auth == nil ? 1 : 2)
            writer.text("itemsRequest")
            writer.embedded(part.items)
            if let auth = part.auth { writer.member("readerAuth", raw: auth.encoded) }
        }
        if !all.isEmpty {
            writer.text("readerAuthAll")
            writer.array(all.count)
            for message in all { writer.raw(message.encoded) }
        }
        if !useCases.isEmpty {
            writer.text("deviceRequestInfo")
            writer.embedded(CBORValue.map(["useCases": .array(useCases.map(\.value))]).encoded)
        }
        return try DeviceRequest(writer.encoded[...])
    }
}
