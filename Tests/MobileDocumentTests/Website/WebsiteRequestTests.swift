import Foundation
import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import TestSupport
import Testing

@Suite("A presentation to a website by the Digital Credentials API")
struct WebsiteRequestTests {
    private let origin = "https://shop.example"
    private let response = Array("a response".utf8)

    private func reason(_ body: () throws -> Void) -> EnvelopeError.Reason? {
        do { try body() } catch { return (error as? EnvelopeError)?.reason }
        return nil
    }

    @Test("the website opens what the holder seals, from empty to two megabytes")
    func bothSides() throws {
        let website = try WebsiteRequest()
        // The holder has only the text.
        let info = try EncryptionInfo(website.encryptionInfo.text)
        #expect(info == website.encryptionInfo && info.nonce?.count == EncryptionInfo.nonceCount)
        #expect(info.transcript(origin: origin) == website.transcript(origin: origin))
        for response in [[], response, [UInt8](repeating: 7, count: 2 << 20)] {
            let sealed = try info.seal(response, origin: origin)
            #expect(try Array(website.open(EncryptedResponse(sealed.text), origin: origin)) == response)
            #expect(try Array(website.open(EncryptedResponse(sealed.encoded), origin: origin)) == response)
        }
    }

    @Test("a document shown to a website by signature or MAC verifies under its transcript")
    func document() async throws {
        let website = try WebsiteRequest()
        let info = try EncryptionInfo(website.encryptionInfo.text)
        let shown = try await Presentation()
        let transcript = info.transcript(origin: origin)
        let selection = ElementSelection(shown.request, from: shown.issued) { _ in true }
        let keys: [DeviceResponse.DeviceKey] = [
            .signature(shown.device), .mac(try shown.agreement, reader: .p256(info.recipientKey)),
        ]
        for key in keys {
            let response = try await DeviceResponse.encode(
                [.init(shown.issued, selection, key: key)], transcript: transcript)
            let plaintext = try website.open(info.seal(response, origin: origin), origin: origin)
            let report = try shown.verifier.verify(
                DeviceResponse(plaintext),
                session: .init(transcript: website.transcript(origin: origin), readerKey: .p256(website.key)),
                request: [shown.request], at: DocumentIssuerFixture.now)
            #expect(!report.hasFailure && report.documents[0][.deviceAuthentication]?.outcome == .passed)
            // With another website's transcript, the device's signature is not valid.
            let other = try shown.verifier.verify(
                DeviceResponse(plaintext),
                session: .init(transcript: website.transcript(origin: "https://b"), readerKey: .p256(website.key)),
                request: [shown.request], at: DocumentIssuerFixture.now)
            #expect(other.documents[0][.deviceAuthentication]?.outcome == .failed)
        }
    }

