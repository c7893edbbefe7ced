import CSystem
import Glibc
package import JourneyBase

/// A server without a thread and without listeners: connections are made by hand, and each call runs one turn. A fuzzer drives
/// whole connections with it, with the same result for the same bytes.
package final class SteppedServer {
    private let loop: ServerLoop
    private let listener: Listener

    /// Creates a server without listeners.
    ///
    /// - Parameters:
    ///   - service: Answers the requests. It must not wait for anything but their bodies.
    ///   - name: The name that requests have to ask for, at port 443.
    ///   - limits: Bounds and times.
    /// - Throws: `SERVER_ERROR` when the system has no event descriptors left.
    package init(service: any HTTPService, name: String, limits: ServerLimits) throws(JourneyError) {
        loop = try ServerLoop(ServerCore(service: service, limits: limits, readiness: Readiness(), log: .silent))
        listener = .none(name: name, limits: limits)
    }

    /// Makes a connection without TLS.
    ///
    /// - Parameter isHTTP2: `true` if both sides already know that it is HTTP/2.
    /// - Returns: The client's end, which doesn't block and which the caller closes; `nil` when the system has none left.
    package func connect(isHTTP2: Bool) -> Int32? {
        loop.events.adopt()
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        let verdict = loop.core.admission.admit(from: nil, isTrusted: false, isReserved: false, hasHandshake: false)
        guard case .admitted(let place) = verdict else { return nil }
        loop.take(Connection(ends[0], from: nil, place: place, listener: listener, loop: loop), isHTTP2: isHTTP2)
        return ends[1]
    }

    /// Goes on with whatever can go on, without waiting.
    package func turn() {
        loop.events.adopt()
        _ = loop.turn(mayWait: false)
    }

    /// `true` if no connection and no request is left, and none is counted.
    package var isEmpty: Bool { loop.isEmpty }
}
