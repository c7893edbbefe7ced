import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Interoperability of every key type and mode with Python's `cryptography`, in both directions.
@Suite("Key interoperability with Python's cryptography", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct KeyPythonTests {
    private static let head = """
        import sys
        from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa, padding, utils
        from cryptography.hazmat.primitives import hashes, serialization
        a, H = sys.argv[1:], bytes.fromhex
        HASH = {'256': hashes.SHA256(), '384': hashes.SHA384(), '512': hashes.SHA512()}
        public = lambda t: serialization.load_der_public_key(H(t))
        private = lambda t: serialization.load_pem_private_key(t.encode(), None)
        def pad(name, salt=None):
            h = HASH[name[2:]]
            return padding.PSS(padding.MGF1(h), h.digest_size if salt is None else salt) if name[0] == 'P' else padding.PKCS1v15()
        oaep = lambda h, label: padding.OAEP(padding.MGF1(HASH[h]), HASH[h], H(label) or None)

        """

    private func python(_ script: String, _ arguments: [String]) throws -> String {
        try Python.run(Self.head + script, arguments)
    }

    private func checkCurve<Curve: NamedCurve>(_: Curve.Type) throws {
        let key = try ECPrivateKey<Curve>.generate()
        let message: [UInt8] = [1, 2, 3]
        for (hash, name) in [(HashAlgorithm.sha256, "256"), (.sha384, "384"), (.sha512, "512")] {
            let der = try #require(ECDSASignature.der(raw: key.sign(message, hash: hash), curve: Curve.curve))
            _ = try python(
                "public(a[0]).verify(H(a[1]), H(a[2]), ec.ECDSA(HASH[a[3]]))",
                [Hex.encode(key.publicKey.spki), Hex.encode(der), Hex.encode(message), name])
            let theirs = try python(
                "print(private(a[0]).sign(H(a[1]), ec.ECDSA(HASH[a[2]])).hex())",
                [key.pem(), Hex.encode(message), name])
            let signature = try #require(Hex.decode(theirs))
            #expect(key.publicKey.verifies(der: signature, of: message, hash: hash))
        }
        let own = try ECAgreementKey<Curve>(scalar: key.scalar())
        let peer = try ECPrivateKey<Curve>.generate()
        let shared = try python(
            "print(private(a[0]).exchange(ec.ECDH(), public(a[1])).hex())",
            [peer.pem(), Hex.encode(key.publicKey.spki)])
        #expect(try Hex.encode(own.sharedSecret(with: peer.publicKey).revealed) == shared)
        let compressed = try python(
            """
            f = serialization.PublicFormat.CompressedPoint
            print(public(a[0]).public_bytes(serialization.Encoding.X962, f).hex())
            """, [Hex.encode(key.publicKey.spki)])
        #expect(try ECPublicKey<Curve>(compressed: #require(Hex.decode(compressed))) == key.publicKey)
    }

    @Test("Python agrees on signatures over each hash, agreement and compressed points, on each curve")
    func curves() throws {
        try checkCurve(P256.self)
        try checkCurve(P384.self)
        try checkCurve(P521.self)
    }

    @Test("Python agrees on Ed25519 signatures")
    func ed25519() throws {
        let key = try Ed25519PrivateKey.generate()
        let message: [UInt8] = [1, 2, 3]
        _ = try python(
            "public(a[0]).verify(H(a[1]), H(a[2]))",
            [Hex.encode(key.publicKey.spki), Hex.encode(key.sign(message)), Hex.encode(message)])
        let theirs = try python("print(private(a[0]).sign(H(a[1])).hex())", [key.pem(), Hex.encode(message)])
        // Ed25519 is deterministic.
        #expect(try Hex.decode(theirs) == key.sign(message))
        let again = try python(
            "k = ed25519.Ed25519PrivateKey.from_private_bytes(H(a[0])); print(k.public_key().public_bytes_raw().hex())",
            [Hex.encode(key.seed().revealed)])
        #expect(again == Hex.encode(key.publicKey.bytes))
    }

    @Test("Python agrees on RSA signatures of every algorithm; PSS has its standard's salt only")
    func rsaSignatures() throws {
        let key = try RSAPrivateKey.generate(bits: 3_072)
        let (spki, pem) = (Hex.encode(key.publicKey.spki), try key.pem())
        let message: [UInt8] = [1, 2, 3]
        for algorithm in PublicKey.rsa(key.publicKey).algorithms {
            let name = algorithm.rawValue
            _ = try python(
                "public(a[0]).verify(H(a[1]), H(a[2]), pad(a[3]), HASH[a[3][2:]])",
                [spki, Hex.encode(key.sign(message, with: algorithm)), Hex.encode(message), name])
            let theirs = try python(
                "print(private(a[0]).sign(H(a[1]), pad(a[2]), HASH[a[2][2:]]).hex())", [pem, Hex.encode(message), name])
            let signature = try #require(Hex.decode(theirs))
            #expect(key.publicKey.verifies(signature, of: message, with: algorithm))
        }
        for salt in ["0", "20", "31", "33", "64", "max"] {
            let theirs = try python(
                """
                salt = padding.PSS.MAX_LENGTH if a[2] == 'max' else int(a[2])
                print(private(a[0]).sign(H(a[1]), pad('PS256', salt), HASH['256']).hex())
                """, [pem, Hex.encode(message), salt])
            let signature = try #require(Hex.decode(theirs))
            #expect(!key.publicKey.verifies(signature, of: message, with: .ps256), "a salt of \(salt) bytes")
        }
    }

    @Test("Python agrees on RSA encryption with OAEP, each hash and label, and PKCS#1 v1.5")
    func rsaEncryption() throws {
        let key = try RSAPrivateKey.generate()
        let (spki, pem) = (Hex.encode(key.publicKey.spki), try key.pem())
        let secret = Secret(copying: [1, 2, 3])
        for (hash, name) in [(HashAlgorithm.sha256, "256"), (.sha384, "384"), (.sha512, "512")] {
            for label: [UInt8] in [[], [7, 8]] {
                let ours = try key.publicKey.encryptOAEP(secret, hash: hash, label: label)
                let opened = try python(
                    "print(private(a[0]).decrypt(H(a[1]), oaep(a[2], a[3])).hex())",
                    [pem, Hex.encode(ours), name, Hex.encode(label)])
                #expect(opened == "010203")
                let theirs = try python(
                    "print(public(a[0]).encrypt(H('0405'), oaep(a[1], a[2])).hex())", [spki, name, Hex.encode(label)])
                let sealed = try #require(Hex.decode(theirs))
                #expect(try key.decryptOAEP(sealed, hash: hash, label: label).revealed == [4, 5])
            }
        }
        let ours = Hex.encode(try key.publicKey.encryptPKCS1(secret))
        #expect(try python("print(private(a[0]).decrypt(H(a[1]), padding.PKCS1v15()).hex())", [pem, ours]) == "010203")
        let theirs = try python("print(public(a[0]).encrypt(b'1234', padding.PKCS1v15()).hex())", [spki])
        #expect(try key.decryptPKCS1(#require(Hex.decode(theirs))).revealed == Array("1234".utf8))
    }
}
