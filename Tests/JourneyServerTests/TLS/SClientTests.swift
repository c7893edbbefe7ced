import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import TestSupport
import Testing

@testable import JourneyServer

/// The server's TLS against an independent client, `openssl s_client`.
@Suite("TLS against openssl s_client")
struct SClientTests {
    /// Permits everything, so that old versions and weak ciphers fail at the server and not in the client.
    private static let anything = "DEFAULT:@SECLEVEL=0"

    @Test(
        "TLS 1.2 and 1.3 are accepted, and older versions are not",
        arguments: [("-tls1_3", "TLSv1.3"), ("-tls1_2", "TLSv1.2"), ("-tls1_1", nil), ("-tls1", nil)])
    func versions(argument: String, version: String?) async throws {
        try await blocking {
            let server = try TLSLoopback(TLSFixture().server())
            defer { server.stop() }
            let text = try server.connect([argument, "-cipher", SClientTests.anything])
            let seen = try server.next()
            if let version {
                #expect(seen.progress == .done && seen.version == version && seen.failure == nil)
                #expect(text.contains(TLSLoopback.greeting) && text.contains("New, \(version), Cipher is"))
                #expect(text.contains("Compression: NONE") && !text.contains("DONE"))
            } else {
                #expect(seen.progress == .failed("unsupported protocol"))
                #expect(text.contains("alert protocol version") && !text.contains(TLSLoopback.greeting))
            }
        }
    }

    @Test(
        "TLS 1.2 uses only ciphers with forward secrecy and authentication",
        arguments: [
            ("ECDHE-%-AES128-GCM-SHA256", true), ("ECDHE-%-AES256-GCM-SHA384", true),
            ("ECDHE-%-CHACHA20-POLY1305", true), ("ECDHE-%-AES128-SHA256", false), ("ECDHE-%-AES256-SHA384", false),
            ("ECDHE-%-AES128-SHA", false), ("ECDHE-ECDSA-AES128-CCM", false), ("ECDHE-%-CAMELLIA128-SHA256", false),
            ("DHE-RSA-AES128-GCM-SHA256", false), ("AES128-GCM-SHA256", false), ("AES256-SHA", false),
            ("ECDHE-%-NULL-SHA", false), ("AECDH-AES128-SHA", false),
        ])
    func ciphers(pattern: String, isSpoken: Bool) async throws {
        try await blocking {
            for kind in ["ECDSA", "RSA"] {
                let identity =
                    try kind == "RSA" ? TLSFiles("localhost", .rsa).identity() : TLSFixture().issue().identity()
                let server = try TLSLoopback(TLSServerContext([identity], protocols: [], ticketKeys: TicketKeys()))
                defer { server.stop() }
                let cipher = pattern.replacing("%", with: kind)
                let text = try server.connect(["-tls1_2", "-cipher", cipher + ":@SECLEVEL=0"])
                let seen = try server.next()
                #expect(text.contains(TLSLoopback.greeting) == isSpoken, "\(cipher)")
                #expect(seen.cipher == (isSpoken ? cipher : nil))
                if !isSpoken { #expect(seen.progress == .failed("no shared cipher"), "\(cipher)") }
            }
        }
    }

    @Test(
        "the server's cipher order is used, except for a client that prefers ChaCha20",
        arguments: [
            ("TLS_AES_256_GCM_SHA384:TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256", "TLS_AES_128_GCM_SHA256"),
            ("TLS_CHACHA20_POLY1305_SHA256:TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256"),
            ("TLS_AES_256_GCM_SHA384", "TLS_AES_256_GCM_SHA384"), ("TLS_AES_128_CCM_SHA256", nil),
        ])
    func order(offered: String, cipher: String?) async throws {
        try await blocking {
            let server = try TLSLoopback(TLSFixture().server())
            defer { server.stop() }
            _ = try server.connect(["-tls1_3", "-ciphersuites", offered])
            #expect(try server.next().cipher == cipher)
        }
    }

    @Test(
        "key agreement uses X25519, P-256 or P-384",
        arguments: [
            ("X25519", "X25519"), ("P-256", "prime256v1"), ("P-384", "secp384r1"), ("P-521", nil), ("X448", nil),
            ("ffdhe2048", nil), ("P-521:P-384", "secp384r1"),
        ])
    func groups(offered: String, agreed: String?) async throws {
        try await blocking {
            let server = try TLSLoopback(TLSFixture().server())
            defer { server.stop() }
            let text = try server.connect(["-tls1_3", "-groups", offered])
            let seen = try server.next()
            if let agreed {
                #expect(text.contains("Server Temp Key: \(agreed)") || text.contains("ECDH, \(agreed)"))
            } else {
                #expect(
                    seen.progress == .failed("no suitable key share") || seen.progress == .failed("no shared groups"))
            }
        }
    }

