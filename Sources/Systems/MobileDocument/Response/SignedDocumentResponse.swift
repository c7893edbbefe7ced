import JourneyCBOR
import JourneyCrypto

/// A document of a new response with its device's proof, ready to be encoded.
struct SignedDocumentResponse {
    private let answer: DeviceResponse.Answer
    private let docType: [UInt8]
    /// DeviceNameSpacesBytes.
    private let nameSpaces: [UInt8]
    private let proof: (kind: String, bytes: ArraySlice<UInt8>)
    private let spaces: [(name: String, items: [ArraySlice<UInt8>])]
    private let issuerAuth: ArraySlice<UInt8>

    /// Creates the proof. Throws `BuildingError`, and the errors of the key.
    init(_ answer: DeviceResponse.Answer, _ transcript: SessionTranscript) async throws {
        let mso = answer.document.mso
        for (space, elements) in answer.deviceElements {
            for element in elements.keys where !mso.keyAuthorizations.allow(element, in: space) {
                throw DeviceResponse.BuildingError.notAuthorized
            }
        }
        self.answer = answer
        docType = CBORValue.text(mso.docType.name).encoded
        nameSpaces = CBORWriter.embedding(CBORValue.map(answer.deviceNameSpaces).encoded)
        spaces = answer.selection.nameSpaces.map { ($0.name, $0.items.map(\.encoded)) }
        issuerAuth = SignedDocumentResponse.untagged(answer.document.issuerAuth)
        let payload = DeviceAuthentication.bytes(
            transcript: transcript, docType: docType[...], nameSpaces: nameSpaces[...])
        proof = try await SignedDocumentResponse.proof(answer.key, of: payload, mso: mso, transcript: transcript)
    }

    /// The encoded length without errors, possibly a few bytes too many.
    var count: Int {
        IssuerSigned.count(spaces, issuerAuth) + docType.count + nameSpaces.count + proof.bytes.count + 128
    }

    func write(into writer: inout CBORWriter) {
        writer.map(answer.selection.errors.isEmpty ? 3 : 4)
        writer.member("docType", raw: docType)
        writer.text("issuerSigned")
        IssuerSigned.write(spaces, issuerAuth: issuerAuth, into: &writer)
        writer.text("deviceSigned")
        writer.map(2)
        writer.member("nameSpaces", raw: nameSpaces)
        writer.text("deviceAuth")
        writer.map(1)
        writer.member(proof.kind, raw: proof.bytes)
        if !answer.selection.errors.isEmpty { writer.member("errors", answer.selection.errorsValue) }
    }

    /// Returns the message without a tag: a tag is neither hashed nor signed.
    private static func untagged(_ message: COSESign1) -> ArraySlice<UInt8> {
        let item = try? CBORReader.item(in: message.encoded, limits: DocumentLimits.response)
        return item?.tagged(COSESign1.tag)?.encoded ?? message.encoded
    }

    /// Creates the proof. A key other than the document's is refused here, because the reader would refuse it.
    private static func proof(
        _ key: DeviceResponse.DeviceKey, of payload: [UInt8], mso: MobileSecurityObject, transcript: SessionTranscript
    ) async throws -> (kind: String, bytes: ArraySlice<UInt8>) {
        switch key {
        case .signature(let signer):
            let known = (signer as? any SigningKey)?.publicKey
            if let known, !COSEKey.isSame(mso.deviceKey, as: .p256(known)) {
                throw DeviceResponse.BuildingError.keyMismatch
            }
            let proof = try await COSESign1(signing: payload, with: signer, isDetached: true)
            // A signer that does not state its key is checked by its signature.
            if known == nil {
                guard let own = try? COSEKey(mso.deviceKey).publicKey,
                    (try? proof.verify(with: own, detached: payload[...])) != nil
                else { throw DeviceResponse.BuildingError.keyMismatch }
            }
            return ("deviceSignature", proof.encoded)
        case .mac(let key, let reader):
            guard COSEKey.isSame(mso.deviceKey, as: key.publicKey),
                let secret = try? DeviceAuthentication.macKey(key, with: reader, transcript: transcript)
            else { throw DeviceResponse.BuildingError.keyMismatch }
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
