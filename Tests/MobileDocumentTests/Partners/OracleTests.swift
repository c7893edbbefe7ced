import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Interoperability with a cbor2 and cryptography oracle", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct OracleTests {
    private func judge(_ response: [UInt8], _ shown: Presentation) throws -> String {
        guard case .p256(let key) = shown.reader else { return "" }
        let scalar = try key.scalar().withBytes { Hex.encode($0) }
        return try Python.run(
            Oracle.program + Oracle.arguments + "print('HOLDS', verify(response, transcript, root, reader, now))",
            [
                Hex.encode(response), Hex.encode(shown.transcript.encoded),
                Hex.encode(shown.office.authority.authority.certificate.encoded),
                "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))", scalar,
            ])
    }

    @Test(
        "the oracle verifies our documents with every digest, by signature and MAC",
        arguments: HashAlgorithm.allCases)
    func ours(_ digest: HashAlgorithm) async throws {
        // The oracle supports P-256 only.
        let shown = try await Presentation(try DocumentIssuerFixture(digest: digest))
        #expect(try judge(try await shown.response(), shown) == "HOLDS 1")
        #expect(try judge(try await shown.response(mac: true), shown) == "HOLDS 1")
    }

    @Test("the oracle refuses each changed bit that we refuse")
    func flips() async throws {
        let shown = try await Presentation()
        for mac in [false, true] {
            let bytes = try await shown.response(mac: mac)
            let document = try #require(DeviceResponse(bytes[...]).documents.first)
            let auth = document.issuerSigned.issuerAuth
            var places = [
                try #require(auth.payload).endIndex - 3, auth.signature.startIndex + 5,
                document.issuerSigned.nameSpaces[0].items[0].encoded.endIndex - 1,
            ]
            switch document.deviceSigned.authentication {
            case .signature(let signature): places.append(signature.signature.endIndex - 1)
            case .mac(let tag): places.append(tag.authenticationTag.endIndex - 1)
            }
            for place in places {
                var changed = bytes
                changed[place] ^= 1
                #expect(throws: PythonFailure.self, "\(place)") { try judge(changed, shown) }
                let report = try? shown.report(changed)
                #expect(report?.hasFailure ?? true)
            }
        }
    }

    @Test("the oracle's documents verify, by signature and MAC", arguments: [false, true])
    func theirs(_ mac: Bool) throws {
        let reader = try AgreementKey.generate(.p256)
        let transcript = Presentation.session(["org.example", .bytes([7])])
        let answer = try Python.run(
            Oracle.program + """
                transcript, peer = bytes.fromhex(sys.argv[1]), bytes.fromhex(sys.argv[2])
                now = datetime.datetime.fromtimestamp(int(sys.argv[3]), datetime.timezone.utc)
                root, leaf, key = authority(now)
                device = ec.generate_private_key(ec.SECP256R1())
                stamp = lambda days: CBORTag(0, (now + datetime.timedelta(days=days)).strftime("%Y-%m-%dT%H:%M:%SZ"))
                space, values = "org.iso.18013.5.1", {"family_name": "Orakel", "birth_date": CBORTag(1004, "1970-01-01"),
                    "age_over_21": True, "portrait": b"\\xff\\xd8\\xff" + os.urandom(5000)}
                items = [CBORTag(24, cbor2.dumps({"elementValue": value, "random": os.urandom(24), "digestID": 3 * index,
                    "elementIdentifier": name})) for index, (name, value) in enumerate(values.items())]
                digests = {3 * index: hashlib.sha512(cbor2.dumps(item)).digest() for index, item in enumerate(items)}
                mso = {"docType": "org.iso.18013.5.1.mDL", "version": "1.0", "digestAlgorithm": "SHA-512",
                    "validityInfo": {"signed": stamp(-1), "validFrom": stamp(-1), "validUntil": stamp(30)},
                    "deviceKeyInfo": {"deviceKey": cose(device), "keyAuthorizations": {"nameSpaces": ["org.example"]}},
                    "valueDigests": {space: digests}, "unknown": [1, {2: 3}]}
                payload = cbor2.dumps(CBORTag(24, cbor2.dumps(mso)))
                protected = cbor2.dumps({1: -7})
                chain = leaf.public_bytes(serialization.Encoding.DER)
                auth = [protected, {33: chain}, payload, sign(key, structure("Signature1", protected, payload))]
                spaces = CBORTag(24, cbor2.dumps({"org.example": {"place": "here"}}))
                data = device_authentication(transcript, mso["docType"], cbor2.dumps(spaces))
                if sys.argv[4] == "mac":
                    header = cbor2.dumps({1: 5})
                    peer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), peer)
                    tag = mac.new(mac_key(device, peer, transcript), structure("MAC0", header, data), "sha256").digest()
                    proof = {"deviceMac": [header, {}, None, tag]}
                else:
                    proof = {"deviceSignature": [protected, {}, None, sign(device, structure("Signature1", protected, data))]}
                print(cbor2.dumps({"version": "1.0", "status": 0, "documents": [{"docType": mso["docType"],
                    "issuerSigned": {"issuerAuth": auth, "nameSpaces": {space: items}},
                    "deviceSigned": {"deviceAuth": proof, "nameSpaces": spaces}}]}).hex())
                print(root.public_bytes(serialization.Encoding.DER).hex())
                """,
            [
                Hex.encode(transcript.encoded), Hex.encode(x963(reader.publicKey)),
                "\(Int(DocumentIssuerFixture.now.timeIntervalSince1970))", mac ? "mac" : "signature",
            ])
        let lines = try answer.split(separator: "\n").map { try #require(Hex.decode($0)) }
        let root = try Certificate(lines[1])
        let verifier = DocumentVerifier(trust: try IssuerTrust([root]))
        let names = ["family_name", "birth_date", "age_over_21", "portrait"]
        let request = RequestedDocument(
            docType: .drivingLicence,
            elements: names.map { ElementName(DocumentIssuerFixture.licence, $0) } + [
                ElementName("org.example", "place")
            ])
        func report(_ bytes: [UInt8]) throws -> DocumentReport {
            try verifier.verify(
                DeviceResponse(bytes[...]), session: .init(transcript: transcript, readerKey: reader),
                request: [request], at: DocumentIssuerFixture.now
            ).documents[0]
        }
        let good = try report(lines[0])
        #expect(
            good.failures.isEmpty && good.notRun == ["issuer-revocation", "issuing-country", "status"],
            "\(good.failures)")
        #expect(good.elements.count == 5 && good.elements.allSatisfy(\.isCovered))
        let document = try #require(DeviceResponse(lines[0][...]).documents.first)
        var changed = lines[0]
        changed[document.deviceSigned.nameSpaces.endIndex - 1] ^= 1
        #expect(try report(changed).failures.count == 1)
    }

    private func x963(_ key: PublicKey) -> [UInt8] {
        if case .p256(let key) = key { key.x963 } else { [] }
    }
}
