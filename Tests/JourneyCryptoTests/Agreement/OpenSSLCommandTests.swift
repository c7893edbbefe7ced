import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Interoperability with the `openssl` command.
@Suite("Interoperability with OpenSSL")
struct OpenSSLCommandTests {
    @Test("signatures verify in both directions")
    func signatures() throws {
        let folder = try Scratch()
        let key = try P256PrivateKey.generate()
        let message = Array("a message\n".utf8)
        let keyFile = try folder.write(key.pem(), "key.pem")
        let messageFile = try folder.write(message, "message")
        let publicFile = folder.path + "/public.pem"
        #expect(try openssl(["pkey", "-in", keyFile, "-pubout", "-out", publicFile]).status == 0)

        let ours = try #require(ECDSASignature.der(raw: key.sign(message), curve: .p256))
        let signatureFile = try folder.write(ours, "ours.sig")
        let check = try openssl(["dgst", "-sha256", "-verify", publicFile, "-signature", signatureFile, messageFile])
        #expect(check.status == 0)
        let other = try folder.write([UInt8](message.dropLast()), "other")
        #expect(
            try openssl(["dgst", "-sha256", "-verify", publicFile, "-signature", signatureFile, other]).status != 0)

        let theirs = folder.path + "/theirs.sig"
        #expect(try openssl(["dgst", "-sha256", "-sign", keyFile, "-out", theirs, messageFile]).status == 0)
        let raw = try #require(ECDSASignature.raw(der: folder.read("theirs.sig"), curve: .p256))
        #expect(key.publicKey.verifies(raw, of: message))
    }

    @Test("the public key's DER equals OpenSSL's")
    func spki() throws {
        let folder = try Scratch()
        let key = try P256PrivateKey.generate()
        let file = try folder.write(key.pem(), "key.pem")
        let der = folder.path + "/public.der"
        #expect(try openssl(["pkey", "-in", file, "-pubout", "-outform", "DER", "-out", der]).status == 0)
        #expect(try folder.read("public.der") == key.publicKey.spki)
    }

    @Test("key agreement gives the same secret as OpenSSL")
    func agreement() throws {
        let folder = try Scratch()
        let (a, b) = (try P256PrivateKey.generate(), try P256PrivateKey.generate())
        let own = try folder.write(a.pem(), "a.pem")
        let peer = folder.path + "/b.pub"
        #expect(
            try openssl(["pkey", "-in", folder.write(b.pem(), "b.pem"), "-pubout", "-out", peer]).status == 0)
        let out = folder.path + "/secret"
        #expect(try openssl(["pkeyutl", "-derive", "-inkey", own, "-peerkey", peer, "-out", out]).status == 0)
        let ours = try P256AgreementKey(scalar: a.scalar()).sharedSecret(with: b.publicKey)
        #expect(try folder.read("secret") == ours.revealed)
    }

    @Test("digests and tags equal OpenSSL's")
    func digests() throws {
        let folder = try Scratch()
        let message = [UInt8]((0...255))
        let file = try folder.write(message, "message")
        let digest = try openssl(["dgst", "-sha256", "-r", file]).text
        #expect(digest.hasPrefix(Hex.encode(SHA256.hash(message)) + " "))
        let key = [UInt8](1...40)
        let tag = try openssl(["dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(Hex.encode(key))", "-r", file])
            .text
        #expect(tag.hasPrefix(Hex.encode(HMACSHA256.tag(message, key: Secret(copying: key))) + " "))
        let derived = try openssl([
            "kdf", "-keylen", "42", "-kdfopt", "digest:SHA256", "-kdfopt", "hexkey:\(Hex.encode(key))", "-kdfopt",
            "hexsalt:0102", "-kdfopt", "hexinfo:0304", "HKDF",
        ]).text
        let ours = HKDFSHA256.derive(from: Secret(copying: key), salt: [1, 2], info: [3, 4], count: 42).revealed
        let shown = derived.filter { $0 != ":" && $0 != "\n" }.lowercased()
        #expect(shown == Hex.encode(ours))
    }
}
