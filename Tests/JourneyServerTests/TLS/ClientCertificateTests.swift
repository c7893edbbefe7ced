import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyServer

/// Mutual TLS: clients that must present a certificate.
@Suite("Client certificates")
struct ClientCertificateTests {
    private let fixture: TLSFixture
    private let clients: TLSFixture

    init() throws {
        fixture = try TLSFixture()
        clients = try TLSFixture("Authority of clients")
    }

    private func policy(depth: Int = 2) throws -> ClientCertificates {
        try ClientCertificates(authoritiesPEM: clients.root.certificate.pem, depth: depth)
    }

    /// Connects a client that presents `identity` with `issuers`, and returns the result.
    private func connect(
        _ identity: TLSFixture.Issued?, issuers: [Certificate] = [], _ policy: ClientCertificates, version: Int32
    ) throws -> (TLSSession.Progress, [UInt8]?) {
        var settings = TLSClient.Settings()
        (settings.identity, settings.issuers, settings.newest) = (identity, issuers, version)
        let pair = try TLSPair(fixture.server(clients: policy), settings)
        let progress = pair.shakeHands()
        return (progress, pair.session.peerCertificate)
    }

    @Test("a certificate of the authority is passed to the service", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func right(version: Int32) throws {
        let client = try clients.issue([], .client)
        let (progress, certificate) = try connect(client, policy(), version: version)
        #expect(progress == .done && certificate == client.certificate.encoded)
    }

    @Test("every host name of a listener requests a certificate", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func names(version: Int32) throws {
        let identities = try [fixture.issue(["one.example"]), fixture.issue(["two.example"])].map { $0.identity() }
        let server = try TLSServerContext(
            identities, protocols: [], clients: policy(), ticketKeys: TicketKeys())
        let (right, wrong) = (try clients.issue([], .client), try fixture.issue([], .client))
        for name in ["one.example", "two.example", "three.example"] {
            for client in [right, wrong, nil] {
                var settings = TLSClient.Settings()
                (settings.name, settings.identity, settings.newest) = (name, client, version)
                let pair = try TLSPair(server, settings)
                #expect((pair.shakeHands() == .done) == (client?.certificate == right.certificate))
            }
        }
    }

    @Test("a client's key may be RSA", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func rsa(version: Int32) throws {
        let files = try TLSFiles.rsa.get()
        let certificate = try #require(Certificate.list(pem: files.certificatePEM).first)
        let key = String(decoding: try files.folder.read("key.pem"), as: UTF8.self)
        let client = TLSFixture.Issued(
            certificate: certificate, certificatePEM: files.certificatePEM, keyPEM: key)
        // The certificate is self-signed.
        let policy = try ClientCertificates(authoritiesPEM: files.certificatePEM, depth: 0)
        let (progress, shown) = try connect(client, policy, version: version)
        #expect(progress == .done && shown == certificate.encoded)
    }

    @Test("any other certificate fails the handshake with a reason", arguments: [TLS1_2_VERSION, TLS1_3_VERSION])
    func wrong(version: Int32) throws {
        let impostor = try TLSFixture("Authority of clients")
        let cases: [(TLSFixture.Issued?, String)] = [
            (nil, "peer did not return a certificate"),
            (try fixture.issue([], .client), "certificate verify failed: unable to get local issuer certificate"),
            (try impostor.issue([], .client), "certificate verify failed: unable to get local issuer certificate"),
            (try clients.issue([], .client, from: -60, to: -1), "certificate verify failed: certificate has expired"),
            (
                try clients.issue([], .client, from: 60, to: 90),
                "certificate verify failed: certificate is not yet valid"
            ),
            (try clients.issue([], .server), "certificate verify failed: unsuitable certificate purpose"),
        ]
        for (identity, reason) in cases {
            let (progress, _) = try connect(identity, policy(), version: version)
            #expect(progress == .failed(reason))
        }
    }

    @Test("the depth limits intermediate authorities", arguments: [0, 1, 2])
    func depth(allowed: Int) throws {
        let one = try clients.intermediate("One")
        let two = try one.intermediate("Two")
        let issuers = [two.root.certificate, one.root.certificate]
        for (depth, issuer) in [clients, one, two].enumerated() {
            let (progress, _) = try connect(
                issuer.issue([], .client), issuers: Array(issuers.suffix(depth)), policy(depth: allowed),
                version: TLS1_3_VERSION)
            #expect((progress == .done) == (depth <= allowed), "\(depth)")
        }
    }

    @Test("a listed authority is trusted without its issuer, and no other is")
    func anchor() throws {
        let one = try clients.intermediate("One")
        let policy = try ClientCertificates(authoritiesPEM: one.root.certificate.pem, depth: 0)
        #expect(try connect(one.issue([], .client), policy, version: TLS1_3_VERSION).0 == .done)
        #expect(try connect(clients.issue([], .client), policy, version: TLS1_3_VERSION).0 != .done)
    }

    @Test("a policy needs readable authorities")
    func reading() throws {
        let root = clients.root.certificate.pem
        let policy = try ClientCertificates(authoritiesPEM: root + fixture.root.certificate.pem)
        #expect(policy.authorities.count == 2 && policy.depth == 2)
        let leaf = try clients.issue([], .client).certificatePEM
        let texts = [
            "", "no certificate", root.replacing("M", with: "-"), root + leaf, String(repeating: root, count: 65),
        ]
        for text in texts {
            #expect(throws: JourneyError.self) { try ClientCertificates(authoritiesPEM: text) }
        }
        for depth in [-1, 9] {
            #expect(throws: JourneyError.self) { try ClientCertificates(authoritiesPEM: root, depth: depth) }
        }
        #expect(
            throws: JourneyError(
                .serverError, "Certificate 2 of the authorities of client certificates is no authority's.")
        ) { try ClientCertificates(authoritiesPEM: root + leaf) }
    }

    @Test("openssl s_client needs the right certificate", arguments: ["-tls1_2", "-tls1_3"])
    func program(version: String) async throws {
        try await blocking {
            let folder = try Scratch()
            let server = try TLSLoopback(fixture.server(clients: policy()))
            defer { server.stop() }
            let cases: [(TLSFixture.Issued?, String)] = [
                (nil, version == "-tls1_2" ? "alert handshake failure" : "alert certificate required"),
                (try fixture.issue([], .client), "alert unknown ca"),
                (try clients.issue([], .client, to: -1), "alert certificate expired"),
                (try clients.issue([], .client), TLSLoopback.greeting),
            ]
            for (index, (identity, text)) in cases.enumerated() {
                var arguments = [version]
                if let identity {
                    let file = try folder.write(identity.certificatePEM + identity.keyPEM, "\(index).pem")
                    arguments += ["-cert", file, "-key", file]
                }
                let answer = try server.connect(arguments)
                #expect(answer.contains(text) && answer.contains("CN = Authority of clients"), "\(text)")
                let seen = try server.next()
                #expect(seen.peerCertificate == (index == 3 ? identity?.certificate.encoded : nil))
            }
        }
    }
}
