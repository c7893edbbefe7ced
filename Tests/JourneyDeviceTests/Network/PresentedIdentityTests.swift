import COpenSSL
import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyDevice

/// A signing identity as the client's own, and servers that must support HTTP/2.
struct PresentedIdentityTests {
    private static let authority = Result { try Loopback.make().authority }

    /// Returns a client below its own authority, which is below the root that servers trust.
    private func client() throws -> (identity: SigningIdentity, root: String) {
        let root = try Self.authority.get()
        let (begin, end) = (Loopback.now - 3_600, Loopback.now + 3_600)
        let between = try root.intermediate(name: "between", notBefore: begin, notAfter: end)
        let own = try between.issueClient(name: "client", notBefore: begin, notAfter: end)
        return (
            try SigningIdentity(
                certificatesPEM: own.certificatePEM + between.identity.certificatePEM, keyPEM: own.keyPEM),
            root.identity.certificatePEM
        )
    }

    private func code(
        _ identity: SigningIdentity, requiresHTTP2: Bool = false, newest: Int32 = TLS1_3_VERSION, root: String,
        serve: @escaping @Sendable (RawConnection) -> Void = Loopback.answer
    ) async throws -> String {
        let file = FileManager.default.temporaryDirectory.path + "/root-\(UUID().uuidString).pem"
        try Data(root.utf8).write(to: URL(filePath: file))
        defer { try? FileManager.default.removeItem(atPath: file) }
        let server = try RawTLSServer(
            Loopback.setup.get().identity, newest: newest, clientAuthority: file, serve: serve)
        let transport = CurlTransport(
            trust: try Loopback.trust(), presenting: identity, requiresHTTP2: requiresHTTP2)
        return await Loopback.code {
            try await transport.send(Loopback.request(server), options: Loopback.patient).status
        }
    }

    @Test(
        "the certificate is sent with its intermediate authority, and the key proves it",
        arguments: [TLS1_3_VERSION, TLS1_2_VERSION])
    func shown(newest: Int32) async throws {
        let (identity, root) = try client()
        #expect(try await code(identity, newest: newest, root: root) == "no error: 200")
    }

    @Test("a certificate that the server does not trust is TLS_FAIL", arguments: [TLS1_3_VERSION, TLS1_2_VERSION])
    func refused(newest: Int32) async throws {
        let (identity, _) = try client()
        let other = try Loopback.make().authority.identity.certificatePEM
        #expect(try await code(identity, newest: newest, root: other) == "TLS_FAIL")
    }

    @Test(
        "a server without HTTP/2 where it is required is TLS_FAIL in the handshake and receives no request",
        arguments: [TLS1_3_VERSION, TLS1_2_VERSION])
    func withoutHTTP2(newest: Int32) async throws {
        let (identity, root) = try client()
        let code = try await code(identity, requiresHTTP2: true, newest: newest, root: root) { connection in
            if connection.request() != nil { Issue.record("a request came") }
        }
        #expect(code == "TLS_FAIL")
    }

    @Test(
        "requests share one connection where HTTP/2 is required and supported",
        .enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.missing)))
    func withHTTP2() async throws {
        let (identity, root) = try client()
        let server = try Nginx(
            Loopback.setup.get().identity,
            settings: "ssl_client_certificate root.pem; ssl_verify_client on; ssl_verify_depth 3;",
            files: ["../root.pem": Array(root.utf8)])
        let transport = CurlTransport(trust: try Loopback.trust(), presenting: identity, requiresHTTP2: true)
        let url = try #require(HTTPSURL("https://\(Loopback.host):\(server.port)/version"))
        for isReused in [false, true] {
            let response = try await transport.send(HTTPRequest(url: url), options: Loopback.patient)
            #expect(response.status == 200)
            #expect(response.trace?.version == .http2 && response.trace?.isReused == isReused)
        }
    }
}
