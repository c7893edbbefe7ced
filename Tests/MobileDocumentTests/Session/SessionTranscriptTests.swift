import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite struct SessionTranscriptTests {
    private func parts() throws -> [CBORItem] {
        let bytes = try Documents.annex("d5_1_session_transcript_bytes")
        return try #require(try CBORReader.item(in: bytes[...]).expectEmbedded("it").array)
    }

    @Test(.enabled(if: Documents.arePresent, "\(Vectors.missing)"))
    func `the annex's transcript is built from the received bytes and hashes to its salt`() throws {
        let parts = try parts()
        let transcript = SessionTranscript(
            engagementBytes: parts[0].encoded, readerKeyBytes: parts[1].encoded,
            handover: .nfc(
                select: try Documents.annex("nfc_handover_select_ndef"),
                request: try Documents.annex("nfc_handover_request_ndef")))
        #expect(try transcript.bytes == Documents.annex("d5_1_session_transcript_bytes"))
        #expect(try transcript.salt == Documents.answer("salt_sha256_of_SessionTranscriptBytes"))
        for bytes in [transcript.bytes, transcript.encoded] {
            #expect(try SessionTranscript(reading: bytes[...]) == transcript)
        }
        // Another handover gives another session.
        for handover in [Handover.qr, .nfc(select: try Documents.annex("nfc_handover_select_ndef"))] {
            let other = SessionTranscript(
                engagementBytes: parts[0].encoded, readerKeyBytes: parts[1].encoded,
                handover: handover)
            #expect(other.salt != transcript.salt)
        }
    }

    @Test func `each handover has its standard's encoding`() throws {
        let hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
        #expect(Handover.qr.encoded == [0xF6])
        #expect(Hex.encode(Handover.nfc(select: [1, 2]).encoded) == "82420102f6")
        #expect(Hex.encode(Handover.nfc(select: [1, 2], request: [3]).encoded) == "824201024103")
        let print = try #require(Hex.decode(hash))
        let redirect = Handover.openID4VP(clientID: "a", nonce: "n", thumbprint: print, responseURI: "u")
        let info = CBORValue.array(["a", "n", .bytes(print), "u"]).encoded
        #expect(redirect.encoded == CBORValue.array(["OpenID4VPHandover", .bytes(SHA256.hash(info))]).encoded)
        let plain = Handover.openID4VP(clientID: "a", nonce: "n", thumbprint: nil, responseURI: "u")
        #expect(plain != redirect)
        let browser = Handover.openID4VPDigitalCredentials(origin: "https://a", nonce: "n", thumbprint: nil)
        let browserInfo = CBORValue.array(["https://a", "n", .null]).encoded
        #expect(
            browser.encoded == CBORValue.array(["OpenID4VPDCAPIHandover", .bytes(SHA256.hash(browserInfo))]).encoded)
        let direct = Handover.digitalCredentials(encryptionInfo: "oWFh", origin: "https://a")
        let directInfo = CBORValue.array(["oWFh", "https://a"]).encoded
        #expect(direct.encoded == CBORValue.array(["dcapi", .bytes(SHA256.hash(directInfo))]).encoded)
        let website = Handover.website(readerEngagement: [0xA0])
        #expect(website.encoded == CBORValue.bytes(SHA256.hash([0xD8, 0x18, 0x41, 0xA0])).encoded)
        #expect(Hex.encode(SessionTranscript(.qr).encoded) == "83f6f6f6")
    }

    @Test(arguments: [
        "83f6f6", "84f6f6f6f6", "a0", "8300f6f6", "83d81841a0f6f6", "83f6d81841a0f6", "d8184283f6", "d818f6",
        "83f6f6f600",
        "83d81841a0d81840f6", "83a0a0f6",
    ])
    func `an invalid transcript is refused`(hex: String) {
        #expect(throws: CBORError.self) { try SessionTranscript(reading: (Hex.decode(hex) ?? [])[...]) }
    }
}
