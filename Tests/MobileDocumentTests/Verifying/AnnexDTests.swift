import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("Annex D's response", .enabled(if: AnnexD.isThere, "\(Vectors.missing)"))
struct AnnexDTests {
    private func verifier() throws -> DocumentVerifier {
        DocumentVerifier(trust: try IssuerTrust([AnnexD.authority()]))
    }

    private func session() throws -> DocumentVerifier.Session {
        .init(transcript: try AnnexD.transcript(), readerKey: try AnnexD.key("ephemeral_reader"))
    }

    private func report(_ bytes: [UInt8], at time: Date = AnnexD.time) throws -> DocumentReport {
        let report = try verifier().verify(DeviceResponse(bytes[...]), session: session(), request: nil, at: time)
        return try #require(report.documents.first)
    }

    @Test("every possible check passes at 2021-06-01, and the others state why they were not run")
    func good() throws {
        let report = try report(AnnexD.response())
        #expect(report.failures.isEmpty, "\(report.failures)")
        #expect(report.notRun == ["issuer-revocation", "doc-type", "requested-only", "issuing-country", "status"])
        #expect(report.checks.map(\.name) == VerificationCheck.Name.allCases)
        #expect(report[.deviceAuthentication]?.reason == "valid MAC")
        #expect(report.elements.count == 6 && report.elements.allSatisfy { $0.isCovered })
        #expect(report.path?.anchor == (try AnnexD.authority()))
    }

