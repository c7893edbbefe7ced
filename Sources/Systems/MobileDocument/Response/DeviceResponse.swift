package import JourneyCBOR
public import JourneyCrypto

/// What a holder's device answers (ISO/IEC 18013-5, section 8.3.2.1.2.2), read and kept as received. Nothing in it has been
/// verified: `DocumentVerifier` does that.
public struct DeviceResponse: Sendable {
    /// How a request went (table 8). Others are kept as they are.
    package enum Status: UInt64, Sendable {
        case ok = 0
        case generalError = 10
        /// The request was no CBOR.
        case decodingError = 11
        /// The request was CBOR and no request.
        case validationError = 12
    }

    /// What came in the place of a document.
    package enum Entry: Sendable {
        case document(PresentedDocument)
        /// The type that it names, where it does, and what is wrong with it.
        case unreadable(DocumentType?, CBORError)
    }

    /// The whole response, as received.
    package let item: CBORItem
    /// `1.x`.
    let version: StructureVersion
    package let status: UInt64
    /// In the order in which they came; the same type may come several times. One that cannot be read has its error, and
    /// hides no other.
    package let entries: [Entry]
    /// Why a document was not returned, by its type.
    let documentErrors: [(docType: DocumentType, code: Int64)]

    /// The response that these bytes are, and nothing else. Throws `CBORError`; `notAllowed` for documents with a status
    /// that has none, and for lists that are there and empty.
    package init(_ bytes: ArraySlice<UInt8>) throws(CBORError) {
        item = try CBORReader.item(in: bytes, limits: DocumentLimits.response)
        _ = try item.expectMap("the response")
        version = try StructureVersion(item.expectMember("version"))
        status = try item.expectMember("status").expectUnsigned("status")
        var entries: [Entry] = []
        var budget = ItemBudget(DocumentLimits.response, after: item)
        if let list = item["documents"] {
            for part in try list.expectArray("documents", count: 1...DeviceResponse.mostDocuments) {
                do throws(CBORError) { entries.append(.document(try PresentedDocument(part, &budget))) } catch {
                    entries.append(.unreadable(part["docType"]?.text.map(DocumentType.init), error))
                }
            }
            guard status == Status.ok.rawValue else {
                throw list.failure(.notAllowed, "documents with a status that has none")
            }
        }
        self.entries = entries
        documentErrors = try DeviceResponse.errors(item)
    }

    /// The documents that could be read.
    package var documents: [PresentedDocument] {
        entries.compactMap { if case .document(let document) = $0 { document } else { nil } }
    }

    /// The most documents, and the most entries of `documentErrors`.
    static let mostDocuments = 64

    private static func errors(
        _ item: CBORItem
    ) throws(CBORError) -> [(docType: DocumentType, code: Int64)] {
        guard let list = item["documentErrors"] else { return [] }
        let errors = try list.expectArray("documentErrors", count: 1...mostDocuments).map { part throws(CBORError) in
            let members = try part.expectMap("an entry of documentErrors")
            guard !members.isEmpty else { throw part.failure(.notAllowed, "an entry of documentErrors is empty") }
            return try members.map { member throws(CBORError) in
                (
                    DocumentType(try member.key.expectText("a type in documentErrors")),
                    try member.value.expectInteger("a code in documentErrors")
                )
            }
        }
        return errors.flatMap { $0 }
    }

    /// The key of a document, and how it proves itself.
    public enum DeviceKey: Sendable {
        /// It signs.
        case signature(any MessageSigner)
        /// It authenticates for the reader's ephemeral key, which is on the same curve; the reader cannot show the proof to
        /// others.
        case mac(AgreementKey, reader: PublicKey)
    }

    /// One document of a new response.
    package struct Answer: Sendable {
        package var document: IssuerSigned
        package var selection: ElementSelection
        /// What the device says by itself, by namespace. The document's MSO has to authorize it.
        package var deviceElements: [String: [String: CBORValue]]
        package var key: DeviceKey

        /// An answer of these parts.
        package init(
            _ document: IssuerSigned, _ selection: ElementSelection,
            deviceElements: [String: [String: CBORValue]] = [:], key: DeviceKey
        ) {
            self.document = document
            self.selection = selection
            self.deviceElements = deviceElements
            self.key = key
        }
    }

    /// Why a response is not made.
    package enum BuildingError: String, Error, Sendable {
        /// The MSO does not authorize the device to say this.
        case notAuthorized = "MDOC_NOT_AUTHORIZED"
        /// The key is not the document's, or not on the reader's curve.
        case keyMismatch = "MDOC_KEY_MISMATCH"
    }

    /// A response with these documents, each with a proof of its own for this session.
    /// `missing` are the types that are not returned. Throws `BuildingError`, and what the keys throw.
    package static func encode(
        _ answers: [Answer], missing: [DocumentType] = [], transcript: SessionTranscript
    ) async throws -> [UInt8] {
        var documents: [ProvenAnswer] = []
        for answer in answers { documents.append(try await ProvenAnswer(answer, transcript)) }
        // Everything is written once, into memory that is large enough.
        var writer = CBORWriter(capacity: documents.reduce(128) { $0 + $1.count })
        writer.map(2 + (documents.isEmpty ? 0 : 1) + (missing.isEmpty ? 0 : 1))
        writer.member("version", "1.0")
        if !documents.isEmpty {
            writer.text("documents")
            writer.array(documents.count)
            for document in documents { document.write(into: &writer) }
        }
        if !missing.isEmpty {
            writer.text("documentErrors")
            writer.array(missing.count)
            for docType in missing { writer.value([.text(docType.name): 0]) }
        }
        writer.member("status", .unsigned(Status.ok.rawValue))
        return writer.finish()
    }

    /// A response without documents: for a request that cannot be understood, or an error.
    package static func encode(status: Status) -> [UInt8] {
        CBORValue.map(["version": "1.0", "status": .unsigned(status.rawValue)]).encoded
    }
}

extension DeviceResponse: Equatable {
    /// Byte for byte, as received.
    public static func == (a: DeviceResponse, b: DeviceResponse) -> Bool { a.item.encoded == b.item.encoded }
}
