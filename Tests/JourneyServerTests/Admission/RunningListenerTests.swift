import Foundation
import Glibc
import JourneyBase
import JourneyCrypto
import Synchronization
import TestSupport
import Testing

@testable import JourneyServer

@Suite("Listeners of a running server", .timeLimit(.minutes(10)))
struct RunningListenerTests {
    private let fixture: ListenerFixture

    init() throws { fixture = try ListenerFixture() }

    /// Sends a request without TLS as the connection's last. Returns the status line.
    private static func ask(_ socket: LoopbackSocket, _ path: String = "/", _ fields: [String] = []) throws -> String {
        try socket.send(ListenerFixture.request(path, fields + ["Connection: close"]))
        return String(try socket.rest().prefix { $0 != "\r\n" })
    }

    // MARK: Unix sockets

    @Test("a Unix socket has its mode, and its file is removed when the server stops", arguments: [0o600, 0o660])
    func unixSocket(mode: Int) async throws {
        let folder = try Scratch()
        let path = folder.path + "/http.sock"
        func status() -> stat? {
            var information = stat()
            return lstat(path, &information) == 0 ? information : nil
        }
        let listener = try ServerListener(.unix(path: path, mode: UInt32(mode)), identities: [])
        try await fixture.visit([listener]) { server async throws in
            #expect(server.ports == [0])
            #expect(status().map { $0.st_mode & 0o7777 } == mode_t(mode))
            let answer = try await blocking { try Self.ask(LoopbackSocket(connectingTo: path)) }
            #expect(answer == "HTTP/1.1 204 No Content")
        }
        #expect(status() == nil)
        #expect(fixture.logged.map { $0[.address] } == ["unix"])
    }

