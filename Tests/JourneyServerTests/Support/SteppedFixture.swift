import Glibc
import JourneyBase
import Synchronization

@testable import JourneyServer

/// A server and its clients on one thread, with a clock that only a test advances: what happens between two turns happens at once.
final class SteppedFixture {
    let server: SteppedServer
    private let lines: Lines
    private var sockets: [Int32] = []

    /// The lines of the request log.
    private final class Lines: Sendable {
        let entries = Mutex<[Log.Entry]>([])
    }

    init(
        _ service: any HTTPService, limits: ServerLimits = ServerLimits(), identities: [TLSIdentity] = []
    ) throws {
        if !identities.isEmpty { TLSPair.blockPipeSignal() }
        let lines = Lines()
        self.lines = lines
        server = try SteppedServer(
            service: service, name: "localhost", limits: limits, identities: identities,
            log: Log { entry in lines.entries.withLock { $0.append(entry) } })
    }

    deinit { for socket in sockets { close(socket) } }

    /// The status and code of each request that has ended.
    var ended: [[String]] {
        lines.entries.withLock { $0.map { [$0.fields[.status] ?? "", $0.fields[.code] ?? ""] } }
    }

    /// Connects a client, whose socket the fixture closes.
    func connect(isHTTP2: Bool = false) throws -> Int32 {
        guard let socket = server.connect(isHTTP2: isHTTP2) else { throw LoopbackSocket.Failure(what: "no socket") }
        sockets.append(socket)
        return socket
    }

    /// Sends `bytes`. Returns the number that the socket has taken.
    @discardableResult func send(_ bytes: [UInt8], on socket: Int32) -> Int {
        max(0, Glibc.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL)))
    }

    func send(_ text: String, on socket: Int32) { send(Array(text.utf8), on: socket) }

    /// Returns all that has come; `isEnded` says that no more will.
    func receive(on socket: Int32) -> (bytes: [UInt8], isEnded: Bool) {
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = recv(socket, &room, room.count, 0)
            guard count > 0 else { return (all, count == 0 || errno != EAGAIN) }
            all += room[..<count]
        }
    }

    /// Runs turns, taking what comes, until the server has nothing to do.
    func settle(_ socket: Int32) -> (bytes: [UInt8], isEnded: Bool) {
        var (all, isEnded) = receive(on: socket)
        for _ in 0..<200 {
            turn(2)
            let more = receive(on: socket)
            all += more.bytes
            isEnded = isEnded || more.isEnded
            if more.bytes.isEmpty { break }
        }
        return (all, isEnded)
    }

    func turn(_ count: Int = 4) { for _ in 0..<count { server.turn() } }

    /// Has `duration` pass, and what is due happen.
    func pass(_ duration: Duration) {
        server.advance(by: duration)
        turn()
    }
}
