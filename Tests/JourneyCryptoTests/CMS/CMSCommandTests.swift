import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Interoperability with the `openssl` command and Python's `cryptography`.
@Suite("CMS interoperability")
struct CMSCommandTests {
    private let content = Array("the content\n".utf8)
    private let folder: Scratch
    private let town: CMSSignerFixture
    private let files: [String]

    init() throws {
        folder = try Scratch()
        town = try CMSSignerFixture()
        files = [
            try folder.write(town.keyPEM, "key.pem"), try folder.write(town.identity.certificate.pem, "own.pem"),
            try folder.write(town.below.certificate.pem, "below.pem"), try folder.write(content, "content"),
            try folder.write(town.root.certificate.pem, "root.pem"),
        ]
    }

    private func signed(_ more: [String], key: String? = nil, own: String? = nil) throws -> [UInt8] {
        let made = try openssl(
            [
                "cms", "-sign", "-binary", "-in", files[3], "-signer", own ?? files[1], "-inkey", key ?? files[0],
                "-certfile", files[2], "-outform", "DER", "-out", folder.path + "/out.der",
            ] + more)
        #expect(made.status == 0, "\(made.text)")
        return try folder.read("out.der")
    }

    private func verify(_ message: [UInt8], _ town: CMSSignerFixture? = nil) throws(CMSError) -> CMSSignedData.Verified
    {
        let town = town ?? self.town
        return try CMSSignedData(message).verify(content, validator: town.validator, at: TestChain.now)
    }

    @Test(
        "a message signed by OpenSSL verifies",
        arguments: [[], ["-keyid"], ["-md", "sha384"], ["-md", "sha512"], ["-nosmimecap"]])
    func theirs(options: [String]) throws {
        let verified = try verify(signed(options))
        #expect(verified.path.leaf == town.identity.certificate)
        #expect(try abs(#require(verified.signingTime).timeIntervalSinceNow) < 600)
    }

    @Test("RSA signatures with both paddings verify")
    func rsa() throws {
        let key = try RSAPrivateKey.generate()
        let town = try CMSSignerFixture(spki: key.publicKey.spki, keyPEM: key.pem())
        let (keyFile, own) = (
            try folder.write(key.pem(), "rsa.pem"), try folder.write(town.identity.certificate.pem, "rsa-own.pem")
        )
        for options in [[], ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:32"]] {
            #expect(throws: Never.self) { try verify(signed(options, key: keyFile, own: own), town) }
        }
        let short = try signed(
            ["-keyopt", "rsa_padding_mode:pss", "-keyopt", "rsa_pss_saltlen:20"], key: keyFile, own: own)
        #expect(throws: CMSError.algorithmNotAllowed) { try verify(short, town) }
    }

    @Test("a weak, attached, attributeless or twice-signed message is refused")
    func refused() throws {
        #expect(throws: CMSError.algorithmNotAllowed) { try verify(signed(["-md", "sha1"])) }
        let other = try CMSSignerFixture()
        let second = [
            "-signer", try folder.write(other.identity.certificate.pem, "own2.pem"), "-inkey",
            try folder.write(other.keyPEM, "key2.pem"),
        ]
        for options in [["-noattr"], ["-nodetach"], ["-econtent_type", "1.2.840.113549.1.9.16.1.4"], second] {
            let message = try signed(options)
            let error = #expect(throws: CMSError.self) { try CMSSignedData(message) }
            guard case .unreadable = error else {
                Issue.record("\(options): \(String(describing: error))")
                continue
            }
        }
        let ber = try signed(["-stream"])
        if ber.contains(0x80), ber[1] == 0x80 { #expect(throws: CMSError.self) { try CMSSignedData(ber) } }
    }

    @Test("OpenSSL verifies our signatures of each key type, and refuses them over other content")
    func ours() throws {
        let (p384, rsa) = (try P384PrivateKey.generate(), try RSAPrivateKey.generate())
        for town in [
            town, try CMSSignerFixture(spki: p384.publicKey.spki, keyPEM: p384.pem()),
            try CMSSignerFixture(spki: rsa.publicKey.spki, keyPEM: rsa.pem()),
        ] {
            let signature = try folder.write(town.identity.sign(content, at: TestChain.now), "ours.der")
            let root = try folder.write(town.root.certificate.pem, "its-root.pem")
            func check(_ data: String) throws -> Int32 {
                try openssl([
                    "cms", "-verify", "-binary", "-inform", "DER", "-in", signature, "-content", data, "-CAfile", root,
                    "-purpose", "any", "-attime", "\(Int(TestChain.now.timeIntervalSince1970))", "-out", "/dev/null",
                ]).status
            }
            #expect(try check(files[3]) == 0)
            #expect(try check(folder.write(content + [1], "other")) != 0)
        }
    }

    @Test("our signed messages are canonical DER: OpenSSL writes the same bytes")
    func canonical() throws {
        let rsa = try RSAPrivateKey.generate()
        let town = try CMSSignerFixture(spki: rsa.publicKey.spki, keyPEM: rsa.pem())
        let ours = try town.identity.sign(content, at: TestChain.now)
        let file = try folder.write(ours, "ours.der")
        let made = try openssl([
            "cms", "-cmsout", "-inform", "DER", "-in", file, "-outform", "DER", "-out", folder.path + "/again.der",
        ])
        #expect(made.status == 0, "\(made.text)")
        #expect(try folder.read("again.der") == ours)
        #expect(try town.identity.sign(content, at: TestChain.now) == ours)
    }

    @Test("a message signed by Python's cryptography verifies", .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        _ = try Python.run(
            """
            import sys
            from cryptography import x509
            from cryptography.hazmat.primitives import hashes, serialization
            from cryptography.hazmat.primitives.serialization import pkcs7
            key, own, below, content, out = sys.argv[1:]
            read = lambda path: open(path, 'rb').read()
            builder = pkcs7.PKCS7SignatureBuilder().set_data(read(content)).add_signer(
                x509.load_pem_x509_certificate(read(own)), serialization.load_pem_private_key(read(key), None),
                hashes.SHA256()).add_certificate(x509.load_pem_x509_certificate(read(below)))
            options = [pkcs7.PKCS7Options.DetachedSignature, pkcs7.PKCS7Options.Binary]
            open(out, 'wb').write(builder.sign(serialization.Encoding.DER, options))
            """, files.prefix(4) + [folder.path + "/python.der"])
        let verified = try verify(folder.read("python.der"))
        #expect(verified.path.leaf == town.identity.certificate)
        #expect(verified.signingTime != nil)
    }
}
