import Foundation
import Glibc
import JourneyBase
import Synchronization
import Testing

@testable import JourneyDevice

/// Faults of servers and networks, and cancellations by callers.
struct CurlFaultTests {
    let transport: CurlTransport

    init() throws { transport = CurlTransport(trust: try Loopback.trust()) }

    private func code(_ server: RawTLSServer, _ options: HTTPOptions = Loopback.patient) async throws
        -> String
    {
        let request = try Loopback.request(server)
        return await Loopback.code {
            let response = try await transport.send(request, options: options)
            return "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
        }
    }

    @Test("a connection that is reset in the middle of a body is NET_UNREACHABLE", arguments: [true, false])
    func reset(chunked: Bool) async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            let head = chunked ? "Transfer-Encoding: chunked\r\n\r\n400\r\n" : "Content-Length: 1000\r\n\r\n"
            connection.write("HTTP/1.1 200 OK\r\n\(head)half")
            connection.closeWithReset()
        }
        #expect(try await code(server) == "NET_UNREACHABLE")
    }

    @Test("a body that trickles does not extend the deadline")
    func drip() async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
            while connection.write("x") { usleep(5_000) }
        }
        #expect(try await code(server, HTTPOptions(timeout: .milliseconds(300))) == "NET_TIMEOUT")
    }

    @Test("bytes after the declared length are dropped and do not become the next response")
    func smuggled() async throws {
        let server = try Loopback.server { connection in
            while connection.request() != nil {
                connection.write(
                    "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil")
            }
        }
        for _ in 0..<3 { #expect(try await code(server) == "no error: 200 ok") }
        #expect(server.connections == 3)
    }

    @Test(
        "malformed or ambiguous framing is refused",
        arguments: [
            "Transfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\nx",
            "Transfer-Encoding: chunked\r\n\r\n-5\r\nhello\r\n0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello0\r\n\r\n",
            "Content-Length: -1\r\n\r\n", "Content-Length: 5, 6\r\n\r\nhello!",
            "Content-Length: 99999999999999999999999\r\n\r\nx",
            "Content-Length: five\r\n\r\nhello", "Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
            "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "Content-Length: +5\r\n\r\nhello",
        ])
    func garbage(rest: String) async throws {
        let server = try Loopback.server { connection in
            guard connection.request() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\n\(rest)")
        }
        let code = try await code(server)
        #expect(["NET_UNREACHABLE", "RESPONSE_TOO_LARGE"].contains(code), "\(code)")
    }

    @Test("a compressed body that was not requested is returned without decompression")
    func compression() async throws {
        let server = try Loopback.server { connection in
            guard let request = connection.request(), !request.lowercased().contains("accept-encoding") else { return }
            connection.respond("\u{1F}packed", headers: ["Content-Encoding: gzip"])
        }
        #expect(try await code(server) == "no error: 200 \u{1F}packed")
    }

    @Test("a server that does not speak TLS ends in time")
    func noTLS() async throws {
        let deaf = try UnresponsiveListener()
        let url = try #require(HTTPSURL("https://\(Loopback.host):\(deaf.port)/"))
        let options = HTTPOptions(timeout: .milliseconds(200))
        let code = await Loopback.code { try await transport.send(HTTPRequest(url: url), options: options) }
        #expect(code == "NET_TIMEOUT")
    }

    @Test("an exchange can be cancelled during the TLS handshake, before the response, and within a body")
    func cancelled() async throws {
        let deaf = try UnresponsiveListener()
        let silent = try Loopback.server { connection in
            _ = connection.request()
            connection.waitForEnd()
        }
        let half = try Loopback.server { connection in
            _ = connection.request()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf")
            connection.waitForEnd()
        }
        for port in [deaf.port, silent.port, half.port] {
            let request = HTTPRequest(url: try #require(HTTPSURL("https://\(Loopback.host):\(port)/")))
            // At several times: before, during and after the first steps.
            for yields in [0, 1, 10, 200, 2_000] {
                let task = Task { await Loopback.code { try await transport.send(request, options: Loopback.patient) } }
                for _ in 0..<yields { await Task.yield() }
                task.cancel()
                #expect(await task.value == "CancellationError")
            }
        }
    }

    @Test("a hundred exchanges cancelled at random each end once, and the transport stays usable")
    func cancelStorm() async throws {
        let server = try Loopback.server()
        await withTaskGroup(of: Void.self) { group in
            for index in 0..<100 {
                group.addTask {
                    let task = Task {
                        try await transport.send(Loopback.request(server), options: Loopback.patient).status
                    }
                    for _ in 0..<(index * 7) % 97 { await Task.yield() }
                    task.cancel()
                    switch await task.result {
                    case .success(let status): #expect(status == 200)
                    case .failure(let error): #expect(error is CancellationError)
                    }
                }
            }
        }
        #expect(try await transport.send(Loopback.request(server), options: Loopback.patient).status == 200)
    }

    @Test("the trace's times are ordered, and its counts match the transferred bytes")
    func trace() async throws {
        let server = try Loopback.server { connection in
            while connection.request() != nil { connection.respond("four") }
        }
        var request = try Loopback.request(server, .put)
        request.body = [1, 2, 3]
        for isReused in [false, true] {
            let trace = try #require(try await transport.send(request, options: Loopback.patient).trace)
            let moments = [.zero, trace.named, trace.connected, trace.secured, trace.firstByte, trace.total]
            #expect(moments == moments.sorted())
            #expect(trace.sent == 3 && trace.received == 4 && trace.version == .http11 && trace.redirects == 0)
            #expect(trace.isReused == isReused)
        }
    }
}

/// Listens and never accepts: connections are established, and nothing is sent.
final class UnresponsiveListener: Sendable {
    let port: Int
    private let socket: Int32

    struct CannotListen: Error {}

    init() throws {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && listen(socket, 64) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        guard isListening else { throw CannotListen() }
        self.socket = socket
        port = Int(UInt16(bigEndian: address.sin_port))
    }

    deinit { close(socket) }
}
