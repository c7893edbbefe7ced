package import JourneyCBOR
public import JourneyCrypto

/// A holder's response (ISO/IEC 18013-5, section 8.3.2.1.2.2), kept as received. Nothing is verified:
/// `DocumentVerifier` does that.
public struct DeviceResponse: Sendable {
    /// The status of a response (table 8). Other numbers are kept as they are.
    package enum Status: UInt64, Sendable {
        case ok = 0
        case generalError = 10
        /// The request was not CBOR.
        case decodingError = 11
        /// The request was CBOR but not a request.
        case validationError = 12
    }

    /// An entry of the response's documents.
    package enum Entry: Sendable {
        case document(PresentedDocument)
        /// An entry that cannot be parsed: its document type, if it names one, and the error.
        case unreadable(DocumentType?, CBORError)
    }

    /// The whole response, as received.
    package let item: CBORItem
    /// The version, `1.x`.
    let version: StructureVersion
    package let status: UInt64
    /// The entries in the order received; a type may occur several times. An entry that cannot be parsed has its error
    /// and does not affect the others.
    package let entries: [Entry]
    /// The error codes of documents that were not returned, by document type.
    let documentErrors: [(docType: DocumentType, code: Int64)]

    /// Parses a response that fills all of `bytes`. Throws `CBORError`; `notAllowed` for documents with an error
    /// status, and for empty lists.
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
                throw list.failure(.notAllowed, "documents with an error status")
            }
        }
        self.entries = entries
        documentErrors = try DeviceResponse.errors(item)
    }

    /// The documents that could be parsed.
    package var documents: [PresentedDocument] {
        entries.compactMap { if case .document(let document) = $0 { document } else { nil } }
    }

    /// The maximum number of documents, and of entries of `documentErrors`.
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

    /// A document's key and its form of proof.
    public enum DeviceKey: Sendable {
        /// The key signs.
        case signature(any MessageSigner)
        /// The key creates a MAC for the reader's ephemeral key, on the same curve. The reader cannot show this proof
        /// to others.
        case mac(AgreementKey, reader: PublicKey)
    }

    /// One document of a new response.
    package struct Answer: Sendable {
        /// The issuer-signed document.
        package var document: IssuerSigned
        /// The items to return.
        package var selection: ElementSelection
        /// The device-signed elements, by namespace. The document's MSO has to authorize them.
        package var deviceElements: [String: [String: CBORValue]]
        /// The document's key and its form of proof.
        package var key: DeviceKey

        /// Creates an answer.
        ///
        /// - Parameters:
        ///   - document: The issuer-signed document.
        ///   - selection: The items to return.
        ///   - deviceElements: The device-signed elements, by namespace.
        ///   - key: The document's key and its form of proof.
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

    /// An error of creating a response.
    package enum BuildingError: String, Error, Sendable {
        /// A device-signed element is not authorized by the MSO.
        ///
        /// Next step: Have the document issued with a key authorization for the element.
        case notAuthorized = "MDOC_NOT_AUTHORIZED"
        /// The key is not the document's, or not on the reader's curve.
        ///
        /// Next step: Use the document's own key, and a reader key on its curve.
        case keyMismatch = "MDOC_KEY_MISMATCH"
    }

    /// Encodes a response with these documents, each with its own proof for this session.
    ///
    /// - Parameters:
    ///   - answers: The documents.
    ///   - missing: The types of documents that are not returned.
    ///   - transcript: The transcript of the session.
    /// - Returns: The encoded response.
    /// - Throws: `BuildingError`, and the errors of the keys.
    package static func encode(
        _ answers: [Answer], missing: [DocumentType] = [], transcript: SessionTranscript
    ) async throws -> [UInt8] {
        var documents: [SignedDocumentResponse] = []
        for answer in answers { documents.append(try await SignedDocumentResponse(answer, transcript)) }
        // Everything is written once, into sufficient memory.
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

    /// Encodes a response without documents, for an invalid request or an error.
    ///
    /// - Parameter status: The status.
    /// - Returns: The encoded response.
    package static func encode(status: Status) -> [UInt8] {
        CBORValue.map(["version": "1.0", "status": .unsigned(status.rawValue)]).encoded
    }
}

extension DeviceResponse: Equatable {
    /// Returns `true` if both have the same bytes, as received.
    ///
    /// - Parameters:
    ///   - a: A response.
    ///   - b: Another response.
    public static func == (a: DeviceResponse, b: DeviceResponse) -> Bool { a.item.encoded == b.item.encoded }
}
