import Foundation
import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// Redirects over real servers.
struct CurlRedirectTests {
    let transport: CurlTransport

    init() throws { transport = CurlTransport(trust: try Loopback.trust()) }

    /// Starts a server that answers each path with a redirect to `target(path)`, or with the request itself where that is `nil`.
    private func server(status: Int = 302, _ target: @escaping @Sendable (String) -> String?) throws -> RawTLSServer {
        try Loopback.server { connection in
            while let request = connection.request() {
                let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
                if let location = target(path) {
                    connection.respond("moved", status: "\(status) Moved", headers: ["Location: \(location)"])
                } else {
                    connection.respond(request)
                }
            }
        }
    }

    @Test("same-origin redirects are followed over one connection and counted")
    func followed() async throws {
        let server = try server { ["/1": "/2", "/2": "./3?x#y"][$0] }
        let options = HTTPOptions(redirects: .sameOrigin())
        let response = try await transport.send(Loopback.request(server, path: "/1"), options: options)
        #expect(String(decoding: response.body, as: UTF8.self).hasPrefix("GET /3?x HTTP/1.1"))
        #expect(response.trace?.redirects == 2 && response.trace?.isReused == true)
        #expect(server.connections == 1)
        let opened = try await transport.open(Loopback.request(server, path: "/1"), options: options)
        let body = try await opened.stream?.collected(limit: 10_000) ?? []
        #expect(String(decoding: body, as: UTF8.self).hasPrefix("GET /3?x HTTP/1.1"))
    }

    @Test("a redirect loop ends at the limit with the redirect as the response")
    func loop() async throws {
        let asked = Mutex(0)
        let server = try server { _ in
            asked.withLock { $0 += 1 }
            return "/again"
        }
        let options = HTTPOptions(redirects: .sameOrigin(limit: 3))
        #expect(try await transport.send(Loopback.request(server), options: options).status == 302)
        #expect(asked.withLock { $0 } == 4)
    }

    @Test("a redirect to another origin gets no credentials, and is not followed unless listed")
    func elsewhere() async throws {
        let away = try server { _ in nil }
        let home = try server { _ in "https://\(Loopback.host):\(away.port)/landed" }
        let request = try Loopback.request(
            home, headers: ["Authorization": "Bearer secret", "X-Idempotency-Key": "k", "Accept": "text/plain"])
        let stays = try await transport.send(request, options: HTTPOptions(redirects: .sameOrigin()))
        #expect(stays.status == 302 && away.connections == 0)
        let origin = try Loopback.origin(away)
        let goes = try await transport.send(request, options: HTTPOptions(redirects: .origins([origin])))
        let text = String(decoding: goes.body, as: UTF8.self)
        #expect(text.hasPrefix("GET /landed") && text.contains("Accept: text/plain"))
        #expect(!text.contains("secret") && !text.lowercased().contains("idempotency"))
    }

    @Test("all redirects share the timeout of one exchange")
    func deadline() async throws {
        let server = try server { _ in
            usleep(60_000)
            return "/again"
        }
        let options = HTTPOptions(timeout: .milliseconds(250), redirects: .sameOrigin(limit: 1_000))
        #expect(
            await Loopback.code { try await transport.send(Loopback.request(server), options: options) }
                == "NET_TIMEOUT")
    }
}
