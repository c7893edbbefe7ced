import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

@Suite(.enabled(if: COSEVectors.isPresent, "\(Vectors.missing)"))
struct COSEAnnexTests {
    private func issuerAuth() throws -> COSESign1 {
        try COSESign1(COSEVectors.bytes("annex_d/d5_2_issuer_auth.hex")[...])
    }

    private func deviceMac() throws -> COSEMac0 {
        let auth = try COSEVectors.bytes("annex_d/d5_3_device_auth.hex")
        return try COSEMac0(try #require(CBORReader.item(in: auth[...])["deviceMac"]))
    }

    @Test func `the issuer's signature covers the annex's structure byte for byte and verifies with its certificate`()
        throws
    {
        let message = try issuerAuth()
        #expect(try message.signedBytes() == COSEVectors.bytes("annex_d/d5_2_issuer_sig_structure.hex"))
        let certificate = try COSEVectors.bytes("annex_d/d5_2_ds_cert_der.hex")
        #expect(message.header.chain == [certificate[...]])
        #expect(try message.header.algorithm() == .es256)
        try message.verify(with: COSEVectors.certificateKey("annex_d/d5_2_ds_cert_der.hex"))
        #expect(throws: COSEError.self) {
            try message.verify(with: COSEVectors.certificateKey("annex_d/d5_2_iaca_cert_der.hex"))
        }
    }

    @Test func `the device's MAC covers the annex's structure byte for byte and verifies with the agreed key`() throws {
        let message = try deviceMac()
        let payload = try COSEVectors.bytes("annex_d/d5_3_device_authentication_bytes.hex")
        #expect(
            try message.authenticatedBytes(detached: payload[...])
                == COSEVectors.bytes("annex_d/d5_3_mac_structure.hex"))
        #expect(try Array(message.authenticationTag) == COSEVectors.answer("device_mac_tag"))
        let key = Secret(plain: try COSEVectors.answer("EMacKey"))
        try message.verify(with: key, detached: payload[...])
        // Created from the same key, the message is identical.
        let ours = try COSEMac0(authenticating: payload, key: key, isDetached: true)
        #expect(ours.encoded == message.encoded)
        #expect(throws: COSEError.self) { try message.verify(with: key) }
        #expect(throws: COSEError.self) {
            try message.verify(with: Secret(plain: COSEVectors.answer("SKDevice")), detached: payload[...])
        }
    }

    @Test func `the reader's signature covers the annex's structure byte for byte and verifies with its certificate`()
        throws
    {
        let message = try COSESign1(COSEVectors.bytes("annex_d/d5_4_reader_auth.hex")[...])
        let payload = try COSEVectors.bytes("annex_d/d5_4_reader_authentication_bytes.hex")
        let structure = try COSEVectors.bytes("annex_d/d5_4_reader_sig_structure.hex")
        #expect(try message.signedBytes(detached: payload[...]) == structure)
        try message.verify(with: COSEVectors.certificateKey("annex_d/d5_4_reader_cert_der.hex"), detached: payload[...])
        #expect(message.payload == nil && message.header.chain.count == 1)
        let missing = #expect(throws: COSEError.self) { try message.signedBytes() }
        #expect(missing?.reason == .payloadMissing)
    }

    @Test func `every changed bit of signed data is refused`() throws {
        let bytes = try COSEVectors.bytes("annex_d/d5_2_issuer_auth.hex")
        let key = try COSEVectors.certificateKey("annex_d/d5_2_ds_cert_der.hex")
        // Only the unprotected header isn't signed.
        let open = try #require(CBORReader.item(in: bytes[...]).array?[1]).encoded.indices
        var changed = 0
        for index in bytes.indices where !open.contains(index) {
            var damaged = bytes
            damaged[index] ^= 1 << UInt8(index % 8)
            guard let message = try? COSESign1(damaged[...]), message.payload != nil else { continue }
            #expect(throws: COSEError.self, "byte \(index)") { try message.verify(with: key) }
            changed += 1
        }
        #expect(changed > 900)
    }

    @Test func `another library's examples are parsed and verified, with and without tags`() throws {
        let secret = try COSEKey(CBORReader.item(in: COSEVectors.bytes("isomdl/cose_key_ec_p256.hex")[...]))
        #expect(secret.publicKey != nil && secret.secret == nil)
        let signed = try COSEVectors.bytes("isomdl/cose_sign1_serialized.hex")
        let scalar = Secret(plain: try COSEVectors.bytes("isomdl/cose_sign1_secret_key"))
        let key = PublicKey.p256(try P256PrivateKey(scalar: scalar).publicKey)
        for bytes in [signed, [0xD2] + signed] { try COSESign1(bytes[...]).verify(with: key) }
        let mac = try COSEVectors.bytes("isomdl/cose_mac0_serialized.hex")
        for bytes in [mac, [0xD1] + mac] {
            let message = try COSEMac0(bytes[...])
            #expect(message.payload.map(Array.init) == Array("This is the content.".utf8))
            #expect(message.header.keyID == [0x31, 0x31])
        }
        // The tag of the other message type isn't accepted.
        #expect(throws: CBORError.self) { try COSEMac0(([0xD2] + mac)[...]) }
        #expect(throws: CBORError.self) { try COSESign1(([0xD1] + signed)[...]) }
        #expect(throws: CBORError.self) { try COSESign1(([0xD2, 0xD2] + signed)[...]) }
    }
}
