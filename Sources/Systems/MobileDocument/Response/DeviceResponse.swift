package import JourneyCBOR

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
        var errors: [(docType: DocumentType, code: Int64)] = []
        guard let list = item["documentErrors"] else { return errors }
        for part in try list.expectArray("documentErrors", count: 1...mostDocuments) {
            let members = try part.expectMap("an entry of documentErrors")
            guard !members.isEmpty else { throw part.failure(.notAllowed, "an entry of documentErrors is empty") }
            for member in members {
                errors.append(
                    (
                        DocumentType(try member.key.expectText("a type in documentErrors")),
                        try member.value.expectInteger("a code in documentErrors")
                    ))
            }
        }
        return errors
    }
}