    @Test("a response does not open for another website, request or key")
    func bindings() throws {
        let website = try WebsiteRequest()
        let sealed = try website.encryptionInfo.seal(response, origin: origin)
        for other in [
            "https://shop.example:8443", "http://shop.example", "https://shop.example/", "https://Shop.example", "",
            "https://shop.example.evil.example",
        ] {
            #expect(reason { _ = try website.open(sealed, origin: other) } == .undecryptable, "\(other)")
        }
        let stranger = try WebsiteRequest()
        #expect(reason { _ = try stranger.open(sealed, origin: origin) } == .undecryptable)
        // The same key with another nonce, and the same nonce with another key.
        let again = try EncryptionInfo(recipientKey: website.key.publicKey, nonce: [UInt8](repeating: 1, count: 16))
        #expect(
            reason { _ = try WebsiteRequest(again, key: website.key).open(sealed, origin: origin) } == .undecryptable)
        #expect(reason { _ = try WebsiteRequest(website.encryptionInfo, key: stranger.key) } == .badKey)
        // The right key with the same info: a website that stored its key.
        #expect(
            try Array(WebsiteRequest(website.encryptionInfo, key: website.key).open(sealed, origin: origin)) == response
        )
        #expect(website.encryptionInfo.nonce != stranger.encryptionInfo.nonce)
        #expect(try website.encryptionInfo.seal(response, origin: origin).encoded != sealed.encoded)
    }

    @Test("the cipher is AES-128-GCM with the transcript as info and no additional data")
    func suite() throws {
        let website = try WebsiteRequest()
        let item = try CBORReader.item(
            in: website.encryptionInfo.seal(response, origin: origin).encoded[...])
        let parts = try #require(item.array)
        #expect(parts.count == 2 && parts[0].text == "dcapi" && parts[1].members?.count == 2)
        let (enc, text) = (
            Array(try #require(parts[1]["enc"]?.bytes)), Array(try #require(parts[1]["cipherText"]?.bytes))
        )
        let transcript = website.transcript(origin: origin)
        func open(_ info: [UInt8], _ cipher: HPKE.Cipher, _ aad: [UInt8] = []) -> [UInt8]? {
            try? HPKE.open(text, encapsulated: enc, with: website.key, info: info, aad: aad, cipher: cipher)
        }
        #expect(open(transcript.encoded, .aes128GCM) == response)
        #expect(open(transcript.bytes, .aes128GCM) == nil && open(transcript.encoded, .aes256GCM) == nil)
        #expect(open(transcript.encoded, .aes128GCM, [0]) == nil && open([], .aes128GCM) == nil)
    }

    @Test("every changed bit and every cut of a sealed response is refused")
    func changes() throws {
        let website = try WebsiteRequest()
        let sealed = try website.encryptionInfo.seal(response, origin: origin).encoded
        func opened(_ bytes: [UInt8]) -> [UInt8]? {
            do throws(CBORError) {
                let message = try EncryptedResponse(bytes)
                do throws(EnvelopeError) { return Array(try website.open(message, origin: origin)) } catch {
                    // Only the encapsulated key can be an invalid key.
                    if case .unavailable = error.reason { Issue.record("\(error)") }
                    return nil
                }
            } catch { return nil }
        }
        #expect(opened(sealed) == response)
        for bit in 0..<sealed.count * 8 {
            var changed = sealed
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(opened(changed) == nil, "bit \(bit)")
        }
        for count in 0..<sealed.count { #expect(opened(Array(sealed.prefix(count))) == nil) }
        #expect(opened(sealed + [0]) == nil)
    }

    private static let point = String(repeating: "00", count: 64)

    @Test(
        "a malformed sealed response is refused with a code and a location",
        arguments: [
            ("", "CBOR_UNEXPECTED_END"), ("80", "CBOR_NOT_ALLOWED"), ("a0", "CBOR_UNEXPECTED_TYPE"),
            ("8265646361706980", "CBOR_UNEXPECTED_TYPE"), ("82656463617069a0", "CBOR_MISSING"),
            ("8265646361706aa0", "CBOR_UNSUPPORTED"), ("820aa0", "CBOR_UNEXPECTED_TYPE"),
            ("83656463617069a0f6", "CBOR_NOT_ALLOWED"), ("82656463617069a000", "CBOR_TRAILING_BYTES"),
            // No ciphertext; a key of 64 bytes, and one of 66; texts; indefinite-length strings; a duplicate; too short
            // for a tag.
            ("82656463617069a163656e635841X00", "CBOR_MISSING"),
            ("82656463617069a263656e635840X6a63697068657254657874 50T", "CBOR_NOT_ALLOWED"),
            ("82656463617069a263656e635842X00006a63697068657254657874 50T", "CBOR_NOT_ALLOWED"),
            ("82656463617069a263656e6361616a63697068657254657874 50T", "CBOR_UNEXPECTED_TYPE"),
            ("82656463617069a263656e635841X006a63697068657254657874 6161", "CBOR_UNEXPECTED_TYPE"),
            ("82656463617069a263656e635841X006a63697068657254657874 5f50Tff", "CBOR_NOT_ALLOWED"),
            ("82656463617069a263656e635f5841X00ff6a63697068657254657874 50T", "CBOR_NOT_ALLOWED"),
            ("82656463617069a363656e635841X0063656e635841X006a63697068657254657874 50T", "CBOR_DUPLICATE_KEY"),
            (
                "82656463617069a263656e635841X006a63697068657254657874 4f000102030405060708090a0b0c0d0e",
                "CBOR_NOT_ALLOWED"
            ),
        ])
    func badResponses(_ hex: String, _ code: String) throws {
        let spelled = hex.replacing("X", with: Self.point)
            .replacing("T", with: String(repeating: "11", count: 16)).filter { $0 != " " }
        let bytes = try #require(Hex.decode(spelled))
        do throws(CBORError) {
            _ = try EncryptedResponse(bytes)
            Issue.record("it was taken")
        } catch { #expect(error.reason.rawValue == code) }
    }

    @Test("an encapsulated key that is not a curve point has its own code")
    func badPoint() throws {
        let website = try WebsiteRequest()
        let sealed = try website.encryptionInfo.seal(response, origin: origin)
        let place = try #require(CBORReader.item(in: sealed.encoded[...]).array?[1]["enc"]?.bytes).startIndex
        for (offset, byte) in [(place, 2), (place, 0), (place + 64, sealed.encoded[place + 64] ^ 1)] as [(Int, UInt8)] {
            var changed = sealed.encoded
            changed[offset] = byte
            let message = try EncryptedResponse(changed)
            #expect(reason { _ = try website.open(message, origin: origin) } == .badKey)
        }
    }

    @Test("invalid encryption info is refused with a code, and unknown members are ignored")
    func badInfo() throws {
        let key = try #require(COSEKey.value(.p256(P256AgreementKey().publicKey)))
        let nonce = CBORValue.bytes([UInt8](repeating: 5, count: 16))
        func code(_ value: CBORValue) -> String? {
            do throws(CBORError) {
                _ = try EncryptionInfo(Base64URL.encode(value.encoded))
                return nil
            } catch { return error.reason.rawValue }
        }
        #expect(code(["dcapi", ["nonce": nonce, "recipientPublicKey": key]]) == nil)
        #expect(code(["dcapi", ["recipientPublicKey": key]]) == nil)
        #expect(code(["dcapi", ["nonce": nonce, "recipientPublicKey": key, "later": [1, 2]]]) == nil)
        let bad: [(CBORValue, String)] = [
            (["dcapi"], "CBOR_NOT_ALLOWED"), (["dcapi", ["nonce": nonce]], "CBOR_MISSING"),
            (["DCAPI", ["recipientPublicKey": key]], "CBOR_UNSUPPORTED"),
            (["dcapi", ["recipientPublicKey": key], .null], "CBOR_NOT_ALLOWED"),
            (["dcapi", ["recipientPublicKey": .bytes(key.encoded)]], "CBOR_UNEXPECTED_TYPE"),
            (["dcapi", ["recipientPublicKey": key, "nonce": "text"]], "CBOR_UNEXPECTED_TYPE"),
            (["dcapi", .array([key])], "CBOR_UNEXPECTED_TYPE"),
            (["dcapi", ["recipientPublicKey": [1: 2, -1: 1]]], "CBOR_MISSING"),
            (["dcapi", ["recipientPublicKey": [1: 4, -1: .bytes([1])]]], "CBOR_UNSUPPORTED"),
            (
                ["dcapi", ["recipientPublicKey": key, "a": .bytes([UInt8](repeating: 0, count: 5_000))]],
                "CBOR_TOO_LARGE"
            ),
        ]
        for (value, expected) in bad { #expect(code(value) == expected, "\(value)") }
        // Keys that do not support agreement on P-256.
        for other in [
            try PublicKey.p384(P384AgreementKey().publicKey), .ed25519(try Ed25519PrivateKey.generate().publicKey),
        ] {
            let value = try #require(COSEKey.value(other))
            #expect(code(["dcapi", ["recipientPublicKey": value]]) == "CBOR_UNSUPPORTED")
        }
        let text = try WebsiteRequest().encryptionInfo.text
        for spelled in [text + "=", text + "\n", " " + text, text + "A", "+" + text, ""] {
            #expect(throws: CBORError.self, "\(spelled)") { try EncryptionInfo(spelled) }
            #expect(throws: CBORError.self, "\(spelled)") { try EncryptedResponse(spelled) }
        }
        for count in [0, 15, 65] {
            #expect(throws: CBORError.self) {
                try EncryptionInfo(
                    recipientKey: P256AgreementKey().publicKey, nonce: [UInt8](repeating: 0, count: count))
            }
        }
    }

    @Test("an overlong text is refused before decoding")
    func bounds() {
        let long = String(repeating: "A", count: 23 << 20)
        do throws(CBORError) {
            _ = try EncryptedResponse(long)
            Issue.record("it was taken")
        } catch { #expect(error.reason == .tooLarge) }
        do throws(CBORError) {
            _ = try EncryptionInfo(String(repeating: "A", count: 6_000))
            Issue.record("it was taken")
        } catch { #expect(error.reason == .tooLarge) }
    }
}
