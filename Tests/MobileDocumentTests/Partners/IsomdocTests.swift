import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// Interoperability with `isomdoc` in both roles.
@Suite("Interoperability with isomdoc", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct IsomdocTests {
    private func judge(_ response: [UInt8], _ transcript: SessionTranscript) throws -> String {
        try Python.run(
            """
            import sys, cbor2
            from isomdoc import verify_device_response
            response, transcript = bytes.fromhex(sys.argv[1]), bytes.fromhex(sys.argv[2])
            found = verify_device_response(response, cbor2.loads(transcript))
            for document in found.documents:
                print(document.doctype, *sorted(
                    item.element_identifier for items in document.issuer_signed.namespaces.values() for item in items))
            """, [Hex.encode(response), Hex.encode(transcript.encoded)])
    }

    @Test("isomdoc verifies the signatures and digests of our documents")
    func ours() async throws {
        let shown = try await Presentation()
        let bytes = try await shown.response()
        #expect(try judge(bytes, shown.transcript) == "org.iso.18013.5.1.mDL age_over_18 family_name portrait")
        let document = try #require(DeviceResponse(bytes[...]).documents.first)
        let auth = document.issuerSigned.issuerAuth
        for place in [
            auth.signature.endIndex - 1, try #require(auth.payload).endIndex - 3,
            document.issuerSigned.nameSpaces[0].items[0].encoded.endIndex - 1,
        ] {
            var changed = bytes
            changed[place] ^= 1
            #expect(throws: PythonFailure.self) { try judge(changed, shown.transcript) }
        }
        #expect(throws: PythonFailure.self) { try judge(bytes, Presentation.session(.null)) }
    }

    @Test("a document issued by isomdoc is parsed, shown and verified")
    func theirs() async throws {
        let device = try P256PrivateKey.generate()
        let answer = try Python.run(
            Oracle.program + """
                from isomdoc import create_mdoc
                now = datetime.datetime.fromtimestamp(int(sys.argv[2]), datetime.timezone.utc)
                root, leaf, key = authority(now)
                peer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(sys.argv[1]))
                document = create_mdoc("org.iso.18013.5.1.mDL", [leaf], key)
                document.add_data_item("org.iso.18013.5.1", "family_name", "Muster")
                document.add_data_item("org.iso.18013.5.1", "age_over_18", True)
                document.add_data_item("org.iso.18013.5.1", "portrait", b"\\xff\\xd8\\xff")
                day = datetime.timedelta(days=1)
                print(document.generate_credential(peer, now - day, now - day, now + day).hex())
                print(root.public_bytes(serialization.Encoding.DER).hex())
                """, [Hex.encode(device.publicKey.x963), "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))"])
        let lines = try answer.split(separator: "\n").map { try #require(Hex.decode($0)) }
        let issued = try IssuerSigned(lines[0][...])
        let request = RequestedDocument(
            docType: .drivingLicence,
            elements: ["family_name", "age_over_16"].map { ElementName(DocumentIssuerFixture.licence, $0) })
        let transcript = Presentation.session(["x"])
        let bytes = try await DeviceResponse.encode(
            [.init(issued, ElementSelection(request, from: issued) { _ in true }, key: .signature(device))],
            transcript: transcript)
        let verifier = DocumentVerifier(trust: try IssuerTrust([Certificate(lines[1])]))
        let report = try verifier.verify(
            DeviceResponse(bytes[...]), session: .init(transcript: transcript), request: [request],
            at: DocumentIssuerFixture.now
        ).documents[0]
        #expect(report.failures.isEmpty && report.elements.map(\.name.identifier) == ["family_name", "age_over_18"])
        #expect(try judge(bytes, transcript) == "org.iso.18013.5.1.mDL age_over_18 family_name")
    }
}
