import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

@Suite("Identities in PKCS#12")
struct PKCS12Tests {
    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    @Test("an identity round-trips with its chain and signs; a wrong password opens nothing")
    func roundTrip() throws {
        let town = try CMSSignerFixture()
        let file = try town.identity.pkcs12(password: secret("pässword"), name: "signer")
        let again = try SigningIdentity(pkcs12: file, password: secret("pässword"))
        #expect(again.certificate == town.identity.certificate)
        #expect(again.chain == town.identity.chain)
        let message = try CMSSignedData(again.sign([1, 2], at: TestChain.now))
        #expect(throws: Never.self) { try message.verify([1, 2], validator: town.validator, at: TestChain.now) }
        for wrong in ["", "password", "pässword ", "pässwor"] {
            #expect(throws: CryptoError.authenticationFailed) {
                try SigningIdentity(pkcs12: file, password: secret(wrong))
            }
        }
        for bad in [secret(""), secret("a\0b")] {
            #expect(throws: CryptoError.keyInvalid) { try town.identity.pkcs12(password: bad, name: "x") }
        }
    }

    @Test("a damaged file is an error")
    func damage() throws {
        let town = try CMSSignerFixture()
        let file = try town.identity.pkcs12(password: secret("p"), name: "signer")
        for place in stride(from: 0, to: file.count - 5, by: 61) {
            var changed = file
            changed[place] ^= 0x55
            // A few bytes are not authenticated; changes of all others are detected.
            if let read = try? SigningIdentity(pkcs12: changed, password: secret("p")) {
                #expect(read.certificate == town.identity.certificate)
            }
        }
        // The first bytes of the sealed content.
        for place in 30..<34 {
            var changed = file
            changed[place] ^= 0x55
            #expect(throws: CryptoError.self) { try SigningIdentity(pkcs12: changed, password: secret("p")) }
        }
        #expect(throws: CryptoError.certificateInvalid) { try SigningIdentity(pkcs12: [], password: secret("p")) }
        #expect(throws: CryptoError.certificateInvalid) {
            try SigningIdentity(pkcs12: [UInt8](repeating: 0x30, count: 1 << 20 + 1), password: secret("p"))
        }
    }

    @Test(
        "a file with too many rounds is refused before any is run, and one at the limit is not",
        arguments: [(2_800_000, CryptoError.authenticationFailed), (2_800_001, .certificateInvalid)])
    func rounds(count: Int, refusal: CryptoError) throws {
        let town = try CMSSignerFixture()
        var file = try town.identity.pkcs12(password: secret("p"), name: "signer")
        // The MAC's count is at the end of the file (RFC 7292, appendix D): 100,000 as made here, as in the other two, so that
        // 2,800,000 is the maximum.
        #expect(file.suffix(5) == [0x02, 0x03, 0x01, 0x86, 0xA0])
        for (place, shift) in [16, 8, 0].enumerated() {
            file[file.count - 3 + place] = UInt8(truncatingIfNeeded: count >> shift)
        }
        #expect(throws: refusal) { try SigningIdentity(pkcs12: file, password: secret("p")) }
    }

    @Test("OpenSSL reads our files, and its files are read")
    func command() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let ours = try folder.write(town.identity.pkcs12(password: secret("secret"), name: "signer"), "ours.p12")
        let shown = try openssl(["pkcs12", "-in", ours, "-passin", "pass:secret", "-nodes", "-info"])
        #expect(shown.status == 0, "\(shown.text)")
        #expect(shown.text.contains("friendlyName: signer"))
        #expect(shown.text.contains("AES-256-CBC"))
        #expect(try Certificate.list(pem: shown.text) == [town.identity.certificate, town.below.certificate])
        let made = try openssl([
            "pkcs12", "-export", "-inkey", folder.write(town.keyPEM, "key.pem"), "-in",
            folder.write(town.identity.certificate.pem, "own.pem"), "-certfile",
            folder.write(town.below.certificate.pem, "below.pem"), "-passout", "pass:other", "-out",
            folder.path + "/theirs.p12",
        ])
        #expect(made.status == 0, "\(made.text)")
        let read = try SigningIdentity(pkcs12: folder.read("theirs.p12"), password: secret("other"))
        #expect(read.certificate == town.identity.certificate)
        #expect(read.chain == [town.below.certificate])
    }

    @Test(
        "Python's cryptography reads our files, and its files are read",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        let town = try CMSSignerFixture()
        let folder = try Scratch()
        let ours = try folder.write(town.identity.pkcs12(password: secret("secret"), name: "signer"), "ours.p12")
        let out = folder.path + "/theirs.p12"
        let digest = try Python.run(
            """
            import sys
            from cryptography.hazmat.primitives import hashes, serialization
            from cryptography.hazmat.primitives.serialization import pkcs12
            key, own, others = pkcs12.load_key_and_certificates(open(sys.argv[1], 'rb').read(), b'secret')
            seal = serialization.BestAvailableEncryption(b'other')
            open(sys.argv[2], 'wb').write(pkcs12.serialize_key_and_certificates(b'n', key, own, others, seal))
            print(own.fingerprint(hashes.SHA256()).hex(), len(others))
            """, [ours, out])
        #expect(digest == Hex.encode(SHA256.hash(town.identity.certificate.encoded)) + " 1")
        let read = try SigningIdentity(pkcs12: folder.read("theirs.p12"), password: secret("other"))
        #expect(read.certificate == town.identity.certificate)
    }

    @Test("mismatched pairs, and keys of unsupported types, make no identity")
    func pairs() throws {
        let (one, other) = (try CMSSignerFixture(), try CMSSignerFixture())
        #expect(throws: CryptoError.certificateInvalid) {
            try SigningIdentity(certificatesPEM: one.identity.certificate.pem, keyPEM: other.keyPEM)
        }
        #expect(throws: CryptoError.keyInvalid) {
            try SigningIdentity(
                certificatesPEM: one.identity.certificate.pem, keyPEM: Ed25519PrivateKey.generate().pem())
        }
        #expect(throws: CryptoError.certificateInvalid) {
            try SigningIdentity(certificatesPEM: "", keyPEM: one.keyPEM)
        }
    }
}
