public import JourneyCBOR
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
    public struct Answer: Sendable {
        public var document: IssuerSigned
        public var selection: ElementSelection
        /// What the device says by itself, by namespace. The document's MSO has to authorize it.
        public var deviceElements: [String: [String: CBORValue]]
        public var key: DeviceKey

        /// An answer of these parts.
        public init(
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
    public enum BuildingError: String, Error, Sendable {
        /// The MSO does not authorize the device to say this.
        case notAuthorized = "MDOC_NOT_AUTHORIZED"
        /// The key is not the document's, or not on the reader's curve.
        case keyMismatch = "MDOC_KEY_MISMATCH"
    }

    /// A response with these documents, each with a proof of its own for this session.
    /// `missing` are the types that are not returned. Throws `BuildingError`, and what the keys throw.
    public static func encode(
        _ answers: [Answer], missing: [DocumentType] = [], transcript: SessionTranscript
    ) async throws -> [UInt8] {
        var documents: [[UInt8]] = []
        for answer in answers { documents.append(try await document(answer, transcript)) }
        var writer = CBORWriter(capacity: documents.reduce(128) { $0 + $1.count })
        writer.map(2 + (documents.isEmpty ? 0 : 1) + (missing.isEmpty ? 0 : 1))
        writer.text("version")
        writer.text("1.0")
        if !documents.isEmpty {
            writer.text("documents")
            writer.array(documents.count)
            for document in documents { writer.raw(document) }
        }
        if !missing.isEmpty {
            writer.text("documentErrors")
            writer.array(missing.count)
            for docType in missing { writer.value([.text(docType.name): 0]) }
        }
        writer.text("status")
        writer.value(.unsigned(Status.ok.rawValue))
        return writer.encoded
    }

    /// A response without documents: for a request that cannot be understood, or an error.
    public static func encode(status: Status) -> [UInt8] {
        CBORValue.map(["version": "1.0", "status": .unsigned(status.rawValue)]).encoded
    }

    private static func document(_ answer: Answer, _ transcript: SessionTranscript) async throws -> [UInt8] {
        let mso = answer.document.mso
        for (space, elements) in answer.deviceElements {
            for element in elements.keys where !mso.keyAuthorizations.allow(element, in: space) {
                throw BuildingError.notAuthorized
            }
        }
        let docType = CBORValue.text(mso.docType.name).encoded
        let nameSpaces = CBORValue.tagged(24, .bytes(CBORValue.map(answer.deviceNameSpaces).encoded)).encoded
        let payload = DeviceAuthentication.bytes(
            transcript: transcript, docType: docType[...], nameSpaces: nameSpaces[...])
        let (kind, proof) = try await proof(answer.key, of: payload, mso: mso, transcript: transcript)
        let issuerSigned = IssuerSigned.encode(
            answer.selection.nameSpaces.map { ($0.name, $0.items.map(\.encoded)) },
            issuerAuth: untagged(answer.document.issuerAuth))
        var writer = CBORWriter(capacity: issuerSigned.count + proof.count + 256)
        writer.map(answer.selection.errors.isEmpty ? 3 : 4)
        writer.text("docType")
        writer.raw(docType)
        writer.text("issuerSigned")
        writer.raw(issuerSigned)
        writer.text("deviceSigned")
        writer.map(2)
        writer.text("nameSpaces")
        writer.raw(nameSpaces)
        writer.text("deviceAuth")
        writer.map(1)
        writer.text(kind)
        writer.raw(proof)
        if !answer.selection.errors.isEmpty {
            writer.text("errors")
            writer.value(answer.selection.errorsValue)
        }
        return writer.encoded
    }

    /// The message as it is sent: a tag that it came with is no part of what is hashed or signed.
    private static func untagged(_ message: COSESign1) -> ArraySlice<UInt8> {
        let item = try? CBORReader.item(in: message.encoded, limits: DocumentLimits.response)
        return item?.tagged(COSESign1.tag)?.encoded ?? message.encoded
    }

    private static func proof(
        _ key: DeviceKey, of payload: [UInt8], mso: MobileSecurityObject, transcript: SessionTranscript
    ) async throws -> (kind: String, bytes: ArraySlice<UInt8>) {
        let own = try? COSEKey(mso.deviceKey).publicKey
        switch key {
        case .signature(let signer):
            let proof = try await COSESign1(signing: payload, with: signer, isDetached: true)
            // Whoever signs with another key would only be refused by the reader.
            guard let own, (try? proof.verify(with: own, detached: payload[...])) != nil else {
                throw BuildingError.keyMismatch
            }
            return ("deviceSignature", proof.encoded)
        case .mac(let key, let reader):
            guard let own, key.publicKey == own,
                let secret = try? DeviceAuthentication.macKey(key, with: reader, transcript: transcript)
            else { throw BuildingError.keyMismatch }
            return ("deviceMac", try COSEMac0(authenticating: payload, key: secret, isDetached: true).encoded)
        }
    }
}

extension DeviceResponse.Answer {
    fileprivate var deviceNameSpaces: [CBORValue: CBORValue] {
        var spaces: [CBORValue: CBORValue] = [:]
        for (space, elements) in deviceElements where !elements.isEmpty {
            spaces[.text(space)] = .map(
                Dictionary(uniqueKeysWithValues: elements.map { (.text($0.key), $0.value) }))
        }
        return spaces
    }
}

extension ElementSelection {
    fileprivate var errorsValue: CBORValue {
        var spaces: [String: [CBORValue: CBORValue]] = [:]
        for (name, code) in errors { spaces[name.nameSpace, default: [:]][.text(name.identifier)] = .integer(code) }
        return .map(Dictionary(uniqueKeysWithValues: spaces.map { (.text($0.key), .map($0.value)) }))
    }
}
