import JourneyBase
import JourneyCBOR
import JourneyCrypto
import TestSupport
import Testing

/// Interoperability with an independent COSE implementation on Python's `cbor2` and `cryptography`, in both directions.
@Suite(.enabled(if: Python.isPresent, "\(Python.missing)"))
struct COSEPythonTests {
    private static let library = """
        import sys, cbor2
        from cryptography.hazmat.primitives import hashes, hmac
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519
        from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature, decode_dss_signature
        CURVES = {1: (ec.SECP256R1(), hashes.SHA256(), 32, -7), 2: (ec.SECP384R1(), hashes.SHA384(), 48, -35),
            3: (ec.SECP521R1(), hashes.SHA512(), 66, -36)}
        def structure(context, protected, aad, payload): return cbor2.dumps([context, protected, aad, payload])
        def verify(key, message, aad, detached):
            protected, unprotected, payload, signature = cbor2.loads(message)
            payload = detached if payload is None else payload
            data = structure("Signature1", protected, aad, payload)
            if key[1] == 1:
                assert cbor2.loads(protected)[1] == -8
                return ed25519.Ed25519PublicKey.from_public_bytes(key[-2]).verify(signature, data)
            curve, hash, size, alg = CURVES[key[-1]]
            assert cbor2.loads(protected)[1] == alg and len(signature) == 2 * size
            point = ec.EllipticCurvePublicNumbers(int.from_bytes(key[-2], "big"), int.from_bytes(key[-3], "big"), curve)
            der = encode_dss_signature(int.from_bytes(signature[:size], "big"), int.from_bytes(signature[size:], "big"))
            point.public_key().verify(der, data, ec.ECDSA(hash))
        """

    @Test func `Python verifies our signatures and MACs`() async throws {
        var lines: [String] = []
        let signers: [(any MessageSigner, PublicKey)] = try [
            {
                let key = try P256PrivateKey.generate(); return (key, .p256(key.publicKey))
            }(),
            {
                let key = try P384PrivateKey.generate(); return (key, .p384(key.publicKey))
            }(),
            {
                let key = try P521PrivateKey.generate(); return (key, .p521(key.publicKey))
            }(),
            {
                let key = try Ed25519PrivateKey.generate(); return (key, .ed25519(key.publicKey))
            }(),
        ]
        for (signer, key) in signers {
            for isDetached in [false, true] {
                let message = try await COSESign1(
                    signing: [1, 2, 3], with: signer, isDetached: isDetached, externalAAD: [9])
                lines.append(Hex.encode(try #require(COSEKey.value(key)).encoded) + ":" + Hex.encode(message.encoded))
            }
        }
        let mac = try COSEMac0(authenticating: [1, 2, 3], key: Secret(plain: [5, 5]), externalAAD: [9])
        let answer = try Python.run(
            Self.library + """

                for line in sys.argv[1].split():
                    key, message = line.split(":")
                    verify(cbor2.loads(bytes.fromhex(key)), bytes.fromhex(message), b"\\x09", b"\\x01\\x02\\x03")
                    print("good")
                protected, unprotected, payload, tag = cbor2.loads(bytes.fromhex(sys.argv[2]))
                check = hmac.HMAC(b"\\x05\\x05", hashes.SHA256())
                check.update(structure("MAC0", protected, b"\\x09", payload))
                check.verify(tag)
                print("good")
                """, [lines.joined(separator: " "), Hex.encode(mac.encoded)])
        #expect(answer.split(separator: "\n") == Array(repeating: "good", count: 9))
    }

    @Test func `Python's signatures and MACs verify, and refuse every changed bit`() throws {
        let answer = try Python.run(
            Self.library + """

                def number(value, size): return value.to_bytes(size, "big")
                for crv, (curve, hash, size, alg) in CURVES.items():
                    key = ec.generate_private_key(curve)
                    point = key.public_key().public_numbers()
                    protected = cbor2.dumps({1: alg})
                    r, s = decode_dss_signature(key.sign(structure("Signature1", protected, b"\\x09", b"abc"), ec.ECDSA(hash)))
                    cose = {1: 2, -1: crv, -2: number(point.x, size), -3: number(point.y, size)}
                    print(cbor2.dumps(cose).hex(), cbor2.dumps(cbor2.CBORTag(18, [protected, {}, b"abc", number(r, size) + number(s, size)])).hex())
                key = ed25519.Ed25519PrivateKey.generate()
                protected = cbor2.dumps({1: -8})
                signature = key.sign(structure("Signature1", protected, b"\\x09", b"abc"))
                print(cbor2.dumps({1: 1, -1: 6, -2: key.public_key().public_bytes_raw()}).hex(), cbor2.dumps([protected, {}, b"abc", signature]).hex())
                protected = cbor2.dumps({1: 5})
                tag = hmac.HMAC(b"\\x05\\x05", hashes.SHA256())
                tag.update(structure("MAC0", protected, b"\\x09", b"abc"))
                print(cbor2.dumps({1: 4, -1: b"\\x05\\x05"}).hex(), cbor2.dumps([protected, {4: b"k"}, b"abc", tag.finalize()]).hex())
                """)
        let lines = try answer.split(separator: "\n").map { line in
            try line.split(separator: " ").map { try #require(Hex.decode($0)) }
        }
        #expect(lines.count == 5)
        for line in lines {
            let key = try COSEKey(line[0][...])
            func check(_ bytes: [UInt8], _ aad: [UInt8] = [9]) throws {
                if key.secret == nil {
                    try COSESign1(bytes[...]).verify(with: key, externalAAD: aad)
                } else {
                    try COSEMac0(bytes[...]).verify(with: key, externalAAD: aad)
                }
            }
            try check(line[1])
            #expect(throws: COSEError.self) { try check(line[1], []) }
            let item = try CBORReader.item(in: line[1][...])
            // Only the unprotected header isn't authenticated.
            let open = try #require((item.tagged(18) ?? item).array?[1]).encoded.indices
            for index in line[1].indices where !open.contains(index) {
                var damaged = line[1]
                damaged[index] ^= 0x10
                #expect(throws: (any Error).self, "byte \(index)") { try check(damaged) }
            }
        }
    }
}
