import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// HPKE interoperability with Python's cryptography, which seals one message without additional data.
@Suite("Interoperability with Python's HPKE", .enabled(if: Python.isPresent, "\(Python.missing)"))
struct HPKEPythonTests {
    private static let head = """
        import sys
        from cryptography.hazmat.primitives.asymmetric import ec
        from cryptography.hazmat.primitives.hpke import Suite, KEM, KDF, AEAD
        H, P256 = bytes.fromhex, ec.SECP256R1()
        a = sys.argv[1:]
        suite = Suite(KEM.P256, KDF.HKDF_SHA256, AEAD.AES_128_GCM if a[0] == "1" else AEAD.AES_256_GCM)

        """

    @Test("each side opens what the other seals, with either cipher", arguments: HPKE.Cipher.allCases)
    func bothWays(cipher: HPKE.Cipher) throws {
        let scalar = [UInt8](1...32)
        let key = try P256AgreementKey(scalar: Secret(copying: scalar))
        let info = Array("what both know".utf8)
        let name = "\(cipher.rawValue)"
        let sealed = try HPKE.seal(
            Array("to Python".utf8), to: key.publicKey, info: info, aad: [], cipher: cipher)
        let opened = try Python.run(
            Self.head + """
                key = ec.derive_private_key(int(a[1], 16), P256)
                print(suite.decrypt(H(a[2]), key, H(a[3])).decode())
                """,
            [name, Hex.encode(scalar), Hex.encode(sealed.encapsulated + sealed.ciphertext), Hex.encode(info)])
        #expect(opened == "to Python")
        let theirs = try Python.run(
            Self.head + """
                key = ec.EllipticCurvePublicKey.from_encoded_point(P256, H(a[1]))
                print(suite.encrypt(b"from Python", key, H(a[2])).hex())
                """, [name, Hex.encode(key.publicKey.x963), Hex.encode(info)])
        let bytes = try #require(Hex.decode(theirs))
        let plaintext = try HPKE.open(
            Array(bytes.dropFirst(HPKE.encapsulatedCount)), encapsulated: Array(bytes.prefix(HPKE.encapsulatedCount)),
            with: key, info: info, aad: [], cipher: cipher)
        #expect(plaintext == Array("from Python".utf8))
    }
}
