import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

/// The deterministic example of ISO/IEC 18013-7, annex C, of another library.
@Suite("Annex C's example", .enabled(if: Vectors.has("openid4vc/annexc"), "\(Vectors.missing)"))
struct AnnexCVectorTests {
    @Test("the encrypted response opens byte for byte under the website's transcript")
    func opens() throws {
        let json = try Vectors.json("openid4vc/annexc/ANNEXC-DETERMINISTIC-001.json")
        func text(_ name: String) throws -> String { try #require(json[name]?.string) }
        let origin = try text("origin")
        let info = try EncryptionInfo(text("encryptionInfoB64"))
        let transcript = info.transcript(origin: origin)
        #expect(
            Hex.encode(SHA256.hash(Array(transcript.encoded)))
                == json["expected"]?["sessionTranscriptCborSha256Hex"]?.string)
        let scalar = try #require(Hex.decode(text("recipientPrivateKeyHex")))
        let website = try WebsiteRequest(
            info, key: P256AgreementKey(scalar: Secret(copying: scalar)))
        let sealed = try EncryptedResponse(text("encryptedResponseB64"))
        let response = try website.open(sealed, origin: origin)
        #expect(
            Hex.encode(SHA256.hash(Array(response))) == json["expected"]?["deviceResponseCborSha256Hex"]?.string)
        #expect(throws: EnvelopeError.self) { try website.open(sealed, origin: origin + "/") }
        let request = try DeviceRequest(#require(Base64URL.decode(text("deviceRequestB64")))[...])
        #expect(request.documents.first?.documentType.name == json["expected"]?["docType"]?.string)
    }
}
