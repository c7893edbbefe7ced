import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@Suite("The development authority")
struct DevelopmentAuthorityTests {
    static let start = Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down) - 60)

    static func authority() throws -> DevelopmentAuthority {
        try DevelopmentAuthority(notBefore: start, notAfter: start + 86_400 * 30)
    }

    @Test("openssl verifies a leaf for its names and refuses other names, purposes and authorities")
    func opensslVerifies() throws {
        let authority = try Self.authority()
        let leaf = try authority.issue(
            names: ["gateway.localhost", "bank.localhost", "127.0.0.1"], notBefore: Self.start,
            notAfter: Self.start + 86_400)
        let folder = try Scratch()
        let ca = try folder.write(authority.identity.certificatePEM, "ca.pem")
        let other = try folder.write(Self.authority().identity.certificatePEM, "other.pem")
        let file = try folder.write(leaf.certificatePEM, "leaf.pem")
        let strict = ["verify", "-x509_strict", "-CAfile", ca]
        for name in ["gateway.localhost", "bank.localhost"] {
            #expect(try openssl(strict + ["-purpose", "sslserver", "-verify_hostname", name, file]).status == 0)
        }
        #expect(try openssl(strict + ["-purpose", "sslserver", "-verify_ip", "127.0.0.1", file]).status == 0)
        #expect(try openssl(strict + ["-verify_hostname", "evil.localhost", file]).status != 0)
        #expect(try openssl(strict + ["-verify_ip", "127.0.0.2", file]).status != 0)
        #expect(try openssl(strict + ["-purpose", "sslclient", file]).status != 0)
        #expect(try openssl(["verify", "-x509_strict", "-CAfile", other, file]).status != 0)
    }

    @Test("the authority cannot certify names outside its constraints")
    func nameConstraints() throws {
        let authority = try Self.authority()
        let leaf = try authority.issue(names: ["pay.example"], notBefore: Self.start, notAfter: Self.start + 86_400)
        let folder = try Scratch()
        let ca = try folder.write(authority.identity.certificatePEM, "ca.pem")
        let file = try folder.write(leaf.certificatePEM, "leaf.pem")
        let result = try openssl(["verify", "-CAfile", ca, file])
        #expect(result.status != 0)
        #expect(result.text.contains("permitted subtree violation"))
    }

    @Test("the pin equals the one OpenSSL computes from the certificate")
    func pin() throws {
        let leaf = try Self.authority().issue(
            names: ["bank.localhost"], notBefore: Self.start, notAfter: Self.start + 86_400)
        let folder = try Scratch()
        let file = try folder.write(leaf.certificatePEM, "leaf.pem")
        let key = try openssl(["x509", "-in", file, "-pubkey", "-noout"])
        let lines = key.text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        let spki = try #require(Data(base64Encoded: lines.joined()))
        #expect(Data(SHA256.hash(Array(spki))).base64EncodedString() == leaf.pin)
        #expect(lines.joined().utf8.count > 100)
    }

    @Test("files are read back to the same identity with its expiry")
    func readsBack() throws {
        let authority = try Self.authority()
        let leaf = try authority.issue(
            names: ["bank.localhost"], notBefore: Self.start, notAfter: Self.start + 86_400)
        let again = try DevelopmentIdentity(certificatePEM: leaf.certificatePEM, keyPEM: leaf.keyPEM)
        #expect(again.pin == leaf.pin)
        #expect(again.certificateDER == leaf.certificateDER)
        #expect(again.notBefore == Self.start)
        #expect(again.notAfter == Self.start + 86_400)
        #expect(again.isValid(at: Self.start + 86_399))
        #expect(!again.isValid(at: Self.start + 86_400))
        #expect(!again.isValid(at: Self.start - 1))
        #expect(!again.isValid(at: Self.start + 80_000, margin: 7_200))

        let same = try DevelopmentAuthority(
            certificatePEM: authority.identity.certificatePEM, keyPEM: authority.identity.keyPEM)
        let later = try same.issue(names: ["bank.localhost"], notBefore: Self.start, notAfter: Self.start + 3_600)
        let folder = try Scratch()
        let ca = try folder.write(authority.identity.certificatePEM, "ca.pem")
        #expect(try openssl(["verify", "-CAfile", ca, folder.write(later.certificatePEM, "leaf.pem")]).status == 0)
    }

    @Test("mismatched pairs, leaves as authorities and damaged files are refused")
    func badFiles() throws {
        let authority = try Self.authority()
        let leaf = try authority.issue(names: ["a.localhost"], notBefore: Self.start, notAfter: Self.start + 3_600)
        let other = try authority.issue(names: ["b.localhost"], notBefore: Self.start, notAfter: Self.start + 3_600)
        #expect(throws: CryptoError.certificateInvalid) {
            try DevelopmentIdentity(certificatePEM: leaf.certificatePEM, keyPEM: other.keyPEM)
        }
        #expect(throws: CryptoError.certificateInvalid) {
            try DevelopmentAuthority(certificatePEM: leaf.certificatePEM, keyPEM: leaf.keyPEM)
        }
        #expect(throws: CryptoError.certificateInvalid) {
            try DevelopmentIdentity(certificatePEM: "nothing", keyPEM: leaf.keyPEM)
        }
        #expect(throws: CryptoError.certificateInvalid) {
            try DevelopmentIdentity(certificatePEM: leaf.certificatePEM, keyPEM: leaf.certificatePEM)
        }
    }

    @Test(
        "a name that would inject another one is refused",
        arguments: [
            "a.localhost,DNS:evil.test", "A.localhost", "*.localhost", "", "a..localhost", "127.0.0.2", "a b",
            "a.localhost\n", "é.localhost",
        ])
    func hostileNames(name: String) throws {
        let authority = try Self.authority()
        #expect(throws: CryptoError.certificateInvalid) {
            try authority.issue(names: ["ok.localhost", name], notBefore: Self.start, notAfter: Self.start + 3_600)
        }
        #expect(throws: CryptoError.certificateInvalid) {
            try DevelopmentAuthority(domains: [name], notBefore: Self.start, notAfter: Self.start + 3_600)
        }
    }

    @Test("serial numbers are random, positive and 20 bytes at most")
    func serials() throws {
        let authority = try Self.authority()
        let folder = try Scratch()
        var seen: Set<String> = []
        for index in 0..<4 {
            let leaf = try authority.issue(names: ["a.localhost"], notBefore: Self.start, notAfter: Self.start + 3_600)
            let file = try folder.write(leaf.certificatePEM, "\(index).pem")
            let serial = try openssl(["x509", "-in", file, "-serial", "-noout"]).text
            #expect(serial.hasPrefix("serial="))
            #expect(serial.utf8.count == "serial=\n".utf8.count + 40)
            seen.insert(serial)
        }
        #expect(seen.count == 4)
    }
}
