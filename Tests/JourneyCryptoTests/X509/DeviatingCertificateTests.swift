import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

/// Self-signed certificates from the `openssl` command that deviate from DER or RFC 5280, judged by it and by this package.
@Suite("Certificates that deviate from DER, by OpenSSL") struct DeviatingCertificateTests {
    private static let good: [String: String] = [
        "basicConstraints": "critical,CA:TRUE,pathlen:0", "keyUsage": "critical,keyCertSign,cRLSign",
        "subjectKeyIdentifier": "hash",
    ]

    private func certificate(_ changes: [String: String], serial: String = "0x1234") throws -> (
        Scratch, Certificate?, [UInt8]
    ) {
        let folder = try Scratch()
        let lines = Self.good.merging(changes) { $1 }.sorted { $0.key < $1.key }.map { "\($0.key) = \($0.value)" }
        let text =
            "[req]\ndistinguished_name = name\nx509_extensions = ext\n[name]\n[ext]\n" + lines.joined(separator: "\n")
        _ = try folder.write(text + "\n", "openssl.cnf")
        let made = try openssl([
            "req", "-x509", "-config", folder.path + "/openssl.cnf", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj", "/C=UT/CN=IACA", "-set_serial", serial,
            "-keyout",
            folder.path + "/key.pem", "-out", folder.path + "/root.pem",
        ])
        #expect(made.status == 0, "\(made.text)")
        let pem = String(decoding: try folder.read("root.pem"), as: UTF8.self)
        let bytes = try #require(Certificate.list(pem: pem, isTolerant: true).first).encoded
        return (folder, try? Certificate(bytes), bytes)
    }

    @Test(
        "a deviating certificate is refused strictly, and read tolerantly with its deviation",
        arguments: [
            (["basicConstraints": "critical,DER:30:06:01:01:01:02:01:00"], "0x12", DERFault.badBoolean),
            (["keyUsage": "critical,DER:03:03:00:06:00"], "0x12", .badBitString),
            (["keyUsage": "critical,DER:03:02:00:06"], "0x12", .badBitString),
            (["2.5.29.18": "DER:30:00"], "0x12", .notAllowed),
            (["2.5.29.31": "DER:30:02:05:00"], "0x12", .unexpectedTag),
            ([:], "0x" + "ff12345678" + "00112233445566778899aabbccddee", .notAllowed),
        ] as [([String: String], String, DERFault)])
    func read(_ changes: [String: String], _ serial: String, _ fault: DERFault) throws {
        let (folder, strict, bytes) = try certificate(changes, serial: serial)
        #expect(strict == nil)
        let relaxed = try Certificate.tolerant(bytes)
        #expect(relaxed.deviations.map(\.reason) == [fault] && relaxed.encoded == bytes)
        #expect(relaxed.basicConstraints?.isAuthority == true && relaxed.keyUsage?.contains(.keyCertSign) == true)
        // Both check the signature over the bytes as received.
        let file = folder.path + "/root.pem"
        let judged = try openssl(["verify", "-check_ss_sig", "-CAfile", file, file])
        // OpenSSL refuses a certificate whose distribution points it cannot parse; here, the policy decides.
        #expect((judged.status == 0) == (changes["2.5.29.31"] == nil), "\(judged.text)")
        #expect(relaxed.isIssued(by: relaxed))
        for place in [bytes.count - 3, bytes.count / 3, bytes.count / 4] {
            var changed = bytes
            changed[place] ^= 1
            guard let other = try? Certificate.tolerant(changed) else { continue }
            #expect(!other.isIssued(by: other), "\(place)")
            _ = try folder.write(other.pem, "changed.pem")
            let path = folder.path + "/changed.pem"
            #expect(try openssl(["verify", "-check_ss_sig", "-CAfile", path, path]).status != 0)
        }
        // Only a profile that lowers the rule accepts it as an authority.
        let path = try CertificateValidator(
            anchors: [TrustAnchor(relaxed)], profile: CertificateProfile(name: "test", purpose: .any))
        #expect(throws: CertificateError.self) { try path.validate(relaxed, at: Date()) }
    }

    @Test("a certificate without deviations is the same in both modes")
    func same() throws {
        let (_, strict, bytes) = try certificate([:])
        let relaxed = try Certificate.tolerant(bytes)
        #expect(strict == relaxed && relaxed.deviations.isEmpty)
    }

    @Test(
        "a malformed extension that grants or restricts something is never accepted",
        arguments: [
            ["keyUsage": "DER:03:02:08:06"], ["basicConstraints": "DER:30:02:05:00"],
            ["extendedKeyUsage": "DER:30:00"], ["2.5.29.30": "DER:30:00"], ["2.5.29.18": "critical,DER:30:00"],
        ])
    func refused(_ changes: [String: String]) throws {
        let folder = try Scratch()
        let lines = Self.good.merging(changes) { $1 }.map { "\($0.key) = \($0.value)" }.joined(separator: "\n")
        _ = try folder.write(
            "[req]\ndistinguished_name = name\nx509_extensions = ext\n[name]\n[ext]\n\(lines)\n", "openssl.cnf")
        _ = try openssl([
            "req", "-x509", "-config", folder.path + "/openssl.cnf", "-newkey", "ec", "-pkeyopt",
            "ec_paramgen_curve:P-256", "-nodes", "-days", "30", "-subj", "/CN=IACA", "-keyout",
            folder.path + "/key.pem", "-out", folder.path + "/root.pem",
        ])
        let pem = String(decoding: try folder.read("root.pem"), as: UTF8.self)
        #expect(throws: DERError.self) { try Certificate.list(pem: pem, isTolerant: true) }
    }
}
