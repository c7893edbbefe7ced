import Foundation
import JourneyBase
import JourneyCrypto
import JourneySandbox
import JourneyServer
import TestSupport

/// An issuer behind a TLS socket, with the files that `journey serve` would write.
final class TestIssuerServer: Sendable {
    let issuer: TestIssuer
    let line: CommandLine
    private let server: HTTPServer
    private let standIn: HTTPServer
    let origin: Origin

    /// Creates the server. The device receives its first push while waiting for it; `pushed` runs just before.
    init(pushed: @escaping @Sendable (TestIssuer) -> Void = { _ in }) async throws {
        issuer = try TestIssuer(now: Date(timeIntervalSince1970: Date().timeIntervalSince1970.rounded(.down)))
        line = try CommandLine()
        let authority = try DevelopmentAuthority(notBefore: issuer.now - 3_600, notAfter: issuer.now + 86_400)
        let identity = try authority.issue(
            names: ["passes.localhost"], notBefore: issuer.now - 3_600, notAfter: issuer.now + 80_000)
        server = try await HTTPServer.start(
            service: issuer, names: ["passes.localhost"], port: 0,
            tls: TLSIdentity(
                certificatePEM: identity.certificatePEM, keyPEM: Secret(copying: identity.keyPEM.utf8)), log: .silent)
        let local = try authority.issue(
            names: ["localhost"], notBefore: issuer.now - 3_600, notAfter: issuer.now + 80_000)
        standIn = try await HTTPServer.start(
            service: TestPushes { [issuer] in pushed(issuer) }, names: ["localhost"], port: 0,
            tls: TLSIdentity(certificatePEM: local.certificatePEM, keyPEM: Secret(copying: local.keyPEM.utf8)),
            log: .silent)
        guard let origin = Origin(scheme: "https", host: "passes.localhost", port: server.port) else {
            throw JourneyError(.serverError, "no port")
        }
        self.origin = origin
        issuer.stand(at: origin)
        let token = try line.folder.write(TestIssuer.apiToken + "\n", "token")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: token)
        let sandbox: JSONValue = [
            "authorityPem": .string(authority.identity.certificatePEM),
            "passes": [
                "address": .string("\(origin)"), "apiTokenFile": .string(token), "tags": ["TICKET-001"],
                "authority": .string(issuer.authority.root.certificate.pem),
                "pushes": .string("https://localhost:\(standIn.port)"),
            ],
        ]
        _ = try line.folder.write(sandbox.compactText, "sandbox.json")
        _ = try line.folder.write(authority.identity.certificatePEM, "web.pem")
        _ = try line.folder.write(issuer.authority.root.certificate.pem, "root.pem")
    }

    /// Runs `journey wallet` against the server, with JSON output.
    func wallet(_ words: String..., own: Bool = true) async -> CommandLine.Result {
        await line.run(
            words: ["wallet"] + words + (own ? ["--sandbox", ":sandbox.json"] : []) + ["--wallet", ":wallet", "--json"])
    }

    func stop() async {
        await server.stop()
        await standIn.stop()
    }
}

/// A fake APNs as with `journey serve --pushes`: no push so far, and one for a waiting device.
private struct TestPushes: HTTPService {
    let pushed: @Sendable () -> Void

    func handle(_ request: HTTPRequest) async -> HTTPResponse {
        guard request.url.path.hasPrefix("/standin/devices/") else { return HTTPResponse(status: 404) }
        guard request.url.query == "after=0" else { return .json(["count": 0, "topics": []]) }
        pushed()
        return .json(["count": 1, "topics": []])
    }
}
