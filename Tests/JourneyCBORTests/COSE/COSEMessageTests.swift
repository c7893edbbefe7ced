import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

@Suite struct COSEMessageTests {
    private static let payload = Array("what is signed".utf8)

    /// A signer for each algorithm, with its public key.
    private static func signers() throws -> [(signer: any MessageSigner, key: PublicKey, count: Int)] {
        let (p256, p384, p521) = try (P256PrivateKey.generate(), P384PrivateKey.generate(), P521PrivateKey.generate())
        let ed25519 = try Ed25519PrivateKey.generate()
        return [
            (p256, .p256(p256.publicKey), 64), (p384, .p384(p384.publicKey), 96), (p521, .p521(p521.publicKey), 132),
            (ed25519, .ed25519(ed25519.publicKey), 64),
        ]
    }

    @Test func `each algorithm signs with its key, attached and detached, with and without extra data`() async throws {
        let all = try Self.signers()
        for (signer, key, count) in all {
            for isDetached in [false, true] {
                for aad in [[], [1, 2, 3]] as [[UInt8]] {
                    let made = try await COSESign1(
                        signing: Self.payload, with: signer, isDetached: isDetached, externalAAD: aad)
                    let message = try COSESign1(Array(made.encoded)[...])
                    let beside: ArraySlice<UInt8>? = isDetached ? Self.payload[...] : nil
                    #expect(message.signature.count == count && message.encoded.first == 0x84)
                    try message.verify(with: key, detached: beside, externalAAD: aad)
                    let cose = try COSEKey(try #require(COSEKey.value(key)).encoded[...])
                    #expect(cose.publicKey == key)
                    try message.verify(with: cose, detached: beside, externalAAD: aad)
                    for (_, other, _) in all where other != key {
                        let error = #expect(throws: COSEError.self) {
                            try message.verify(with: other, detached: beside, externalAAD: aad)
                        }
                        #expect(error?.reason == .algorithmMismatch)
                    }
                    let wrong = #expect(throws: COSEError.self) {
                        try message.verify(with: key, detached: beside, externalAAD: aad + [0])
                    }
                    #expect(wrong?.reason == .badSignature)
                }
            }
        }
    }

    @Test func `a tag is written only on request`() async throws {
        let signer = try P256PrivateKey.generate()
        let message = try await COSESign1(signing: [], with: signer, isTagged: true)
        #expect(message.encoded.first == 0xD2)
        try message.verify(with: .p256(signer.publicKey))
        let mac = try COSEMac0(authenticating: [], key: Secret(plain: [1]), isTagged: true)
        #expect(mac.encoded.first == 0xD1)
        try mac.verify(with: Secret(plain: [1]))
    }

    @Test func `an attached payload is refused where a detached one is given`() async throws {
        let signer = try P256PrivateKey.generate()
        let message = try await COSESign1(signing: Self.payload, with: signer)
        let error = #expect(throws: COSEError.self) {
            try message.verify(with: .p256(signer.publicKey), detached: Self.payload[...])
        }
        #expect(error?.reason == .payloadAttached)
    }

    @Test func `a protected header is verified over its original bytes`() async throws {
        let signer = try P256PrivateKey.generate()
        // The same parameter with longer heads: BF 01 38 06 FF.
        let odd: [UInt8] = [0xBF, 0x01, 0x38, 0x06, 0xFF]
        var signed = CBORWriter()
        signed.array(4)
        signed.text("Signature1")
        signed.bytes(odd)
        signed.bytes([])
        signed.bytes(Self.payload)
        var writer = CBORWriter()
        writer.array(4)
        writer.bytes(odd)
        writer.map(0)
        writer.bytes(Self.payload)
        writer.bytes(try signer.sign(signed.encoded))
        let message = try COSESign1(writer.encoded[...])
        #expect(message.header.protectedBytes == odd[...])
        try message.verify(with: .p256(signer.publicKey))
    }

    /// Returns a message with these headers, in hexadecimal, and a signature of zeros.
    private func message(protected: String, unprotected: String, understood: Set<Int64> = []) throws -> COSESign1 {
        var writer = CBORWriter()
        writer.array(4)
        writer.bytes(try #require(Hex.decode(protected)))
        writer.raw(try #require(Hex.decode(unprotected)))
        writer.bytes(Self.payload)
        writer.bytes([UInt8](repeating: 0, count: 64))
        return try COSESign1(writer.encoded[...], understood: understood)
    }

    @Test(arguments: [
        // A label in both headers; a label of another type; critical parameters that are unknown, missing, not a list, or
        // unprotected.
        ("a10126", "a10126", CBORError.Reason.duplicateKey), ("a10126", "a1f500", .unexpectedType),
        ("a2012602811863", "a0", .unsupported), ("a2012602f6", "a0", .unexpectedType),
        ("a201260280", "a0", .notAllowed),
        ("a10126", "a1028101", .notAllowed), ("a20126028161 78".replacing(" ", with: ""), "a0", .unsupported),
        // Certificates: not bytes, none, seventeen.
        ("a10126", "a1182101", .unexpectedType), ("a10126", "a1182180", .notAllowed),
        ("a10126", "a118218101", .unexpectedType),
        ("a10126", "a1182191" + String(repeating: "4100", count: 17), .notAllowed),
        // Not a map, a duplicate key, and bytes after the map.
        ("80", "a0", .unexpectedType), ("a10126", "80", .unexpectedType), ("a201260126", "a0", .duplicateKey),
        ("a1012600", "a0", .trailingBytes), ("a1", "a0", .unexpectedEnd),
    ])
    func `invalid headers are refused`(protected: String, unprotected: String, reason: CBORError.Reason) {
        let error = #expect(throws: CBORError.self) { try message(protected: protected, unprotected: unprotected) }
        #expect(error?.reason == reason)
    }

    @Test func `a critical parameter that is understood and protected is accepted`() throws {
        _ = try message(protected: "a3012602811863186301", unprotected: "a0", understood: [99])
        #expect(throws: CBORError.self) {
            try message(protected: "a2012602811863", unprotected: "a1186301", understood: [99])
        }
    }

    @Test(arguments: [
        ("", "a0", COSEError.Reason.algorithmMissing), ("a0", "a0", .algorithmMissing),
        ("a0", "a10126", .algorithmNotProtected), ("a10127", "a0", .algorithmMismatch),
        ("a10105", "a0", .algorithmMismatch), ("a1013824", "a0", .algorithmUnknown),
        ("a10100", "a0", .algorithmUnknown),
        ("a1016545533235 36".replacing(" ", with: ""), "a0", .algorithmUnknown), ("a10126", "a0", .badSignature),
    ])
    func `an algorithm that is missing, unprotected, unknown or not the key's verifies nothing`(
        protected: String, unprotected: String, reason: COSEError.Reason
    ) throws {
        let key = try P256PrivateKey.generate().publicKey
        let message = try message(protected: protected, unprotected: unprotected)
        let error = #expect(throws: COSEError.self) { try message.verify(with: .p256(key)) }
        #expect(error?.reason == reason)
    }

    @Test func `a signature of another length, in DER or of zeros is refused`() async throws {
        let signer = try P256PrivateKey.generate()
        let good = try await COSESign1(signing: Self.payload, with: signer)
        let raw = Array(good.signature)
        let der = try #require(ECDSASignature.der(raw: raw, curve: .p256))
        for signature in [[], Array(raw.dropLast()), raw + [0], [0] + raw, der, [UInt8](repeating: 0, count: 64)] {
            var writer = CBORWriter()
            writer.array(4)
            writer.bytes(good.header.protectedBytes)
            writer.map(0)
            writer.bytes(Self.payload)
            writer.bytes(signature)
            let message = try COSESign1(writer.encoded[...])
            let error = #expect(throws: COSEError.self) { try message.verify(with: .p256(signer.publicKey)) }
            #expect(error?.reason == .badSignature)
        }
    }

    @Test func `a MAC with a changed bit, key, algorithm or length is refused`() throws {
        let key = Secret(plain: Array(repeating: 7, count: 32))
        let good = try COSEMac0(authenticating: Self.payload, key: key)
        try good.verify(with: key)
        let bytes = Array(good.encoded)
        for index in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[index] ^= 1 << UInt8(bit)
                #expect(throws: (any Error).self, "byte \(index)") { try COSEMac0(damaged[...]).verify(with: key) }
            }
        }
        var writer = CBORWriter()
        writer.array(4)
        writer.bytes(good.header.protectedBytes)
        writer.map(0)
        writer.bytes(Self.payload)
        // A tag truncated to 64 bits belongs to another algorithm.
        writer.bytes(good.authenticationTag.prefix(8))
        #expect(throws: COSEError.self) { try COSEMac0(writer.encoded[...]).verify(with: key) }
    }

    @Test func `a message that is not an array of four items is refused`() {
        for hex in [
            "80", "8343a10126a040", "8543a10126a0404000", "a0", "8443a10126a00040", "8443a10126a0f600", "8401a0f640",
        ] {
            #expect(throws: CBORError.self, "\(hex)") { try COSESign1((Hex.decode(hex) ?? [])[...]) }
        }
    }
}
