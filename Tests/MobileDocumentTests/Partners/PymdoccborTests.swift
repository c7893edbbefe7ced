import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// Interoperability with `pymdoccbor` in both roles.
@Suite("Interoperability with pymdoccbor", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct PymdoccborTests {
    /// The current time: that program signs by its own clock.
    private let now = Date()

    @Test("identity data issued by pymdoccbor is parsed, shown and verified today")
    func theirs() async throws {
        let device = try P256PrivateKey.generate()
        let point = device.publicKey.x963
        let answer = try Python.run(
            Oracle.program + """
                from pymdoccbor.mdoc.issuer import MdocCborIssuer
                now = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
                root, leaf, key = authority(now)
                private = key.private_numbers().private_value.to_bytes(32, "big")
                issuer = MdocCborIssuer(alg="ES256", private_key={"KTY": "EC2", "CURVE": "P_256", "ALG": "ES256", "D": private,
                    "KID": b"k"})
                x, y = bytes.fromhex(sys.argv[1]), bytes.fromhex(sys.argv[2])
                data = {"eu.europa.ec.eudi.pid.1": {"family_name": "Muster", "given_name": "Erika",
                    "birth_date": "1990-02-01", "nationality": ["UT"], "age_over_18": True}}
                day = lambda days: (now + datetime.timedelta(days=days)).strftime("%Y-%m-%d")
                found = issuer.new(data=data, doctype="eu.europa.ec.eudi.pid.1",
                    validity={"issuance_date": day(-1), "expiry_date": day(30)}, x509_chain=[leaf],
                    devicekeyinfo={"KTY": "EC2", "CURVE": "P_256", "X": x, "Y": y},
                    revocation={"status_list": {"idx": 3, "uri": "https://a.example/list"}})
                print(cbor2.dumps(found["documents"][0]["issuerSigned"]).hex())
                print(root.public_bytes(serialization.Encoding.DER).hex())
                """, [Hex.encode(point[1..<33]), Hex.encode(point[33...])])
        let lines = try answer.split(separator: "\n").suffix(2).map { try #require(Hex.decode($0)) }
        let issued = try IssuerSigned(lines[0][...])
        #expect(issued.mso.docType == .personIdentification && issued.mso.status?.statusList?.index == 3)
        let space = "eu.europa.ec.eudi.pid.1"
        let request = RequestedDocument(
            docType: .personIdentification,
            elements: ["family_name", "birth_date", "nationality", "age_over_18"].map { ElementName(space, $0) })
        let transcript = Presentation.session(["x"])
        let bytes = try await DeviceResponse.encode(
            [.init(issued, ElementSelection(request, from: issued) { _ in true }, key: .signature(device))],
            transcript: transcript)
        let verifier = DocumentVerifier(trust: try IssuerTrust([Certificate(lines[1])]))
        let report = try verifier.verify(
            DeviceResponse(bytes[...]), session: .init(transcript: transcript), request: [request],
            at: now.addingTimeInterval(60)
        ).documents[0]
        #expect(report.failures.isEmpty, "\(report.checks(.failed))")
        #expect(report.elements.count == 4)
    }

    @Test("pymdoccbor verifies the chain, signature and digests of our documents")
    func ours() async throws {
        let start = Date(timeIntervalSince1970: now.timeIntervalSince1970.rounded(.down))
        let shown = try await Presentation(DocumentIssuerFixture(at: start)) {
            $0.validity = ValidityInfo(signed: start, validFrom: start, validUntil: start + DocumentIssuerFixture.day)
        }
        let bytes = try await shown.response()
        func judge(_ bytes: [UInt8]) throws -> String {
            try Python.run(
                """
                import sys, logging
                logging.disable(logging.CRITICAL)
                from cryptography import x509
                from pymdoccbor.mdoc.verifier import MdocCbor
                document = MdocCbor()
                document.loads(bytes.fromhex(sys.argv[1]))
                print(document.verify([x509.load_der_x509_certificate(bytes.fromhex(sys.argv[2]))]))
                """,
                [Hex.encode(bytes), Hex.encode(shown.office.authority.authority.certificate.encoded)])
        }
        let good = try judge(bytes)
        #expect(good.hasSuffix("True"), "\(good)")
        let item = try #require(DeviceResponse(bytes[...]).documents.first?.issuerSigned.nameSpaces[0].items[0])
        var changed = bytes
        changed[item.encoded.endIndex - 1] ^= 1
        #expect((try? judge(changed))?.hasSuffix("True") != true)
    }
}
