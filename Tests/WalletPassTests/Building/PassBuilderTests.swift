import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import WalletPass

@Suite("Building and verifying passes")
struct PassBuilderTests {
    private let town: PassAuthorityFixture

    init() throws { town = try PassAuthorityFixture() }

    private func failure(_ pass: [UInt8], at time: Date = PassAuthorityFixture.now) -> PassVerifier.Failure? {
        do throws(PassVerifier.Failure) {
            _ = try town.verifier.verify(pass, at: time)
            return nil
        } catch { return error }
    }

    /// Returns a pass with these files and this manifest, signed by the fixture's signer.
    private func pass(_ files: [String: [UInt8]], manifest: [UInt8]? = nil, signature: [UInt8]? = nil) throws -> [UInt8]
    {
        let manifest = manifest ?? PassManifest.bytes(of: files)
        let signature = try signature ?? town.signer.sign(manifest, at: PassAuthorityFixture.now)
        return try ZipWriter.archive(
            files.merging(["manifest.json": manifest, "signature": signature]) { $1 }, isDeflated: true)
    }

    @Test("a built pass verifies, and building it again gives the same bytes", arguments: [true, false])
    func roundTrip(isDeflated: Bool) throws {
        let builder = PassBuilder(signer: town.signer, isDeflated: isDeflated)
        let pass = try builder.build(PassAuthorityFixture.files, at: PassAuthorityFixture.now)
        #expect(try builder.build(PassAuthorityFixture.files, at: PassAuthorityFixture.now) == pass)
        let verified = try town.verifier.verify(pass, at: PassAuthorityFixture.now + 5)
        #expect(verified.files == PassAuthorityFixture.files && verified.names == PassAuthorityFixture.names)
        #expect(
            verified.serialNumber == "SN-1" && verified.signingTime == PassAuthorityFixture.now
                && verified.faults.isEmpty)
        #expect(verified.path.certificates.count == 3)
    }

    @Test("a pass that Wallet would refuse is not built; warnings do not prevent it")
    func refused() throws {
        let builder = PassBuilder(signer: town.signer)
        #expect(throws: PassBuilder.Failure.self) {
            try builder.build(PassAuthorityFixture.files(["description": nil]), at: PassAuthorityFixture.now)
        }
        #expect(throws: PassBuilder.Failure.self) {
            try builder.build(
                PassAuthorityFixture.files(["teamIdentifier": "ABCDE12346"]), at: PassAuthorityFixture.now)
        }
        #expect(throws: Never.self) {
            try builder.build(PassAuthorityFixture.files(["x": 1]), at: PassAuthorityFixture.now)
        }
    }

    @Test("the manifest's digests equal known values")
    func manifest() {
        let content = """
            {"formatVersion":1,"passTypeIdentifier":"pass.com.example.test","serialNumber":"SN-1","teamIdentifier":"ABCDE12345",\
            "organizationName":"Example","description":"Test pass","generic":{}}
            """
        let files = [
            "pass.json": Array(content.utf8), "fr.lproj/pass.strings": Array("\"hello\" = \"Bonjour\";\n".utf8),
        ]
        let manifest = PassManifest.bytes(of: files)
        #expect(
            PassManifest.read(manifest) == [
                "pass.json": "3a5802baddbd71946b38d73058a34658943cc718",
                "fr.lproj/pass.strings": "dd04913b69672db87aed2c872abdec42c7efa501",
            ])
        #expect(SHA256.hash(manifest).prefix(4) == [0xF9, 0x66, 0x87, 0x3A])
        #expect(PassManifest.bytes(of: files.merging(["signature": [1], "manifest.json": [2]]) { $1 }) == manifest)
    }

    @Test("a changed, added or removed file is detected")
    func tampered() throws {
        let files = PassAuthorityFixture.files
        let manifest = PassManifest.bytes(of: files)
        var changed = files
        changed["pass.json"]?.append(0x20)
        #expect(try failure(pass(changed, manifest: manifest)) == .changed("pass.json"))
        #expect(try failure(pass(files.merging(["x.png": [1]]) { $1 }, manifest: manifest)) == .notListed("x.png"))
        changed = files
        changed["icon@2x.png"] = nil
        #expect(try failure(pass(changed, manifest: manifest)) == .notThere("icon@2x.png"))
        #expect(
            try failure(pass(files, manifest: manifest, signature: town.signer.sign([1], at: PassAuthorityFixture.now)))
                == .signature(.contentMismatch))
        #expect(try failure(pass(files, manifest: Array("{\"a\":1}".utf8))) == .missing("manifest.json"))
        #expect(try failure(ZipWriter.archive(files, isDeflated: true)) == .missing("manifest.json"))
        #expect(failure([1, 2, 3]) == .archive(.damaged))
        let other = try PassAuthorityFixture()
        let theirs = try PassBuilder(signer: other.signer).build(files, at: PassAuthorityFixture.now)
        guard case .signature(.certificate) = failure(theirs) else {
            Issue.record("a signer of another authority is believed")
            return
        }
        guard case .signature(.certificate(let error)) = failure(try pass(files), at: PassAuthorityFixture.now + 1_001)
        else {
            Issue.record("a certificate that has ended is believed")
            return
        }
        #expect(error.reason == .expired)
    }

    @Test("a signer of another type or team, or without a pass certificate, is refused")
    func signers() throws {
        let files = PassAuthorityFixture.files(["passTypeIdentifier": "pass.com.example.other"])
        #expect(try failure(pass(files)) == .signer)
        #expect(throws: CryptoError.certificateInvalid) { try PassAuthorityFixture(subject: [.commonName: "Somebody"]) }
        #expect(throws: CryptoError.certificateInvalid) {
            try PassAuthorityFixture(subject: [
                PassSignerNames.userID: "pass.com.example.test", .organizationalUnit: "short",
            ])
        }
    }

    @Test("a flipped byte anywhere in manifest or signature is refused")
    func flipped() throws {
        let files = PassAuthorityFixture.files
        let manifest = PassManifest.bytes(of: files)
        let signature = try town.signer.sign(manifest, at: PassAuthorityFixture.now)
        for index in stride(from: 0, to: signature.count, by: 7) {
            var bytes = signature
            bytes[index] ^= 1
            guard
                let verified = try? town.verifier.verify(
                    pass(files, manifest: manifest, signature: bytes), at: PassAuthorityFixture.now)
            else { continue }
            // A certificate that the path does not need may be damaged.
            #expect(verified.path.certificates.count == 3)
        }
        for index in manifest.indices {
            var bytes = manifest
            bytes[index] ^= 1
            #expect(throws: PassVerifier.Failure.self) {
                try town.verifier.verify(
                    pass(files, manifest: bytes, signature: signature), at: PassAuthorityFixture.now)
            }
        }
    }

    @Test("OpenSSL verifies our signature, and a pass made by openssl and zip verifies")
    func byHand() throws {
        let folder = try Scratch()
        let manifest = PassManifest.bytes(of: PassAuthorityFixture.files)
        let content = try folder.write(manifest, "manifest.json")
        let ours = try folder.write(town.signer.sign(manifest, at: PassAuthorityFixture.now), "ours.der")
        let root = try folder.write(town.root.certificate.pem, "root.pem")
        let time = "\(Int(PassAuthorityFixture.now.timeIntervalSince1970))"
        let verified = try run(
            "/usr/bin/openssl",
            [
                "cms", "-verify", "-binary", "-inform", "DER", "-in", ours, "-content", content, "-CAfile", root,
                "-purpose",
                "any", "-attime", time, "-out", "/dev/null",
            ])
        #expect(verified.status == 0, "\(verified.text)")
        let key = try folder.write(town.keyPEM, "key.pem")
        let own = try folder.write(town.signer.identity.certificate.pem, "own.pem")
        let below = try folder.write(town.below.certificate.pem, "below.pem")
        let signed = try run(
            "/usr/bin/openssl",
            [
                "smime", "-sign", "-binary", "-md", "sha256", "-in", content, "-signer", own, "-inkey", key,
                "-certfile",
                below, "-outform", "DER", "-out", folder.path + "/signature",
            ])
        #expect(signed.status == 0, "\(signed.text)")
        for (name, bytes) in PassAuthorityFixture.files { _ = try folder.write(bytes, name) }
        let names = ["manifest.json", "signature"] + PassAuthorityFixture.files.keys
        let packed = try run(
            "/usr/bin/zip", ["-j", "-q", folder.path + "/by-hand.pkpass"] + names.map { folder.path + "/" + $0 })
        #expect(packed.status == 0, "\(packed.text)")
        #expect(
            try town.verifier.verify(folder.read("by-hand.pkpass"), at: PassAuthorityFixture.now).files
                == PassAuthorityFixture.files)
    }

    @Test(
        "Python unpacks a pass and verifies its signature, chain and digests",
        .enabled(if: Python.isPresent, "\(Python.missing)"))
    func python() throws {
        let folder = try Scratch()
        let pass = try folder.write(
            PassBuilder(signer: town.signer).build(PassAuthorityFixture.files, at: PassAuthorityFixture.now), "a.pkpass"
        )
        let root = try folder.write(town.root.certificate.pem, "root.pem")
        let binding = try town.signer.sign(Array("{}".utf8), at: PassAuthorityFixture.now)
        let said = try Python.run(
            """
            import hashlib, json, sys, zipfile
            from asn1crypto import cms
            from cryptography import x509
            from cryptography.hazmat.primitives import hashes
            from cryptography.hazmat.primitives.asymmetric import padding
            from cryptography.hazmat.primitives.serialization import pkcs7
            def check(content, der, root):
                certificates = pkcs7.load_der_pkcs7_certificates(der)
                below, leaf = sorted(certificates, key=lambda c: "UID=" in c.subject.rfc4514_string())
                leaf.verify_directly_issued_by(below); below.verify_directly_issued_by(root)
                signer = cms.ContentInfo.load(der)["content"]["signer_infos"][0]
                attributes = {a["type"].native: a["values"][0].native for a in signer["signed_attrs"]}
                assert attributes["message_digest"] == hashlib.sha256(content).digest()
                assert attributes["signing_time"].timestamp() == float(sys.argv[3]), attributes
                leaf.public_key().verify(signer["signature"].native, signer["signed_attrs"].untag().dump(force=True),
                                         padding.PKCS1v15(), hashes.SHA256())
                return leaf.subject.rfc4514_string()
            root = x509.load_pem_x509_certificate(open(sys.argv[2], "rb").read())
            with zipfile.ZipFile(sys.argv[1]) as z:
                assert z.testzip() is None
                manifest = z.read("manifest.json")
                digests = json.loads(manifest)
                assert set(digests) == set(z.namelist()) - {"manifest.json", "signature"}
                for name, digest in digests.items(): assert hashlib.sha1(z.read(name)).hexdigest() == digest
                print(check(manifest, z.read("signature"), root))
            print(check(b"{}", bytes.fromhex(sys.argv[4]), root))
            """, [pass, root, "\(Int(PassAuthorityFixture.now.timeIntervalSince1970))", Hex.encode(binding)])
        let lines = said.split(separator: "\n")
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains("UID=pass.com.example.test") })
    }

    @Test("a bundle holds one to ten passes")
    func bundles() throws {
        let passes: [[UInt8]] = (0..<10).map { [UInt8($0), 1, 2] }
        #expect(try PassBuilder.passes(inBundle: PassBuilder.bundle(passes)) == passes)
        #expect(throws: ZipError.tooLarge) { try PassBuilder.bundle(passes + [[1]]) }
        #expect(throws: ZipError.tooLarge) { try PassBuilder.bundle([]) }
        #expect(throws: ZipError.damaged) {
            try PassBuilder.passes(inBundle: ZipWriter.archive(["x": [1]], isDeflated: false))
        }
    }
}
