package import JourneyCBOR
public import JourneyCrypto

extension DeviceResponse {
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
        var document: IssuerSigned
        var selection: ElementSelection
        /// What the device says by itself, by namespace. The document's MSO has to authorize it.
        var deviceElements: [String: [String: CBORValue]]
        var key: DeviceKey

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
        writer.text("version")
        writer.text("1.0")
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
        writer.text("status")
        writer.value(.unsigned(Status.ok.rawValue))
        return writer.finish()
    }

    /// A response without documents: for a request that cannot be understood, or an error.
    package static func encode(status: Status) -> [UInt8] {
        CBORValue.map(["version": "1.0", "status": .unsigned(status.rawValue)]).encoded
    }
}
