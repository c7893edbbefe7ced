import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import TestSupport
import Testing

@testable import JourneyServer

/// OCSP responses stapled by a server, made by the `openssl` command.
@Suite("OCSP staples")
struct OCSPStapleTests {
    private static let start = "The OCSP response for the server's certificate "
    private let fixture: TLSFixture
    private let issued: TLSFixture.Issued

    init() throws {
        fixture = try TLSFixture()
        issued = try fixture.issue()
    }

    private func identity(_ staple: [UInt8]?, hasIssuer: Bool = true) -> TLSIdentity {
        issued.identity(issuers: hasIssuer ? [fixture.root.certificate] : [], staple: staple)
    }

    private func server(_ staple: [UInt8]?, now: @escaping @Sendable () -> Date = { Date() }) throws -> TLSServerContext
    {
        try TLSServerContext([identity(staple)], protocols: [], ticketKeys: TicketKeys(), now: now)
    }

    @Test("a client that asks gets the staple, and openssl s_client accepts it", arguments: ["-tls1_2", "-tls1_3"])
    func shown(version: String) async throws {
        try await blocking {
            let folder = try Scratch()
            let anchor = try folder.write(fixture.root.certificate.pem, "root.pem")
            for staple in [try fixture.staple(issued), nil] {
                let server = try TLSLoopback(server(staple))
                defer { server.stop() }
                let text = try server.connect([version, "-status", "-CAfile", anchor, "-verify_return_error"])
                #expect(text.contains("OCSP Response Status: successful (0x0)") == (staple != nil))
                #expect(text.contains("Cert Status: good") == (staple != nil))
                #expect(text.contains("OCSP response: no response sent") == (staple == nil))
                #expect(text.contains(TLSLoopback.greeting))
                #expect(try server.next().progress == .done)
                #expect(try !server.connect([version]).contains("OCSP Response Status"))
                _ = try server.next()
            }
        }
    }

    @Test("each name's certificate has its own staple, and an expired one is not sent")
    func choice() throws {
        let time = Mutex(Date())
        let other = try fixture.issue(["other.example"])
        let staples = [try fixture.staple(issued), try fixture.staple(other, days: 2)]
        let identities = [
            identity(staples[0]), other.identity(issuers: [fixture.root.certificate], staple: staples[1]),
        ]
        let server = try TLSServerContext(
            identities, protocols: [], ticketKeys: TicketKeys(), now: { time.withLock { $0 } })
        func shown(_ name: String) throws -> [UInt8]? {
            var settings = TLSClient.Settings()
            (settings.name, settings.asksForStaple) = (name, true)
            let pair = try TLSPair(server, settings)
            #expect(pair.shakeHands() == .done)
            return pair.client.staple
        }
        let cases: [(Double, [[UInt8]?])] = [(0, staples), (23, staples), (25, [nil, staples[1]]), (49, [nil, nil])]
        for (hours, expected) in cases {
            time.withLock { $0 = Date(timeIntervalSinceNow: hours * 3_600) }
            #expect(try [shown("localhost"), shown("other.example")] == expected, "\(hours)")
        }
        time.withLock { $0 = Date(timeIntervalSinceNow: -3_600) }
        #expect(try shown("localhost") == nil)
    }

    @Test("a response that does not confirm this certificate is refused")
    func refused() throws {
        let good = try fixture.staple(issued)
        let (other, stranger) = (try fixture.issue(), try TLSFixture())
        let twin = try stranger.issue()
        let cases: [([UInt8], String)] = [
            ([], "cannot be read as a successful response"),
            (Array(good.dropLast()), "cannot be read as a successful response"),
            (good + [0], "cannot be read as a successful response"),
            // unauthorized (RFC 6960, section 4.2.1)
            ([0x30, 0x03, 0x0A, 0x01, 0x06], "cannot be read as a successful response"),
            (try fixture.staple(issued, .revoked), "does not say that it is good"),
            (try fixture.staple(issued, .unknown), "does not say that it is good"),
            (try fixture.staple(other), "is about another certificate"),
            (try stranger.staple(twin), "is about another certificate"),
            (
                try fixture.staple(issued, signer: (stranger.root.certificate.pem, stranger.key.pem())),
                "is not signed by its issuer"
            ),
            (try fixture.staple(issued, signer: (other.certificatePEM, other.keyPEM)), "is not signed by its issuer"),
        ]
        for (staple, reason) in cases {
            let error = #expect(throws: JourneyError.self) { try TLSServerContext.check(identity(staple), at: Date()) }
            #expect(error?.message == "\(OCSPStapleTests.start)\(reason).")
            #expect(throws: JourneyError.self) { try server(staple) }
        }
        #expect(throws: Never.self) { try TLSServerContext.check(identity(good), at: Date()) }
        // Each byte of the response matters, except those of the certificate in it.
        var changed = 0
        for place in stride(from: 0, to: good.count, by: 7) {
            var staple = good
            staple[place] ^= 0x01
            if (try? TLSServerContext.check(identity(staple), at: Date())) == nil { changed += 1 }
        }
        #expect(changed > 30)
    }

    @Test("the serial number must match where no issuer is given")
    func withoutIssuer() throws {
        let good = try fixture.staple(issued)
        #expect(throws: Never.self) { try TLSServerContext.check(identity(good, hasIssuer: false), at: Date()) }
        let other = try fixture.staple(fixture.issue())
        #expect(throws: JourneyError(.serverError, "\(OCSPStapleTests.start)is about another certificate.")) {
            try TLSServerContext.check(identity(other, hasIssuer: false), at: Date())
        }
    }

    @Test("a delegated responder may sign")
    func responder() throws {
        let key = try P256PrivateKey.generate()
        let appointed = try fixture.root.issue(
            CertificateContent(
                subject: DistinguishedName([.commonName: "Responder"]), spki: key.publicKey.spki,
                notBefore: Date(timeIntervalSinceNow: -60), notAfter: Date(timeIntervalSinceNow: 60),
                extensions: [
                    .basicConstraints(BasicConstraints(isAuthority: false)), .keyUsage(.digitalSignature),
                    .extendedKeyUsage([OID(1, 3, 6, 1, 5, 5, 7, 3, 9)]),
                ]))
        let staple = try fixture.staple(issued, signer: (appointed.pem, key.pem()))
        #expect(throws: Never.self) { try TLSServerContext.check(identity(staple), at: Date()) }
    }

    @Test(
        "the check includes the response's validity",
        arguments: [(-3_600.0, false), (3_600, true), (82_000, true), (87_000, false)])
    func time(offset: Double, isGood: Bool) throws {
        let long = try fixture.issue(from: -7_200, to: 86_000 * 3)
        let identity = long.identity(issuers: [fixture.root.certificate], staple: try fixture.staple(long))
        let time = Date(timeIntervalSinceNow: offset)
        if isGood {
            #expect(throws: Never.self) { try TLSServerContext.check(identity, at: time) }
        } else {
            let text = "\(OCSPStapleTests.start)is not valid at \(time.ISO8601Format())."
            #expect(throws: JourneyError(.serverError, text)) { try TLSServerContext.check(identity, at: time) }
        }
    }
}
