import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Interoperability with Python's `cryptography`.
@Suite(
    "Interoperability with Python's cryptography",
    .enabled(if: Python.isPresent, "\(Python.missing)"))
struct PythonTests {
    private func python(_ script: String, _ arguments: [String]) throws -> String {
        let head = """
            import sys, base64
            from cryptography.hazmat.primitives.asymmetric import ec, utils
            from cryptography.hazmat.primitives import hashes, serialization, hmac
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
            from cryptography.hazmat.primitives.kdf.hkdf import HKDF
            P256, SHA256, H = ec.SECP256R1(), hashes.SHA256(), bytes.fromhex
            a = sys.argv[1:]

            """
        return try Python.run(head + script, arguments)
    }

    @Test("detached signatures verify in both directions")
    func signatures() async throws {
        let key = try P256PrivateKey.generate()
        let payload = Array(#"{"a":"é"}"#.utf8)
        let text = try await DetachedJWS.sign(payload, with: key, kid: "k1")
        let verified = try python(
            """
            header, middle, signature = a[0].split('.')
            assert middle == '' and len(signature) == 86
            raw = base64.urlsafe_b64decode(signature + '==')
            der = utils.encode_dss_signature(int.from_bytes(raw[:32], 'big'), int.from_bytes(raw[32:], 'big'))
            body = base64.urlsafe_b64encode(H(a[1])).rstrip(b'=')
            key = ec.EllipticCurvePublicKey.from_encoded_point(P256, H(a[2]))
            key.verify(der, header.encode() + b'.' + body, ec.ECDSA(SHA256))
            print('verified')
            """, [text, Hex.encode(payload), Hex.encode(key.publicKey.x963)])
        #expect(verified == "verified")

        let theirs = try python(
            """
            key = serialization.load_pem_private_key(a[0].encode(), None)
            b = lambda x: base64.urlsafe_b64encode(x).rstrip(b'=')
            head = b(b'{"typ":"JOSE","kid":"k1","alg":"ES256"}')
            r, s = utils.decode_dss_signature(key.sign(head + b'.' + b(H(a[1])), ec.ECDSA(SHA256)))
            print((head + b'..' + b(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))).decode())
            """, [key.pem(), Hex.encode(payload)])
        #expect(try DetachedJWS.verify(theirs, payload: payload, keys: JWKSet(["k1": key.publicKey])) == "k1")
    }

    @Test("agreement, derivation and tag of the bridge's whole chain equal Python's")
    func chain() throws {
        let (ours, theirs) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let shared = try P256AgreementKey(scalar: ours.scalar()).sharedSecret(with: theirs.publicKey)
        let key = HKDFSHA256.derive(from: shared, salt: [1, 2, 3], info: Array("page".utf8), count: 32)
        let tag = HMACSHA256.tag(Array("message".utf8), key: key)
        let other = try python(
            """
            own = serialization.load_pem_private_key(a[0].encode(), None)
            shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(P256, H(a[1])))
            mac = hmac.HMAC(HKDF(SHA256, 32, H('010203'), b'page').derive(shared), SHA256)
            mac.update(b'message')
            print(mac.finalize().hex())
            """, [theirs.pem(), Hex.encode(ours.publicKey.x963)])
        #expect(other == Hex.encode(tag))
    }

    @Test("sealed bytes open in both directions")
    func sealing() throws {
        let key = [UInt8](0..<32)
        let nonce = [UInt8](0..<12)
        let sealed = try AESGCM.seal([1, 2, 3], key: Secret(copying: key), nonce: nonce, aad: [9])
        let arguments = [Hex.encode(key), Hex.encode(nonce), Hex.encode(sealed)]
        #expect(try python("print(AESGCM(H(a[0])).decrypt(H(a[1]), H(a[2]), b'\\x09').hex())", arguments) == "010203")
        let theirs = try python("print(AESGCM(H(a[0])).encrypt(H(a[1]), b'\\x04\\x05', b'\\x09').hex())", arguments)
        let bytes = try #require(Hex.decode(theirs))
        #expect(try AESGCM.open(bytes, key: Secret(copying: key), nonce: nonce, aad: [9]) == [4, 5])
    }
}