    @Test("renegotiation is refused, and the client is served on")
    func renegotiation() async throws {
        try await blocking {
            let server = try TLSLoopback(TLSFixture().server(), closesFirst: false)
            defer { server.stop() }
            let text = try server.connect(["-tls1_2"], input: "R\n")
            #expect(text.contains("RENEGOTIATING") && text.contains("no renegotiation"))
            #expect(text.contains(TLSLoopback.greeting))
            _ = try server.next()
        }
    }

    @Test(
        "a session resumes on another context with the same keys, and not after two rotations",
        arguments: ["-tls1_2", "-tls1_3"])
    func tickets(version: String) async throws {
        try await blocking {
            let (fixture, clock, folder) = (try TLSFixture(), ManualClock(), try Scratch())
            let keys = TicketKeys(period: .seconds(3_600), now: { .start + clock.now.offset })
            let first = try TLSLoopback(fixture.server(ticketKeys: keys))
            defer { first.stop() }
            // A new certificate, as after a reload.
            let second = try TLSLoopback(fixture.server(ticketKeys: keys))
            defer { second.stop() }
            let file = folder.path + "/session"
            let text = try first.connect([version, "-sess_out", file])
            #expect(try !first.next().isResumed && text.contains("lifetime hint: 3600"))
            #expect(version == "-tls1_2" || text.contains("Max Early Data: 0"))
            for (passed, isResumed) in [(0, true), (3_599, true), (1, true), (3_599, true), (1, false)] {
                clock.advance(by: .seconds(passed))
                let text = try second.connect([version, "-sess_in", file])
                #expect(try second.next().isResumed == isResumed, "\(passed)")
                #expect(text.contains("Reused, TLS") == isResumed && text.contains(TLSLoopback.greeting))
            }
        }
    }

    @Test("early data is not accepted")
    func earlyData() async throws {
        try await blocking {
            let (server, folder) = (try TLSLoopback(TLSFixture().server()), try Scratch())
            defer { server.stop() }
            let (file, early) = (folder.path + "/session", try folder.write("early", "data"))
            _ = try server.connect(["-tls1_3", "-sess_out", file])
            _ = try server.next()
            let text = try server.connect(["-tls1_3", "-sess_in", file, "-early_data", early])
            #expect(try server.next().isResumed && text.contains("Early data was not sent"))
        }
    }

    @Test(
        "an application protocol is negotiated",
        arguments: [
            ("http/1.1,h2", "ALPN protocol: h2"), ("http/1.1", "ALPN protocol: http/1.1"), ("h3", "No ALPN negotiated"),
        ])
    func alpn(offered: String, text: String) async throws {
        try await blocking {
            let server = try TLSLoopback(TLSFixture().server(protocols: ["h2", "http/1.1"]))
            defer { server.stop() }
            #expect(try server.connect(["-alpn", offered]).contains(text))
            #expect(try server.next().progress == .done)
        }
    }

    @Test("the whole chain is sent and verifies for its name only")
    func chain() async throws {
        try await blocking {
            let (fixture, folder) = (try TLSFixture(), try Scratch())
            let below = try fixture.intermediate("Intermediate of tests")
            let identity = try below.issue(["bank.example"]).identity(issuers: [below.root.certificate])
            let server = try TLSLoopback(TLSServerContext([identity], protocols: [], ticketKeys: TicketKeys()))
            defer { server.stop() }
            let anchor = try folder.write(fixture.root.certificate.pem, "root.pem")
            for (name, isGood) in [("bank.example", true), ("bank.example.evil.test", false)] {
                let text = try server.connect([
                    "-CAfile", anchor, "-verify_return_error", "-verify_hostname", name, "-servername", name,
                ])
                #expect(
                    text.contains("Verify return code: 0 (ok)") == isGood
                        && text.contains(TLSLoopback.greeting) == isGood)
                _ = try server.next()
            }
        }
    }
}
