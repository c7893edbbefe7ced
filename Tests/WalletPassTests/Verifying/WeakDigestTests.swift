import Foundation
import JourneyCrypto
import TestSupport
import Testing

@testable import WalletPass

@Suite("Passes signed with a weak digest")
struct WeakDigestTests {
    private let town: PassAuthorityFixture
    private let folder: Scratch
    private let names: (key: String, own: String, below: String)

    init() throws {
        town = try PassAuthorityFixture()
        folder = try Scratch()
        names = (
            try folder.write(town.keyPEM, "key.pem", mode: 0o600),
            try folder.write(town.signer.identity.certificate.pem, "own.pem"),
            try folder.write(town.below.certificate.pem, "below.pem")
        )
    }

    /// Returns a signature over `content` from the `openssl` command, with this digest.
    private func signature(over content: [UInt8], _ digest: String, by command: String = "smime") throws -> [UInt8] {
        let file = try folder.write(content, "content")
        let made = try run(
            "/usr/bin/openssl",
            [
                command, "-sign", "-binary", "-md", digest, "-in", file, "-signer", names.own, "-inkey", names.key,
                "-certfile", names.below, "-outform", "DER", "-out", folder.path + "/signature",
            ])
        try #require(made.status == 0, "\(made.text)")
        return try folder.read("signature")
    }

    private func pass(_ signature: [UInt8], manifest: [UInt8]? = nil) throws -> [UInt8] {
        let own = [
            "manifest.json": manifest ?? PassManifest.bytes(of: PassAuthorityFixture.files), "signature": signature,
        ]
        return try ZipWriter.archive(PassAuthorityFixture.files.merging(own) { $1 }, isDeflated: true)
    }

    private func examine(_ pass: [UInt8]) -> PassVerifier.Examination {
        town.verifier.examine(pass, at: PassAuthorityFixture.now)
    }

    @Test(
        "a genuine pass with an old digest verifies with a warning; one with a strong digest has none",
        arguments: [("smime", "sha1"), ("cms", "sha1"), ("smime", "sha256"), ("cms", "sha512")])
    func genuine(command: String, digest: String) throws {
        let manifest = PassManifest.bytes(of: PassAuthorityFixture.files)
        let found = examine(try pass(signature(over: manifest, digest, by: command)))
        #expect(found.failures == [] && found.verified?.serialNumber == "SN-1")
        #expect(found.verified?.faults == found.faults)
        let isWeak = digest == "sha1"
        #expect(found.faults.map(\.code) == (isWeak ? [.signatureDigest] : []))
        #expect(found.faults.allSatisfy { $0.severity == .warning && $0.place == "signature" })
    }

    @Test("a changed manifest or signature, another key and other weak digests are refused")
    func nearMisses() throws {
        let manifest = PassManifest.bytes(of: PassAuthorityFixture.files)
        let good = try signature(over: manifest, "sha1")
        // The last byte is of the signature's number.
        var bad = good
        bad[bad.count - 1] ^= 1
        #expect(examine(try pass(bad)).failures == [.signature(.badSignature)])
        let other = try signature(over: manifest + [32], "sha1")
        #expect(examine(try pass(other)).failures == [.signature(.contentMismatch)])
        for digest in ["md5", "sha224"] {
            let found = examine(try pass(signature(over: manifest, digest)))
            #expect(found.failures == [.signature(.algorithmNotAllowed)], "\(digest)")
        }
        let stranger = try PassAuthorityFixture()
        #expect(
            stranger.verifier.examine(try pass(good), at: PassAuthorityFixture.now).failures.map(\.code)
                == ["PASS_SIGNER_UNTRUSTED"])
    }

    @Test("a digest and a signature algorithm that do not match are refused")
    func mixed() throws {
        // SHA-1's object identifier takes the place of the one of the signature: rsaEncryption becomes sha256WithRSAEncryption.
        let signature = try signature(over: PassManifest.bytes(of: PassAuthorityFixture.files), "sha1", by: "cms")
        let plain: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
        let places = signature.indices.filter { signature[$0...].starts(with: plain) }
        var mixed = signature
        // The last one names the signature's algorithm; those before are of certificates' keys.
        mixed[try #require(places.last) + plain.count - 1] = 0x0B
        #expect(examine(try pass(mixed)).failures == [.signature(.algorithmNotAllowed)])
        mixed[try #require(places.last) + plain.count - 1] = 0x05
        #expect(examine(try pass(mixed)).failures == [])
    }

    @Test("binding data with a weak digest is refused")
    func bindingData() throws {
        let content = Array("{}".utf8)
        for (digest, isTaken) in [("sha1", false), ("sha256", true)] {
            let signature = try signature(over: content, digest)
            do throws(PassVerifier.Failure) {
                _ = try town.verifier.signer(of: content, signature, at: PassAuthorityFixture.now)
                #expect(isTaken)
            } catch { #expect(!isTaken && error == .signature(.algorithmNotAllowed)) }
        }
    }
}
