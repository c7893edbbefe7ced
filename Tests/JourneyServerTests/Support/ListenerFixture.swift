import Foundation
import JourneyBase
import JourneyCrypto
import Synchronization

@testable import JourneyServer

/// Certificates for a server with listeners of any kind, and its log.
final class ListenerFixture: Sendable {
    let authority: DevelopmentAuthority
    let identity: TLSIdentity
    private let lines = Mutex<[Log.Entry]>([])

    init() throws {
        authority = try DevelopmentAuthority(notBefore: ListenerFixture.begin, notAfter: ListenerFixture.end)
        let leaf = try authority.issue(
            names: ["localhost"], notBefore: ListenerFixture.begin, notAfter: ListenerFixture.end)
        identity = TLSIdentity(certificatePEM: leaf.certificatePEM, keyPEM: Secret(copying: leaf.keyPEM.utf8))
    }

    private static var begin: Date { Date(timeIntervalSinceNow: -60) }
    private static var end: Date { Date(timeIntervalSinceNow: 3_600) }

    /// Issues a client's certificate.
    func client(_ name: String) throws -> TLSIdentity {
        let client = try authority.issueClient(
            name: name, notBefore: ListenerFixture.begin, notAfter: ListenerFixture.end)
        return TLSIdentity(certificatePEM: client.certificatePEM, keyPEM: Secret(copying: client.keyPEM.utf8))
    }

    /// Runs a server for `body`, and stops it.
    func visit(
        _ listeners: [ServerListener], _ service: any HTTPService = ClosureService { _ in HTTPResponse(status: 204) },
        limits: ServerLimits = ServerLimits(), loops: Int = 0, _ body: (HTTPServer) async throws -> Void
    ) async throws {
        let server = try await HTTPServer.start(
            service: service, names: ["localhost"], listeners: listeners, publicPort: 443, limits: limits,
            log: Log { [self] entry in lines.withLock { $0.append(entry) } },
            requestLog: RequestLogPolicy(addresses: .full), loops: loops)
        do { try await body(server) } catch {
            await server.stop(grace: .zero)
            throw error
        }
        await server.stop(grace: .seconds(3_600))
    }

    /// The fields of the log's lines.
    var logged: [[Log.Field: String]] { lines.withLock { $0.map(\.fields) } }

    /// Returns a client with TLS on `socket`.
    func client(over socket: LoopbackSocket, identity: TLSIdentity? = nil) throws -> RawClient {
        try RawClient(over: socket, authority: authority.identity.certificatePEM, identity: identity)
    }

    static func request(_ path: String = "/", _ fields: [String] = []) -> String {
        (["GET \(path) HTTP/1.1", "Host: localhost"] + fields).joined(separator: "\r\n") + "\r\n\r\n"
    }
}
