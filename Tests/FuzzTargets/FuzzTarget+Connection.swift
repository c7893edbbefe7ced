import Glibc
import JourneyBase
import JourneyServer

extension FuzzTarget {
    /// A whole connection in memory: the server's output is well-formed and arrives in bounded time, and nothing remains
    /// afterwards. The first byte selects HTTP/2 and a client that leaves without waiting; the next two how the bytes are split.
    static let connection = FuzzTarget("connection", seeds: connections) { input in
        guard input.count >= 3, let server = ConnectionTrial.shared else { return }
        let trial = ConnectionTrial(server: server, isHTTP2: input[0] & 1 == 1, leavesEarly: input[0] & 2 == 2)
        trial.run(Array(input[3...]), split: UInt64(input[1]) << 8 | UInt64(input[2]))
    }

    private static let connections: [[UInt8]] = {
        let one = [
            "GET / HTTP/1.1\r\nHost: bank.example\r\n\r\n",
            "POST /whole HTTP/1.1\r\nHost: bank.example\r\nContent-Length: 5\r\n\r\nhelloGET /pieces HTTP/1.0\r\nHost: bank.example\r\n\r\n",
            "POST /streamed HTTP/1.1\r\nHost: bank.example\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
            "HEAD /pieces HTTP/1.1\r\nHost: bank.example\r\n\r\nGET /pieces HTTP/1.1\r\nHost: bank.example\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: other.example\r\n\r\n",
        ].map { [0, 0, 9] + Array($0.utf8) }
        // The preface, SETTINGS, and GET / or POST /streamed with five bytes (RFC 9113, sections 3.4 and 6; RFC 7541).
        let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        let authority = [0x41, 0x0c] + Array("bank.example".utf8)
        let get = [0x82, 0x84, 0x87] + authority
        let post = [0x83, 0x04, 0x09] + Array("/streamed".utf8) + [0x87] + authority
        func frame(_ type: UInt8, _ flags: UInt8, _ payload: [UInt8]) -> [UInt8] {
            [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), type, flags, 0, 0, 0, 1] + payload
        }
        let two = [
            preface + frame(1, 5, get),
            preface + frame(1, 4, post) + frame(0, 1, Array("hello".utf8)) + [0, 0, 8, 6, 0, 0, 0, 0, 0]
                + Array("01234567".utf8),
            preface + frame(1, 4, post) + frame(3, 0, [0, 0, 0, 8]),
        ]
        return one + two.map { [1, 0, 9] + $0 } + two.map { [3, 1, 7] + $0 }
    }()
}

/// One connection of a fuzzer.
private struct ConnectionTrial {
    // The fuzzer has one thread.
    nonisolated(unsafe) static let shared = try? SteppedServer(
        service: Router([
            Route(.get, "/") { _, _ in .json(["answer": true]) },
            Route(.post, "/whole") { request, _ in
                HTTPResponse(status: 200, body: Array(String(request.body.count).utf8))
            },
            Route(.post, "/streamed", body: .streamed(limit: 2_000)) { request, _ in
                let body = try? await request.stream?.collected(limit: 2_000)
                return HTTPResponse(status: body == nil ? 400 : 200)
            },
            Route(.get, "/pieces") { _, _ in
                HTTPResponse(
                    status: 200,
                    stream: .produced { pipe in
                        for _ in 0..<3 { try await pipe.write([UInt8](repeating: 0x79, count: 700)) }
                    })
            },
        ]), name: "bank.example", limits: ServerLimits(body: 2_000, target: 200, head: 1_000, fields: 12))

    let server: SteppedServer
    let isHTTP2: Bool
    let leavesEarly: Bool

    /// The maximum number of turns for a connection's bytes, and for its end.
    private static let mostTurns = 2_000

    func run(_ bytes: [UInt8], split: UInt64) {
        guard let socket = server.connect(isHTTP2: isHTTP2) else { preconditionFailure("no socket") }
        var answer: [UInt8] = []
        var isOpen = true
        var state = split
        var position = 0
        while position < bytes.count, isOpen {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let end = min(bytes.count, position + 1 + Int(state >> 40 % 900))
            let count = bytes[position..<end].withUnsafeBytes {
                send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { position += count }
            server.turn()
            isOpen = receive(from: socket, into: &answer) && (count >= 0 || errno == EAGAIN)
        }
        if leavesEarly {
            close(socket)
        } else {
            shutdown(socket, Int32(SHUT_WR))
            var turns = 0
            while receive(from: socket, into: &answer) {
                server.turn()
                turns += 1
                promise(turns < Self.mostTurns, "a connection ends")
            }
            close(socket)
            if isHTTP2 { checkFrames(answer) } else { checkResponses(answer) }
        }
        var turns = 0
        while !server.isEmpty {
            server.turn()
            turns += 1
            promise(turns < Self.mostTurns, "nothing is left of a connection")
        }
    }

    /// Receives output. Returns `true` if more may follow.
    private func receive(from socket: Int32, into answer: inout [UInt8]) -> Bool {
        var room = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { return count < 0 && errno == EAGAIN }
            answer += room[..<count]
        }
    }

    /// Checks that there are whole frames only, of the default maximum size (RFC 9113, section 4.1).
    private func checkFrames(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while rest.count >= 9 {
            let length = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
            promise(length <= 16_384, "a frame has a size that everybody takes")
            promise(rest.count >= 9 + length, "a frame is whole")
            rest = rest.dropFirst(9 + length)
        }
        promise(rest.isEmpty, "a frame's head is whole")
    }

    /// Checks that each head starts with a status line, and that nothing follows a response that ends the connection.
    private func checkResponses(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        promise(text.isEmpty || text.hasPrefix("HTTP/1.1 "), "a response begins with its status line")
        // A status line and the lines after it; no body here contains one.
        let parts = text.split(separator: /HTTP\/1\.1 (?=[1-5][0-9][0-9] )/)
        for (index, part) in parts.enumerated() {
            let status = Int(part.prefix(3)) ?? 0
            promise(
                [100, 200, 400, 404, 405, 408, 411, 413, 414, 415, 417, 421, 431, 500, 501, 503, 505].contains(status),
                "a status is known")
            let ends = part.contains("\r\nConnection: close\r\n")
            promise(!ends || index == parts.count - 1, "nothing follows the last response")
        }
    }
}
