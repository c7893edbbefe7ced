import Foundation
import JourneyBase
import JourneyCrypto
import Testing

@testable import JourneyDevice

/// HTTP/2 with nginx as the server.
@Suite("HTTP/2", .enabled(if: Nginx.isInstalled, Comment(rawValue: Nginx.missing)))
struct HTTP2Tests {
    private let transport: CurlTransport

    init() throws { transport = CurlTransport(trust: try Loopback.trust(pins: [Loopback.setup.get().identity.pin])) }

    private func server(
        isHTTP2: Bool = true, settings: String = "", files: [String: [UInt8]] = [:]
    ) throws -> Nginx {
        try Nginx(Loopback.setup.get().identity, isHTTP2: isHTTP2, settings: settings, files: files)
    }

    private func url(_ server: Nginx, _ path: String) throws -> HTTPSURL {
        try #require(HTTPSURL("https://\(Loopback.host):\(server.port)\(path)"))
    }

    @Test("HTTP/2 is used where the server supports it, and HTTP/1.1 otherwise", arguments: [true, false])
    func negotiation(isHTTP2: Bool) async throws {
        let server = try server(isHTTP2: isHTTP2)
        let response = try await transport.send(HTTPRequest(url: url(server, "/version")), options: Loopback.patient)
        #expect(response.trace?.version == (isHTTP2 ? .http2 : .http11))
        #expect(String(decoding: response.body, as: UTF8.self).hasPrefix(isHTTP2 ? "HTTP/2.0" : "HTTP/1.1"))
        let again = try await transport.send(HTTPRequest(url: url(server, "/version")), options: Loopback.patient)
        #expect(again.trace?.isReused == true)
    }

    @Test(
        "64 concurrent requests share one connection, or a few where the server limits streams",
        arguments: [("", 1), ("http2_max_concurrent_streams 3;", 22)])
    func multiplexed(settings: String, most: Int) async throws {
        let server = try server(settings: settings)
        let request = HTTPRequest(url: try url(server, "/version"))
        let answers = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<64 {
                group.addTask {
                    let response = try await transport.send(request, options: Loopback.patient)
                    #expect(response.trace?.version == .http2)
                    return String(decoding: response.body, as: UTF8.self).split(separator: " ").dropFirst().first.map(
                        String.init) ?? ""
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        // nginx numbers its connections. Each carries three streams at a time, so 22 are enough, whatever is closed and reopened.
        #expect((1...most).contains(answers.count))
    }

    @Test("a connection closed with GOAWAY is replaced without losing a request")
    func goAway() async throws {
        let server = try server(settings: "keepalive_requests 10;")
        for _ in 0..<40 {
            #expect(
                try await transport.send(HTTPRequest(url: url(server, "/version")), options: Loopback.patient).status
                    == 200)
        }
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await transport.send(HTTPRequest(url: url(server, "/version")), options: Loopback.patient)
                        .status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 20))
    }

    @Test("large bodies stream both ways concurrently within their limits")
    func streams() async throws {
        let big = (0..<4_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let server = try server(
            settings: "location /put/ { dav_methods PUT; create_full_put_path on; }", files: ["big": big])
        let digest = SHA256.hash(big)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let response = try await transport.open(
                        HTTPRequest(url: url(server, "/big")), options: Loopback.patient)
                    #expect(try await SHA256.hash(response.stream?.collected(limit: 5_000_000) ?? []) == digest)
                }
            }
            try await group.waitForAll()
        }
        let over = HTTPOptions(timeout: .seconds(60), bodyLimit: 3_999_999)
        #expect(
            await Loopback.code {
                try await transport.send(HTTPRequest(url: url(server, "/big")), options: over).status
            } == "RESPONSE_TOO_LARGE")
        // A cancelled stream does not affect others.
        let dropped = try await transport.open(HTTPRequest(url: url(server, "/big")), options: Loopback.patient)
        dropped.stream?.cancel()
        #expect(
            try await transport.send(HTTPRequest(url: url(server, "/version")), options: Loopback.patient).trace?
                .isReused == true)
        for length in [2_000_000, nil] as [Int?] {
            let name = "/put/\(length ?? 0)"
            var put = HTTPRequest(method: .put, url: try url(server, name))
            put.stream = .produced(length: length) { pipe in
                for index in 0..<100 { try await pipe.write([UInt8](repeating: UInt8(index), count: 20_000)) }
            }
            let response = try await transport.send(put, options: Loopback.patient)
            #expect(response.status == 201 && response.trace?.sent == 2_000_000)
            let stored = try Data(contentsOf: URL(filePath: server.folder + "/files" + name))
            #expect(stored.count == 2_000_000 && stored.enumerated().allSatisfy { Int($1) == $0 / 20_000 })
        }
    }

    @Test("a requested client certificate is sent")
    func clientCertificate() async throws {
        let identity = try TestClient.make()
        let server = try server(
            settings:
                "ssl_client_certificate \(identity.file); ssl_verify_client on; location = /who { return 200 $ssl_client_s_dn; }"
        )
        let shown = CurlTransport(trust: try Loopback.trust(), identity: identity.identity)
        let answer = try await shown.send(HTTPRequest(url: url(server, "/who")), options: Loopback.patient)
        #expect(String(decoding: answer.body, as: UTF8.self) == "CN=client")
        #expect(
            try await transport.send(HTTPRequest(url: url(server, "/who")), options: Loopback.patient).status == 400)
    }
}
