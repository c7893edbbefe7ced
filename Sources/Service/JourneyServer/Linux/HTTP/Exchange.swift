import CMicrohttpd
import JourneyBase

/// One request and its response, from the request line to the last byte sent.
///
/// Unchecked, because the compiler cannot see who touches it: the library's callbacks and the tasks that prefer the loop as
/// their executor, all of which run on the loop's thread.
final class Exchange: @unchecked Sendable {
    enum Phase {
        /// Only the request line has been read.
        case started
        /// The head was accepted; the body is collected.
        case reading(limit: Int)
        /// The service has it, whole or while its body arrives.
        case handling
        /// To be sent when the library asks.
        case answered(HTTPResponse)
        /// Handed to the library, which sends it.
        case sent
    }

    /// A body that the service reads while it arrives.
    struct Upload {
        let pipe: HTTPBodyPipe
        let limit: Int
        var count = 0
        var isComplete = false
    }

    let id: String
    let target: RawTarget
    let connection: Connection
    let begin: ContinuousClock.Instant
    var phase = Phase.started
    /// The request's head, once it was accepted.
    var head: HTTPRequest?
    /// What has been collected.
    var body: [UInt8] = []
    var upload: Upload?
    /// Runs the service.
    var task: Task<Void, Never>?
    /// What sends a streamed response.
    var outgoing: OutgoingBody?
    var status = 0
    /// Why the request was refused or cut, as a stable code.
    var reason: String?
    /// Who made it, where a log is kept.
    var caller: RequestCaller?
    var bytesSent = 0
    /// Since when the service has had the whole request, or the client the response.
    var since: ContinuousClock.Instant

    init(id: String, target: RawTarget, connection: Connection, now: ContinuousClock.Instant) {
        begin = now
        since = now
        self.id = id
        self.target = target
        self.connection = connection
    }

    /// Takes the service's answer and wakes the connection. Only the first answer counts.
    func finish(_ response: HTTPResponse) {
        guard case .handling = phase else {
            response.stream?.cancel()
            return
        }
        phase = .answered(response)
        connection.wake()
    }
}

/// A request's target where the library keeps it, before it takes it apart.
struct RawTarget {
    /// What stands up to the first NUL; empty when that is no UTF-8.
    let text: String
    private let end: UInt

    init(_ start: UnsafePointer<CChar>) {
        var count = 0
        while start[count] != 0 { count += 1 }
        end = UInt(bitPattern: start) + UInt(count)
        text = String(validating: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self) ?? ""
    }

    /// Whether the request line goes on with `version` right after the target. The library ends a target at its first NUL,
    /// so that one that holds a NUL would be served as what stands before it.
    func ends(before version: UnsafePointer<CChar>) -> Bool { end + 1 == UInt(bitPattern: version) }
}