    @Test("a socket left by an earlier server is replaced; one in use, or a regular file, is kept")
    func unixLeftovers() async throws {
        let folder = try Scratch()
        let path = folder.path + "/http.sock"
        let listener = try ServerListener(.unix(path: path, mode: 0o600), identities: [])
        // As a killed process leaves it: bound, and nobody listens.
        let left = try await blocking { () -> Int32 in
            let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            defer { close(socket) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            }
        }
        #expect(left == 0)
        try await fixture.visit([listener]) { _ async throws in
            let answer = try await blocking { try Self.ask(LoopbackSocket(connectingTo: path)) }
            #expect(answer == "HTTP/1.1 204 No Content")
            let error = await #expect(throws: JourneyError.self) { try await fixture.visit([listener]) { _ in } }
            #expect(error?.code == .serverError)
            // The first server's socket is still its own.
            #expect(
                try await blocking { try Self.ask(LoopbackSocket(connectingTo: path)) } == "HTTP/1.1 204 No Content")
        }
        _ = try folder.write("mine", "http.sock")
        await #expect(throws: JourneyError.self) { try await fixture.visit([listener]) { _ in } }
        #expect(try folder.read("http.sock") == Array("mine".utf8))
    }

    // MARK: IPv6

    @Test("an IPv6 listener answers only IPv6, and the address is logged", .enabled(if: LoopbackSocket.hasIPv6))
    func version6() async throws {
        // Another program may listen at the same number over IPv4, so a second port is tried. A listener that answers both would be
        // reached at each.
        var isRefused = false
        for _ in 0..<5 where !isRefused {
            let listener = try ServerListener(.host("::1", port: 0), identities: [fixture.identity])
            isRefused = try await refusesVersion4(listener)
        }
        #expect(isRefused)
        #expect(Set(fixture.logged.map { $0[.address] }) == ["::1"])
    }

    /// Calls `listener` over IPv6, and returns `true` if nothing answers at its port over IPv4.
    private func refusesVersion4(_ listener: ServerListener) async throws -> Bool {
        let isRefused = Mutex(false)
        try await fixture.visit([listener]) { [fixture] server async throws in
            let port = server.port
            let status = try await blocking {
                let client = try fixture.client(over: LoopbackSocket(connectingTo: "::1", port: port))
                try client.send(ListenerFixture.request())
                return try client.answer()?.status
            }
            #expect(status == 204)
            let other = try? LoopbackSocket(connectingTo: "127.0.0.1", port: port)
            isRefused.withLock { $0 = other == nil }
        }
        return isRefused.withLock { $0 }
    }

    // MARK: Health

    @Test("the health listener answers while all other places are taken, and serves only health")
    func healthOnly() async throws {
        let gate = Gate()
        let service = ClosureService { _ in
            await gate.wait()
            return HTTPResponse(status: 204)
        }
        let listeners = [
            try ServerListener(.host("127.0.0.1", port: 0), identities: []),
            try ServerListener(.host("127.0.0.1", port: 0), identities: [], isHealthOnly: true),
        ]
        try await fixture.visit(listeners, service, limits: ServerLimits(connections: 2)) { server async throws in
            let (port, health) = (server.ports[0], server.ports[1])
            let held = try await blocking {
                try (0..<2).map { _ in
                    let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port)
                    try socket.send(ListenerFixture.request("/", ["Connection: close"]))
                    return socket
                }
            }
            await gate.arrived(2)
            // It waits in the system's queue, because neither of the two can be closed for it.
            let waiting = try await blocking { () -> LoopbackSocket in
                let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port)
                try socket.send(ListenerFixture.request("/", ["Connection: close"]))
                return socket
            }
            for (path, status) in [
                ("/health", "HTTP/1.1 200 OK"), ("/ready", "HTTP/1.1 200 OK"), ("/", "HTTP/1.1 404 Not Found"),
            ] {
                let answer = try await blocking {
                    try Self.ask(LoopbackSocket(connectingTo: "127.0.0.1", port: health), path)
                }
                #expect(answer == status)
            }
            await gate.open()
            for socket in held + [waiting] {
                #expect(try await blocking { try socket.rest() }.hasPrefix("HTTP/1.1 204 "))
            }
        }
    }

    // MARK: Client certificates

    @Test("one listener requires client certificates and passes them to the service, another does not")
    func mutual() async throws {
        let shown = Mutex<[[UInt8]?]>([])
        let service = ClosureService { _ in
            shown.withLock { $0.append(ClientCertificates.shown) }
            return HTTPResponse(status: 204)
        }
        let partner = try fixture.client("partner")
        let stranger = try ListenerFixture().client("partner")
        let listeners = [
            try ServerListener(.host("127.0.0.1", port: 0), identities: [fixture.identity]),
            try ServerListener(
                .host("127.0.0.1", port: 0), identities: [fixture.identity],
                clientCertificates: .init(authoritiesPEM: fixture.authority.identity.certificatePEM)),
        ]
        try await fixture.visit(listeners, service) { [fixture] server async throws in
            func ask(_ port: Int, _ identity: TLSIdentity?) async throws -> Int? {
                try await blocking {
                    let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port)
                    // In TLS 1.3 the client learns of a refusal with its first read.
                    guard let client = try? fixture.client(over: socket, identity: identity) else { return nil }
                    do { try client.send(ListenerFixture.request()) } catch { return nil }
                    return try client.answer()?.status
                }
            }
            #expect(try await ask(server.ports[0], partner) == 204)
            #expect(try await ask(server.ports[0], nil) == 204)
            #expect(try await ask(server.ports[1], partner) == 204)
            #expect(try await ask(server.ports[1], nil) == nil)
            #expect(try await ask(server.ports[1], stranger) == nil)
        }
        let certificate = try #require(Certificate.list(pem: partner.certificatePEM).first).encoded
        #expect(shown.withLock(\.self) == [nil, nil, certificate])
    }

    // MARK: Proxies

    /// A header of the PROXY protocol for a client at `address` (proxy-protocol.txt, section 2.2).
    private static func proxyHeader(_ address: [UInt8]?) -> [UInt8] {
        let signature: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A]
        guard let address else { return signature + [0x20, 0, 0, 0] }
        return signature + [0x21, 0x11, 0, 12] + address + [127, 0, 0, 1, 0x20, 0, 0x01, 0xBB]
    }

    private static func proxies(_ way: TrustedProxies.ForwardingMethod) throws -> TrustedProxies {
        TrustedProxies([try #require(AddressBlock("127.0.0.2"))], way: way)
    }

    @Test("a PROXY header before TLS names a trusted peer's client, and closes any other peer's connection")
    func proxyProtocol() async throws {
        let listener = try ServerListener(
            .host("127.0.0.1", port: 0), identities: [fixture.identity], proxies: try Self.proxies(.proxyV2))
        try await fixture.visit([listener], limits: ServerLimits(connectionsPerAddress: 2)) {
            [fixture] server async throws in
            let port = server.port
            @Sendable func connect(_ source: String, _ header: [UInt8]?) throws -> RawClient {
                let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port, from: source)
                if let header { try socket.send(header) }
                let client = try fixture.client(over: socket)
                try client.send(ListenerFixture.request())
                guard try client.answer()?.status == 204 else { throw RawClient.Failure(what: "status") }
                return client
            }
            let (first, second): ([UInt8], [UInt8]) = ([203, 0, 113, 7], [203, 0, 113, 8])
            try await blocking {
                var held = [
                    try connect("127.0.0.2", Self.proxyHeader(first)),
                    try connect("127.0.0.2", Self.proxyHeader(first)),
                ]
                // The address that the header names has its share.
                #expect((try? connect("127.0.0.2", Self.proxyHeader(first))) == nil)
                // Others of the same proxy have theirs, and so has the proxy for its own checks.
                held.append(try connect("127.0.0.2", Self.proxyHeader(second)))
                for _ in 0..<3 { held.append(try connect("127.0.0.2", Self.proxyHeader(nil))) }
                // Required of trusted peers, and refused from all others.
                #expect((try? connect("127.0.0.2", nil)) == nil)
                #expect((try? connect("127.0.0.1", Self.proxyHeader(second))) == nil)
                held.append(try connect("127.0.0.1", nil))
                withExtendedLifetime(held) {}
            }
        }
        let found = fixture.logged.compactMap { $0[.address] }
        #expect(
            found == ["203.0.113.7", "203.0.113.7", "203.0.113.8"] + Array(repeating: "127.0.0.2", count: 3) + [
                "127.0.0.1"
            ])
    }

    @Test(
        "a trusted peer's field names the client in the log, and no other field or peer does",
        arguments: [TrustedProxies.ForwardingMethod.forwarded, .xForwardedFor])
    func forwardingFields(way: TrustedProxies.ForwardingMethod) async throws {
        let listener = try ServerListener(
            .host("127.0.0.1", port: 0), identities: [], proxies: try Self.proxies(way))
        let fields = ["Forwarded: for=198.51.100.1, for=203.0.113.7", "X-Forwarded-For: 198.51.100.1, 203.0.113.8"]
        try await fixture.visit([listener]) { server async throws in
            let port = server.port
            try await blocking {
                for (source, fields) in [("127.0.0.2", fields), ("127.0.0.1", fields), ("127.0.0.2", [])] {
                    let socket = try LoopbackSocket(connectingTo: "127.0.0.1", port: port, from: source)
                    #expect(try Self.ask(socket, "/", fields) == "HTTP/1.1 204 No Content")
                }
            }
        }
        let named = way == .forwarded ? "203.0.113.7" : "203.0.113.8"
        #expect(fixture.logged.map { $0[.address] } == [named, "127.0.0.1", "127.0.0.2"])
    }

    // MARK: Loops

    @Test("connections are spread over the configured number of event loops", arguments: [1, 3])
    func loops(count: Int) async throws {
        let threads = Mutex<Set<UInt>>([])
        let service = ClosureService { _ in
            threads.withLock { _ = $0.insert(UInt(pthread_self())) }
            return HTTPResponse(status: 204)
        }
        let listener = try ServerListener(.host("127.0.0.1", port: 0), identities: [])
        try await fixture.visit([listener], service, loops: count) { server async throws in
            let port = server.port
            try await blocking {
                let sockets = try (0..<9).map { _ in try LoopbackSocket(connectingTo: "127.0.0.1", port: port) }
                for socket in sockets { #expect(try Self.ask(socket) == "HTTP/1.1 204 No Content") }
            }
        }
        #expect(threads.withLock(\.count) == count)
    }
}
