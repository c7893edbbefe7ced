import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// The fully specified algorithm numbers of RFC 9864 beside those of RFC 9053.
@Suite("Algorithm numbers of RFC 9864") struct COSENumbersTests {
    private static let payload = Array("what is signed".utf8)

    private struct Signer {
        let key: any MessageSigner
        let publicKey: PublicKey
        let numbers: Set<Int64>
    }

    private static func signers() throws -> [Signer] {
        let (p256, p384, p521) = try (P256PrivateKey.generate(), P384PrivateKey.generate(), P521PrivateKey.generate())
        let ed25519 = try Ed25519PrivateKey.generate()
        return [
            Signer(key: p256, publicKey: .p256(p256.publicKey), numbers: [-7, -9]),
            Signer(key: p384, publicKey: .p384(p384.publicKey), numbers: [-35, -51]),
            Signer(key: p521, publicKey: .p521(p521.publicKey), numbers: [-36, -52]),
            Signer(key: ed25519, publicKey: .ed25519(ed25519.publicKey), numbers: [-8, -19]),
        ]
    }

    /// Returns a message whose protected header names `number`, with a signature over it.
    private static func message(_ number: Int64, _ signer: any MessageSigner) async throws -> COSESign1 {
        let header = CBORValue.map([1: .integer(number)]).encoded
        let structure = CBORValue.array(["Signature1", .bytes(header), .bytes([]), .bytes(payload)]).encoded
        let signature = try await signer.sign(structure)
        return try COSESign1(
            CBORValue.array([.bytes(header), [:], .bytes(payload), .bytes(signature)]).encoded[...])
    }

    @Test("each number is accepted with its own curve only, and ML-DSA and draft numbers with none")
    func curves() async throws {
        let all: [Int64] = [-7, -8, -9, -19, -35, -36, -48, -49, -50, -51, -52, -53, -261, -265, -268, -47]
        for signer in try Self.signers() {
            for number in all {
                let message = try await Self.message(number, signer.key)
                if signer.numbers.contains(number) {
                    try message.verify(with: signer.publicKey)
                } else {
                    let error = #expect(throws: COSEError.self, "\(number)") {
                        try message.verify(with: signer.publicKey)
                    }
                    #expect([.algorithmMismatch, .algorithmUnknown].contains(error?.reason), "\(number)")
                }
            }
        }
    }

    @Test("new messages name the old numbers unless the new ones are chosen")
    func emission() async throws {
        for signer in try Self.signers() {
            for numbers in COSENumbers.allCases {
                var fields = COSEFields()
                fields.numbers = numbers
                let message = try await COSESign1(signing: Self.payload, with: signer.key, fields: fields)
                let number = try message.header.algorithm().rawValue
                #expect(signer.numbers.contains(number))
                #expect([-7, -8, -35, -36].contains(number) == (numbers == .rfc9053))
                try message.verify(with: signer.publicKey)
            }
        }
    }

    @Test("a key that is restricted to one number of an algorithm verifies the other, and no other algorithm")
    func restriction() async throws {
        for signer in try Self.signers() {
            guard case .map(let members)? = COSEKey.value(signer.publicKey) else { continue }
            for number in signer.numbers {
                let key = try COSEKey(CBORValue.map(members.merging([3: .integer(number)]) { $1 }).encoded[...])
                for other in signer.numbers { try (await Self.message(other, signer.key)).verify(with: key) }
            }
            for number: Int64 in [-7, -9, -35, -51, -36, -52, -8, -19, -48] where !signer.numbers.contains(number) {
                #expect(throws: CBORError.self) {
                    try COSEKey(CBORValue.map(members.merging([3: .integer(number)]) { $1 }).encoded[...])
                }
            }
        }
    }

    @Test(
        "Python's cbor2 and cryptography verify -9, and their -9 signatures verify",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() async throws {
        let own = try P256PrivateKey.generate()
        var fields = COSEFields()
        fields.numbers = .rfc9864
        let message = try await COSESign1(signing: Self.payload, with: own, fields: fields)
        let answer = try Python.run(
            """
            import sys, cbor2
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import ec, utils
            prot, headers, payload, sig = cbor2.loads(bytes.fromhex(sys.argv[1]))
            assert cbor2.loads(prot) == {1: -9}
            point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(sys.argv[2]))
            to_sign = lambda p, d: cbor2.dumps(["Signature1", p, b"", d])
            r, s = (int.from_bytes(sig[i:i + 32], "big") for i in (0, 32))
            point.verify(utils.encode_dss_signature(r, s), to_sign(prot, payload), ec.ECDSA(hashes.SHA256()))
            key = ec.generate_private_key(ec.SECP256R1())
            r, s = utils.decode_dss_signature(key.sign(to_sign(prot, b"theirs"), ec.ECDSA(hashes.SHA256())))
            print(cbor2.dumps([prot, {}, b"theirs", r.to_bytes(32, "big") + s.to_bytes(32, "big")]).hex())
            numbers = key.public_key().public_numbers()
            print((b"\\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")).hex())
            """, [Hex.encode(Array(message.encoded)), Hex.encode(own.publicKey.x963)])
        let lines = answer.split(separator: "\n").map { Hex.decode($0) ?? [] }
        let theirs = try COSESign1(lines[0][...])
        #expect(try theirs.header.algorithm().rawValue == -9)
        try theirs.verify(with: .p256(P256PublicKey(x963: lines[1])))
    }
}
