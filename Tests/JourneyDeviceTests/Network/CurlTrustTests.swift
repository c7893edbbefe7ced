import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization
import Testing

@testable import JourneyDevice

/// The trust of the client, against real TLS servers on loopback.
struct CurlTrustTests {
    @Test("a server of a trusted authority is accepted without pins, with its pin, and with its pin among others")
    func believed() async throws {
        let pin = try Loopback.setup.get().identity.pin
        let server = try Loopback.server()
        let authority = try Loopback.setup.get().authority.identity.pin
        for pins in [nil, [pin], [Loopback.otherPin, pin], [authority]] as [[String]?] {
            let transport = CurlTransport(trust: try Loopback.trust(pins: pins))
            let response = try await transport.send(Loopback.request(server), options: HTTPOptions())
            #expect(response.status == 200)
            #expect(String(decoding: response.body, as: UTF8.self) == "GET /hello HTTP/1.1")
        }
    }

    @Test("pins that match no key of the chain are PINNING_FAIL, and no request is sent")
    func wrongPin() async throws {
        let asked = Atomic<Int>(0)
        let server = try Loopback.server { connection in
            if connection.request() != nil { asked.add(1, ordering: .relaxed) }
        }
        let transport = CurlTransport(
            trust: try Loopback.trust(pins: [Loopback.otherPin, SPKIPin(hashing: [4]).base64]))
        let code = await Loopback.code { try await transport.send(Loopback.request(server), options: HTTPOptions()) }
        #expect(code == "PINNING_FAIL")
        #expect(asked.load(ordering: .relaxed) == 0)
    }

    @Test("a pin does not replace a trusted authority")
    func pinWithoutAuthority() async throws {
        let stranger = try Loopback.make()
        let server = try Loopback.server(stranger.identity)
        for trust in [try Loopback.trust(pins: [stranger.identity.pin]), TLSTrust.system] {
            let transport = CurlTransport(trust: trust)
            let code = await Loopback.code {
                try await transport.send(Loopback.request(server), options: HTTPOptions())
            }
            #expect(code == "TLS_FAIL")
        }
    }

    @Test("a certificate that names another host, is expired, or is not yet valid is TLS_FAIL")
    func badCertificates() async throws {
        let authority = try Loopback.setup.get().authority
        let now = Loopback.now
        let bad = [
            try authority.issue(names: ["bank.localhost"], notBefore: now - 3_600, notAfter: now + 3_600),
            try authority.issue(names: ["a.gateway.localhost"], notBefore: now - 3_600, notAfter: now + 3_600),
            try authority.issue(names: [Loopback.host], notBefore: now - 7_200, notAfter: now - 3_600),
            try authority.issue(names: [Loopback.host], notBefore: now + 3_600, notAfter: now + 7_200),
        ]
        for identity in bad {
            let server = try Loopback.server(identity)
            let transport = CurlTransport(trust: try Loopback.trust(pins: [identity.pin]))
            let code = await Loopback.code {
                try await transport.send(Loopback.request(server), options: HTTPOptions())
            }
            #expect(code == "TLS_FAIL")
        }
    }

    @Test("malformed authorities trust no server")
    func garbageAuthorities() async throws {
        let server = try Loopback.server()
        for text in ["", "hello", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"] {
            let transport = CurlTransport(trust: TLSTrust(authorities: [text]))
            let code = await Loopback.code {
                try await transport.send(Loopback.request(server), options: HTTPOptions())
            }
            #expect(code == "TLS_FAIL")
        }
    }

    @Test("TLS 1.2 is accepted; TLS 1.1 and 1.0 are not", arguments: [TLS1_2_VERSION, TLS1_1_VERSION, TLS1_VERSION])
    func oldProtocols(newest: Int32) async throws {
        let server = try Loopback.server(newest: newest)
        let transport = CurlTransport(trust: try Loopback.trust())
        let code = await Loopback.code {
            try await transport.send(Loopback.request(server), options: HTTPOptions()).status
        }
        #expect(code == (newest == TLS1_2_VERSION ? "no error: 200" : "TLS_FAIL"))
    }

    @Test("the leaf certificate is returned only after the checks")
    func leaf() async throws {
        let identity = try Loopback.setup.get().identity
        let server = try Loopback.server()
        let origin = try Loopback.origin(server)
        let good = CurlTransport(trust: try Loopback.trust(pins: [identity.pin]))
        #expect(try await good.leafCertificate(of: origin) == identity.certificateDER)
        // A second time, when a session could be resumed.
        #expect(try await good.leafCertificate(of: origin) == identity.certificateDER)
        let pinned = CurlTransport(trust: try Loopback.trust(pins: [Loopback.otherPin]))
        #expect(await Loopback.code { try await pinned.leafCertificate(of: origin) } == "PINNING_FAIL")
        let stranger = CurlTransport(trust: .system)
        #expect(await Loopback.code { try await stranger.leafCertificate(of: origin) } == "TLS_FAIL")
        let elsewhere = try Loopback.origin(server, host: "bank.localhost")
        #expect(await Loopback.code { try await good.leafCertificate(of: elsewhere) } == "TLS_FAIL")
    }
}
