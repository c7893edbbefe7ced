import Glibc
import JourneyBase
import JourneyServer

/// Counts the memory blocks of one request, and those of one that is twice as long: none may belong to a byte.
enum ServerAllocationCase {
    /// The blocks that the longer one may have more: memory that grows by doubling does so once more.
    private static let more = 2

    @Sendable static func figures(_ bench: Workbench) async throws -> [Measurement] {
        let service = Router([
            Route(.get, "/") { _, _ in HTTPResponse(status: 204) },
            Route(.post, "/whole") { _, _ in HTTPResponse(status: 204) },
            Route(.post, "/streamed", body: .streamed(limit: 1 << 20)) { request, _ in
                do { if let stream = request.stream { for try await _ in stream {} } } catch {}
                return HTTPResponse(status: 204)
            },
        ])
        let limits = ServerLimits(requestsPerConnection: .max)
        let server = try SteppedServer(service: service, name: "bank.example", limits: limits)
        guard let socket = server.connect(isHTTP2: false) else { throw BenchError(what: "No socket is left.") }
        defer { close(socket) }
        return try requests.map { name, request in
            func exchange(_ count: Int) throws -> () throws -> Void {
                let bytes = request(count)
                return { try ServerAllocationCase.exchange(bytes, with: server, over: socket) }
            }
            return Measurement(
                "server, \(name), allocations", floor: "half as many bytes",
                try Allocations.compare(floor: exchange(10_000), ours: exchange(20_000)), unit: .allocations,
                aim: .more(Double(more)))
        }
    }

    /// Requests of so many bytes.
    private static var requests: [(String, (Int) -> [UInt8])] {
        [
            ("a header field", { Array("GET / HTTP/1.1\r\nHost: bank.example\r\nX-Long: \(text($0))\r\n\r\n".utf8) }),
            ("a collected body", { head("/whole", "Content-Length: \($0)") + Array(text($0).utf8) }),
            ("a collected body in chunks", { head("/whole", chunked) + Array(chunks($0).utf8) }),
            ("a streamed body", { head("/streamed", "Content-Length: \($0)") + Array(text($0).utf8) }),
        ]
    }

    private static let chunked = "Transfer-Encoding: chunked"

    private static func head(_ path: String, _ field: String) -> [UInt8] {
        Array("POST \(path) HTTP/1.1\r\nHost: bank.example\r\n\(field)\r\n\r\n".utf8)
    }

    private static func text(_ count: Int) -> String { String(repeating: "b", count: count) }

    /// One chunk, so that only its bytes become more.
    private static func chunks(_ count: Int) -> String {
        "\(String(count, radix: 16))\r\n\(text(count))\r\n0\r\n\r\n"
    }

    private static func exchange(_ bytes: [UInt8], with server: SteppedServer, over socket: Int32) throws {
        guard send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw BenchError(what: "The socket does not hold the request.")
        }
        try withUnsafeTemporaryAllocation(byteCount: 4_096, alignment: 1) { room in
            for _ in 0..<100 {
                server.turn()
                let count = recv(socket, room.baseAddress, room.count, 0)
                guard count < 0 else {
                    let isGood = room.prefix(count).starts(with: "HTTP/1.1 204 ".utf8)
                    guard isGood else { throw BenchError(what: "The server did not answer 204.") }
                    return
                }
            }
            throw BenchError(what: "The server did not answer.")
        }
    }
}