    @Test("DeviceAuthenticationBytes, the MAC structure and EMacKey equal the standard's bytes")
    func structures() throws {
        let document = try #require(DeviceResponse(AnnexD.response()[...]).documents.first)
        let bytes = DeviceAuthentication.bytes(
            transcript: try AnnexD.transcript(), docType: document.docTypeItem.encoded,
            nameSpaces: document.deviceSigned.nameSpaces)
        #expect(bytes == (try AnnexD.bytes("d5_3_device_authentication_bytes")))
        guard case .mac(let mac) = document.deviceSigned.authentication else {
            Issue.record("no MAC")
            return
        }
        #expect(try mac.authenticatedBytes(detached: bytes[...]) == AnnexD.bytes("d5_3_mac_structure"))
        #expect(
            CBORValue.map(["deviceMac": .null]).encoded.dropLast() + mac.encoded
                == (try AnnexD.bytes("d5_3_device_auth"))[...])
        let auth = document.issuerSigned.issuerAuth
        #expect(try auth.signedBytes() == AnnexD.bytes("d5_2_issuer_sig_structure"))
        let known = try #require(try Vectors.json("mdoc/annex_d/known_answers.json")["EMacKey"]?.string)
        let (reader, device) = (try AnnexD.key("ephemeral_reader"), try AnnexD.key("static_device"))
        for (own, peer) in [(reader, device), (device, reader)] {
            let key = try DeviceAuthentication.macKey(own, with: peer.publicKey, transcript: AnnexD.transcript())
            #expect(key.hasSameBytes(as: Secret(copying: Hex.decode(known) ?? [])))
        }
    }

    @Test(
        "a response outside its validity is refused, and each check reports its own failure",
        arguments: [
            (
                "2020-09-30T23:59:59Z",
                [
                    "issuer-certificate CERT_NOT_YET_VALID", "signing-time MDOC_SIGNED_IN_FUTURE",
                    "validity MDOC_NOT_YET_VALID",
                ]
            ),
            ("2020-10-01T13:30:01Z", ["signing-time MDOC_SIGNED_IN_FUTURE", "validity MDOC_NOT_YET_VALID"]),
            ("2020-10-01T13:30:02Z", []),
            ("2021-09-30T23:59:59Z", []), ("2021-10-01T00:00:00Z", ["issuer-certificate CERT_EXPIRED"]),
            ("2021-10-01T13:30:02Z", ["issuer-certificate CERT_EXPIRED"]),
            ("2021-10-01T13:30:03Z", ["issuer-certificate CERT_EXPIRED", "validity MDOC_EXPIRED"]),
        ])
    func times(_ text: String, _ failures: [String]) throws {
        let time = try Date(text, strategy: .iso8601)
        #expect(try report(AnnexD.response(), at: time).failures == failures)
    }

    @Test("every flipped bit of the authenticated data is refused")
    func bitFlips() throws {
        let bytes = try AnnexD.response()
        let document = try #require(DeviceResponse(bytes[...]).documents.first)
        let auth = document.issuerSigned.issuerAuth
        guard case .mac(let mac) = document.deviceSigned.authentication else {
            Issue.record("no MAC")
            return
        }
        var regions: [(String, Range<Int>)] = [
            ("protected header", auth.header.protectedBytes.indices), ("payload", try #require(auth.payload).indices),
            ("signature", auth.signature.indices), ("MAC", mac.authenticationTag.indices),
            ("MAC's header", mac.header.protectedBytes.indices), ("docType", document.docTypeItem.encoded.indices),
            ("device namespaces", document.deviceSigned.nameSpaces.indices),
            ("certificate", try #require(auth.header.chain.first).indices),
            (
                "namespace",
                try namespace(bytes, before: document.issuerSigned.nameSpaces[0].items[0].encoded.startIndex)
            ),
        ]
        for item in document.issuerSigned.nameSpaces[0].items {
            regions.append((item.elementIdentifier, item.encoded.indices))
        }
        var tried = 0
        var survived: [String] = []
        for (name, region) in regions {
            // Every bit of short regions; elsewhere, where that would take minutes, one bit per byte in turn, and of
            // every seventh byte in long regions.
            let isShort = region.count <= 8
            for place in stride(from: region.lowerBound, to: region.upperBound, by: region.count <= 80 ? 1 : 7) {
                for bit in isShort ? Array(0..<8) : [place % 8] {
                    var changed = bytes
                    changed[place] ^= 1 << UInt8(bit)
                    tried += 1
                    guard let report = try? report(changed), report.failures.isEmpty else { continue }
                    survived.append("\(name), byte \(place - region.lowerBound), bit \(bit)")
                }
            }
        }
        print("Annex D: \(tried) flipped bits refused, \(survived.count) not")
        #expect(survived.isEmpty, "\(survived)")
        #expect(tried > 500)
    }

    /// Returns the range of the namespace's name, before its first item.
    private func namespace(_ bytes: [UInt8], before end: Int) throws -> Range<Int> {
        let name = Array("org.iso.18013.5.1".utf8)
        let start = end - 1 - name.count
        #expect(bytes[start..<start + name.count].elementsEqual(name))
        return start..<start + name.count
    }

    @Test("another session's transcript and another reader's key are refused")
    func otherSession() throws {
        let response = try DeviceResponse(AnnexD.response()[...])
        let qr = Presentation.session(.null)
        for session in [
            DocumentVerifier.Session(transcript: qr, readerKey: try AnnexD.key("ephemeral_reader")),
            .init(transcript: try AnnexD.transcript(), readerKey: try AnnexD.key("ephemeral_device")),
        ] {
            let report = try verifier().verify(response, session: session, request: nil, at: AnnexD.time)
            #expect(report.documents[0].failures == ["device-authentication COSE_BAD_TAG"] && report.hasFailure)
        }
        let elsewhere = DocumentVerifier.Session(
            transcript: try AnnexD.transcript(), readerKey: try AgreementKey.generate(.p384))
        let report = try verifier().verify(response, session: elsewhere, request: nil, at: AnnexD.time)
        #expect(report.documents[0].failures == ["device-authentication MDOC_KEY_MISMATCH"])
    }

    @Test("no authority is trusted by default, and a check without its input is not run")
    func nothingGiven() throws {
        let response = try DeviceResponse(AnnexD.response()[...])
        let report = DocumentVerifier(trust: IssuerTrust()).verify(
            response, session: nil, request: nil, at: AnnexD.time
        )
        .documents[0]
        #expect(report.failures == ["issuer-certificate MDOC_NOBODY_TRUSTED"])
        #expect(
            report.notRun == [
                "issuer-profile", "issuer-revocation", "doc-type", "device-authentication", "requested-only",
                "issuing-country", "status",
            ])
        let noKey = try verifier().verify(
            response, session: .init(transcript: AnnexD.transcript()), request: nil, at: AnnexD.time)
        #expect(noKey.documents[0][.deviceAuthentication]?.outcome == .notRun)
    }
}
