package import JourneyCBOR
package import JourneyCrypto

/// A request that is put together, for one session or for none yet.
public struct DeviceRequestDraft: Sendable {
    /// What is asked for of one document.
    package struct Document: Sendable {
        var documentType: DocumentType
        var nameSpaces: [DocumentRequest.NameSpace]
        /// What else is said about it.
        var requestInfo: [String: CBORValue]

        /// A document's request.
        package init(
            _ documentType: DocumentType, _ nameSpaces: [DocumentRequest.NameSpace],
            requestInfo: [String: CBORValue] = [:]
        ) {
            self.documentType = documentType
            self.nameSpaces = nameSpaces
            self.requestInfo = requestInfo
        }

        /// ItemsRequest, encoded. Elements stand in the order of their bytes.
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

    /// A reader's key with its certificates, the key's own first, without the anchor.
    public struct Signer: Sendable {
        var key: any MessageSigner
        package var chain: [Certificate]

        /// A signer of requests.
        package init(_ key: any MessageSigner, chain: [Certificate]) {
            self.key = key
            self.chain = chain
        }
    }

    package var documents: [Document]
    /// Which documents belong together; needs version 1.1.
    package var useCases: [DeviceRequestInfo.UseCase]

    /// A request for these documents.
    package init(_ documents: [Document], useCases: [DeviceRequestInfo.UseCase] = []) {
        self.documents = documents
        self.useCases = useCases
    }

    /// The request without a signature. Throws `CBORError` for one that a device would refuse.
    package func request() throws(CBORError) -> DeviceRequest {
        try assemble(documents.map { ($0.encoded, nil) }, all: [])
    }

    /// The request, signed for the session of `transcript`: each document's request by itself or, with `asWhole`, all of it
    /// at once as well, which makes it version 1.1. Throws `CBORError` for one that a device would refuse, and what the
    /// signer throws.
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
        // The same bytes that the request will have.
        let unsigned = try assemble(parts, all: [], isSecond: true)
        let payload = ReaderAuthentication.allBytes(
            unsigned.documents.map(\.itemsRequestBytes), info: unsigned.info?.encoded, transcript)
        return try assemble(parts, all: [try await sign(payload, signer)])
    }

    private func sign(_ payload: [UInt8], _ signer: Signer) async throws -> COSESign1 {
        try await COSESign1(
            signing: payload, with: signer.key, fields: .chain(signer.chain), isDetached: true)
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
