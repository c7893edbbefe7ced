import CMicrohttpd
import JourneyBase
import Synchronization

/// One request and its response, from the request line to the last byte sent.
final class Exchange: Sendable {
    enum Phase {
        /// Only the request line has been read.
        case started
        /// The head was accepted; the body arrives.
        case reading(RequestHead, [UInt8])
        /// The service has it. `isParked` while the connection is suspended.
        case handling(Task<Void, Never>?, isParked: Bool)
        /// To be sent when the library asks.
        case answered(HTTPResponse)
        /// Handed to the library, which sends it.
        case sent(status: Int, since: ContinuousClock.Instant)
    }

    let id: Int
    let target: String
    let begin = ContinuousClock.now
    let phase = Mutex(Phase.started)
    // Used by the loop's thread only, and only until the library says that the request is complete.
    nonisolated(unsafe) let connection: OpaquePointer

    init(id: Int, target: String, connection: OpaquePointer) {
        self.id = id
        self.target = target
        self.connection = connection
    }

    /// Takes the service's answer and wakes the connection. Only the first answer counts.
    func finish(_ response: HTTPResponse) {
        let isParked = phase.withLock { phase -> Bool in
            guard case .handling(_, let isParked) = phase else { return false }
            phase = .answered(response)
            return isParked
        }
        if isParked { MHD_resume_connection(connection) }
    }
}
