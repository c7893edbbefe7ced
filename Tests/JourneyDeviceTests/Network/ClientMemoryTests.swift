import Foundation
import JourneyBase
import TestSupport
import Testing

@testable import JourneyDevice

/// Checks that the client leaves nothing of its key in memory.
@Suite(
    "Client key in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"),
    .enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.missing)))
struct ClientMemoryTests {
    @Test("a client certificate's key is wiped with its transport, as a number and as text")
    func clientKey() async throws {
        let files = try KeyFiles("client")
        let server = try Nginx(
            Loopback.setup.get().identity,
            settings: "ssl_client_certificate \(files.certificateFile); ssl_verify_client on;")
        let (number, text) = (try files.numberScan(), try files.textScan())
        try await ask(server, files, number)
        #expect(try number.count() == 0)
        #expect(try text.count() == 0)
    }

    private func ask(_ server: Nginx, _ files: KeyFiles, _ number: NumberScan) async throws {
        let (gone, tell) = AsyncStream<Void>.makeStream()
        do {
            let identity = ClientIdentity(certificatePEM: files.certificatePEM, key: try files.keyPEM())
            let transport = CurlTransport(
                trust: try Loopback.trust(), userAgent: nil, identity: identity, ended: { tell.finish() })
            let url = try #require(HTTPSURL("https://\(Loopback.host):\(server.port)/version"))
            #expect(try await transport.send(HTTPRequest(url: url), options: Loopback.patient).status == 200)
            #expect(try number.count() > 0)
        }
        // The engine's thread ends last.
        for await _ in gone {}
    }
}
