import Foundation
import JourneyHarness
import TestSupport

/// A private HAProxy that forwards every connection to `backend`, with a PROXY header of version 2.
struct HAProxy {
    /// The path at which Debian installs it.
    static let program = "/usr/sbin/haproxy"
    static let isInstalled = FileManager.default.isExecutableFile(atPath: program)
    static let missing = "HAProxy is not installed: `make test` installs haproxy"

    /// The socket that receives the forwarded connections. The first one is HAProxy's health check at its start.
    let backend: LoopbackSocket
    /// The listening port, on the loopback addresses of IPv4 and, if available, IPv6.
    let port: Int
    /// The port whose header has more than addresses: a checksum and an id of the connection.
    let optionsPort: Int
    /// The path of its Unix socket.
    let path: String

    /// Starts an HAProxy for `body` and ends it.
    static func visit(_ body: (HAProxy) async throws -> Void) async throws {
        let scratch = try Scratch()
        let backend = try LoopbackSocket(listeningOn: "127.0.0.1")
        let proxy = HAProxy(
            backend: backend, port: try FreePort.take(), optionsPort: try FreePort.take(), path: scratch.path + "/s")
        let file = try scratch.write(try proxy.configuration(), "haproxy.cfg")
        let process = try ChildProcess(program, ["-db", "-q", "-f", file], log: scratch.path + "/log")
        do { try await body(proxy) } catch {
            await process.end()
            throw error
        }
        await process.end()
    }

    private func configuration() throws -> String {
        """
        global
            maxconn 64
        defaults
            mode tcp
            timeout connect 10s
            timeout client 10s
            timeout server 10s
        listen plain
            bind 127.0.0.1:\(port)
            \(LoopbackSocket.hasIPv6 ? "bind ::1:\(port)" : "")
            bind \(path)
            # A check without an answer would be reset, and its header lost with it.
            option tcp-check
            tcp-check connect send-proxy
            tcp-check expect string ok
            server backend 127.0.0.1:\(try backend.port) send-proxy-v2 check inter 3600s
        listen options
            bind 127.0.0.1:\(optionsPort)
            unique-id-format %{+X}o\\ %ci
            server backend 127.0.0.1:\(try backend.port) send-proxy-v2 proxy-v2-options crc32c,unique-id

        """
    }
}
