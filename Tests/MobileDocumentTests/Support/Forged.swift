import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument

/// A response assembled from parts, for forms that this package does not create.
struct Forged {
    let shown: Presentation
    var issuerSigned: [UInt8]
    var docType = CBORValue.text("org.iso.18013.5.1.mDL").encoded

    init(_ shown: Presentation) throws {
        self.shown = shown
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        issuerSigned = Self.issuerSigned(
            selection.nameSpaces.map { ($0.name, $0.items.map { Array($0.encoded) }) },
            auth: Array(shown.issued.issuerAuth.encoded))
    }

    /// Returns IssuerSigned of items and a signature as they are.
    static func issuerSigned(_ spaces: [(String, [[UInt8]])], auth: [UInt8]) -> [UInt8] {
        var writer = CBORWriter()
        writer.map(2)
        writer.text("nameSpaces")
        writer.map(spaces.count)
        for (name, items) in spaces {
            writer.text(name)
            writer.array(items.count)
            for item in items { writer.raw(item) }
        }
        writer.text("issuerAuth")
        writer.raw(auth)
        return writer.encoded
    }

    /// Returns a response with one document, signed by the device.
    func response(deviceElements: [String: [String: CBORValue]] = [:]) async throws -> [UInt8] {
        let map = CBORValue.map(
            Dictionary(
                uniqueKeysWithValues: deviceElements.map { space in
                    (
                        .text(space.key),
                        .map(Dictionary(uniqueKeysWithValues: space.value.map { (.text($0.key), $0.value) }))
                    )
                }))
        let nameSpaces = CBORValue.tagged(24, .bytes(map.encoded)).encoded
        let payload = DeviceAuthentication.bytes(
            transcript: shown.transcript, docType: docType[...], nameSpaces: nameSpaces[...])
        let proof = try await COSESign1(signing: payload, with: shown.device, isDetached: true)
        var writer = CBORWriter()
        writer.map(3)
        writer.text("version")
        writer.text("1.0")
        writer.text("documents")
        writer.array(1)
        writer.map(3)
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
        writer.text("deviceSignature")
        writer.raw(proof.encoded)
        writer.text("status")
        writer.value(0)
        return writer.encoded
    }
}

/// A document whose MSO is signed again, by another key with another certificate.
struct Resigned {
    let shown: Presentation
    let key: any MessageSigner
    let certificate: Certificate

    init(_ shown: Presentation, by key: any MessageSigner, _ certificate: Certificate) {
        (self.shown, self.key, self.certificate) = (shown, key, certificate)
    }

    func report(by verifier: DocumentVerifier? = nil) async throws -> DocumentReport {
        let payload = Array(shown.issued.issuerAuth.payload ?? [])
        let auth = try await COSESign1(signing: payload, with: key, fields: .chain([certificate]))
        var forged = try Forged(shown)
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        forged.issuerSigned = Forged.issuerSigned(
            selection.nameSpaces.map { ($0.name, $0.items.map { Array($0.encoded) }) }, auth: Array(auth.encoded))
        return try shown.report(try await forged.response(), by: verifier).documents[0]
    }
}
