import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Interoperability of every key type and mode with the `openssl` command, in both directions.
@Suite("Key interoperability with OpenSSL")
struct KeyCommandTests {
    /// A folder with a key, its public half, a message and the names of their files.
    private struct Bench {
        let folder: Scratch
        let key: String
        let publicKey: String
        let message: String
        static let text: [UInt8] = Array("a message\n".utf8)

        init(pem: String) throws {
            folder = try Scratch()
            key = try folder.write(pem, "key.pem")
            publicKey = folder.path + "/public.pem"
            message = try folder.write(Bench.text, "message")
            #expect(try openssl(["pkey", "-in", key, "-pubout", "-out", publicKey]).status == 0)
        }

        /// Returns the public half in the command's encoding.
        func spki() throws -> [UInt8] {
            let file = folder.path + "/public.der"
            #expect(try openssl(["pkey", "-in", key, "-pubout", "-outform", "DER", "-out", file]).status == 0)
            return try folder.read("public.der")
        }

        /// Checks that the command verifies `signature` but not a changed one; returns the command's own signature.
        func exchange(_ signature: [UInt8], sign: [String], verify: [String]) throws -> [UInt8] {
            let ours = try folder.write(signature, "ours")
            #expect(try openssl(verify + ["-signature", ours, message]).status == 0)
            var changed = signature
            changed[signature.count - 1] ^= 1
            #expect(try openssl(verify + ["-signature", folder.write(changed, "changed"), message]).status != 0)
            let theirs = folder.path + "/theirs"
            #expect(try openssl(sign + ["-out", theirs, message]).status == 0)
            return try folder.read("theirs")
        }
    }

    private func checkCurve<Curve: NamedCurve>(_: Curve.Type, _ digest: String) throws {
        let key = try ECPrivateKey<Curve>.generate()
        let bench = try Bench(pem: key.pem())
        #expect(try bench.spki() == key.publicKey.spki)
        let ours = try #require(ECDSASignature.der(raw: key.sign(Bench.text), curve: Curve.curve))
        let theirs = try bench.exchange(
            ours, sign: ["dgst", digest, "-sign", bench.key], verify: ["dgst", digest, "-verify", bench.publicKey])
        #expect(key.publicKey.verifies(der: theirs, of: Bench.text, hash: Curve.curve.hash))
        let own = try ECAgreementKey<Curve>()
        let peer = try Bench(pem: ECPrivateKey<Curve>(scalar: own.scalar()).pem())
        let out = bench.folder.path + "/shared"
        let derive = ["pkeyutl", "-derive", "-inkey", bench.key, "-peerkey", peer.publicKey, "-out", out]
        #expect(try openssl(derive).status == 0)
        #expect(try own.sharedSecret(with: key.publicKey).revealed == bench.folder.read("shared"))
    }

    @Test("OpenSSL agrees on signatures, key agreement and DER on each curve")
    func curves() throws {
        try checkCurve(P256.self, "-sha256")
        try checkCurve(P384.self, "-sha384")
        try checkCurve(P521.self, "-sha512")
    }

    @Test("OpenSSL agrees on Ed25519 signatures and DER")
    func ed25519() throws {
        let key = try Ed25519PrivateKey.generate()
        let bench = try Bench(pem: key.pem())
        #expect(try bench.spki() == key.publicKey.spki)
        let ours = try bench.folder.write(key.sign(Bench.text), "ours")
        let verify = ["pkeyutl", "-verify", "-rawin", "-pubin", "-inkey", bench.publicKey, "-in", bench.message]
        #expect(try openssl(verify + ["-sigfile", ours]).status == 0)
        let theirs = bench.folder.path + "/theirs"
        let sign = ["pkeyutl", "-sign", "-rawin", "-inkey", bench.key, "-in", bench.message, "-out", theirs]
        #expect(try openssl(sign).status == 0)
        #expect(key.publicKey.verifies(try bench.folder.read("theirs"), of: Bench.text))
    }

    @Test("OpenSSL agrees on RSA signatures of every algorithm and DER")
    func rsaSignatures() throws {
        let key = try RSAPrivateKey.generate()
        let bench = try Bench(pem: key.pem())
        #expect(try bench.spki() == key.publicKey.spki)
        for algorithm in PublicKey.rsa(key.publicKey).algorithms {
            let digest = "-sha" + algorithm.rawValue.dropFirst(2)
            var options = ["dgst", digest]
            if algorithm.rawValue.hasPrefix("P") {
                options += ["-sigopt", "rsa_padding_mode:pss", "-sigopt", "rsa_pss_saltlen:digest"]
            }
            let theirs = try bench.exchange(
                key.sign(Bench.text, with: algorithm), sign: options + ["-sign", bench.key],
                verify: options + ["-verify", bench.publicKey])
            #expect(key.publicKey.verifies(theirs, of: Bench.text, with: algorithm), "\(algorithm)")
        }
    }

    @Test("OpenSSL agrees on RSA encryption with OAEP and PKCS#1 v1.5")
    func rsaEncryption() throws {
        let key = try RSAPrivateKey.generate()
        let bench = try Bench(pem: key.pem())
        let secret = Secret(copying: Bench.text)
        let oaep = [
            "-pkeyopt", "rsa_padding_mode:oaep", "-pkeyopt", "rsa_oaep_md:sha256", "-pkeyopt", "rsa_mgf1_md:sha256",
            "-pkeyopt", "rsa_oaep_label:0708",
        ]
        let pkcs1 = ["-pkeyopt", "rsa_padding_mode:pkcs1"]
        for options in [oaep, pkcs1] {
            let isOAEP = options == oaep
            let sealed =
                isOAEP ? try key.publicKey.encryptOAEP(secret, label: [7, 8]) : try key.publicKey.encryptPKCS1(secret)
            let ours = try bench.folder.write(sealed, "ours")
            let opened = bench.folder.path + "/opened"
            let decrypt = ["pkeyutl", "-decrypt", "-inkey", bench.key, "-in", ours, "-out", opened] + options
            #expect(try openssl(decrypt).status == 0)
            #expect(try bench.folder.read("opened") == Bench.text)
            let theirs = bench.folder.path + "/theirs"
            let encrypt = [
                "pkeyutl", "-encrypt", "-pubin", "-inkey", bench.publicKey, "-in", bench.message, "-out", theirs,
            ]
            #expect(try openssl(encrypt + options).status == 0)
            let ciphertext = try bench.folder.read("theirs")
            let plaintext = isOAEP ? try key.decryptOAEP(ciphertext, label: [7, 8]) : try key.decryptPKCS1(ciphertext)
            #expect(plaintext.revealed == Bench.text)
        }
    }
}
