import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyServer

/// The checks of an identity before a server uses it.
@Suite("Server identity checks")
struct IdentityCheckTests {
    private let fixture: TLSFixture

    init() throws { fixture = try TLSFixture() }

    /// Returns the message of `check`; `nil` if it passes.
    private func message(_ identity: TLSIdentity, at time: Date = Date()) -> String? {
        do throws(JourneyError) {
            try TLSServerContext.check(identity, at: time)
            return nil
        } catch {
            #expect(error.code == .serverError)
            return error.message
        }
    }

    @Test("a chain of each kind with its key is accepted")
    func good() throws {
        let below = try fixture.intermediate("Below")
        #expect(try message(below.issue().identity(issuers: [below.root.certificate])) == nil)
        #expect(try message(fixture.issue(["*.bank.example"]).identity()) == nil)
        #expect(try message(TLSFiles.rsa.get().identity()) == nil)
        #expect(try message(TLSFiles("localhost", .ec).identity()) == nil)
    }

    @Test("a certificate is valid from its first second to its last")
    func validity() throws {
        let issued = try fixture.issue()
        let (from, to) = (issued.certificate.notBefore, issued.certificate.notAfter)
        #expect(message(issued.identity(), at: from) == nil)
        #expect(message(issued.identity(), at: to.addingTimeInterval(-0.5)) == nil)
        #expect(
            message(issued.identity(), at: from.addingTimeInterval(-0.5))
                == "The server's certificate is not valid before \(from.ISO8601Format()).")
        #expect(
            message(issued.identity(), at: to) == "The server's certificate expired at \(to.ISO8601Format()).")
    }

    @Test("a certificate without a usable subject alternative name is refused")
    func names() throws {
        #expect(
            try message(fixture.issue([]).identity())
                == "The server's certificate has no DNS name or address in subjectAltName.")
    }

    @Test("unreadable and mismatched certificates and keys have different errors, without the key")
    func parts() throws {
        let (one, two) = (try fixture.issue(), try fixture.issue())
        func identity(_ certificate: String, _ key: String) -> TLSIdentity {
            TLSIdentity(certificatePEM: certificate, keyPEM: Secret(copying: key.utf8))
        }
        for (certificate, key) in [
            (one.certificatePEM, two.keyPEM), (one.certificatePEM, try fixture.key.pem()),
            (two.certificatePEM + one.certificatePEM, one.keyPEM),
        ] {
            let text = try #require(message(identity(certificate, key)))
            #expect(text.hasPrefix("The server's private key does not belong to its first certificate, of "))
            #expect(text.hasSuffix(": key values mismatch."), "\(text)")
        }
        #expect(message(identity(one.certificatePEM + two.certificatePEM, one.keyPEM)) == nil)
        let cut = one.keyPEM.dropLast(60)
        let folder = try Scratch()
        try TLSFiles.openssl([
            "pkcs8", "-topk8", "-in", try folder.write(one.keyPEM, "key.pem"), "-passout", "pass:secret", "-out",
            folder.path + "/encrypted.pem",
        ])
        let noBlock = "it has no complete PEM block “PRIVATE KEY”"
        for (key, cause) in [
            ("", "the file is empty"), ("no key", "it is not DER of a supported key"), (String(cut), noBlock),
            (one.certificatePEM, noBlock), (one.keyPEM.replacing("PRIVATE", with: "PUBLIC"), noBlock),
            (
                String(decoding: try folder.read("encrypted.pem"), as: UTF8.self),
                "it is encrypted with a passphrase; store it without one"
            ), (String(repeating: "-", count: 20_000), "the file has 20000 bytes; 16384 are allowed"),
        ] {
            #expect(
                message(identity(one.certificatePEM, key)) == "The server's private key cannot be read: \(cause).")
        }
        for certificate in ["", "none", one.keyPEM, String(one.certificatePEM.dropLast(30))] {
            let text = try #require(message(identity(certificate, one.keyPEM)))
            #expect(text.hasPrefix("The server's certificates cannot be read: "))
        }
        let chain = Array(repeating: one.certificatePEM, count: 11).joined()
        #expect(message(identity(chain, one.keyPEM)) == "The server's chain has 11 certificates; 10 are allowed.")
    }

    @Test("a weak key is refused")
    func weak() throws {
        let folder = try Scratch()
        try TLSFiles.openssl([
            "req", "-x509", "-newkey", "rsa:1024", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost", "-keyout", folder.path + "/key.pem", "-out",
            folder.path + "/certificate.pem",
        ])
        let identity = TLSIdentity(
            certificatePEM: String(decoding: try folder.read("certificate.pem"), as: UTF8.self),
            keyPEM: try Secret(file: folder.path + "/key.pem"))
        #expect(message(identity) == "OpenSSL refused the server's certificate and key: ee key too small.")
    }

    @Test("a context needs an identity and valid protocol names")
    func context() throws {
        let identity = try fixture.issue().identity()
        #expect(throws: JourneyError(.serverError, "A TLS server needs a certificate.")) {
            try TLSServerContext([], protocols: [], ticketKeys: TicketKeys())
        }
        for name in ["", String(repeating: "h", count: 256)] {
            #expect(throws: JourneyError(.serverError, "The name of a protocol for ALPN has 1 to 255 bytes.")) {
                try TLSServerContext([identity], protocols: ["h2", name], ticketKeys: TicketKeys())
            }
        }
    }
}
