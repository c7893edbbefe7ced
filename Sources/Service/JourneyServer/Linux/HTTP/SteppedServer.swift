import CSystem
import Glibc
package import JourneyBase

/// A server without a thread and without listeners: connections are made by hand, and each call runs one turn. A fuzzer drives
/// whole connections with it, with the same result for the same bytes.
package final class SteppedServer {
    /// The system's clock, ahead by what `advance` has added.
    private final class SkippingClock {
        var skipped = Duration.zero
        var now: ClockInstant { .now + skipped }
    }

    private let clock: SkippingClock
    private let loop: ServerLoop
    private let listener: Listener

    /// Creates a server without listeners.
    ///
    /// - Parameters:
    ///   - service: Answers the requests. It must not wait for anything but their bodies.
    ///   - name: The name that requests have to ask for, at port 443.
    ///   - limits: Bounds and times.
    ///   - identities: The certificates; without one, connections have no TLS.
    ///   - log: Gets one line for each request.
    /// - Throws: `SERVER_ERROR` when the system has no event descriptors left, and for certificates that can't be used.
    package init(
        service: any HTTPService, name: String, limits: ServerLimits, identities: [TLSIdentity] = [],
        log: Log = .silent
    ) throws(JourneyError) {
        let clock = SkippingClock()
        self.clock = clock
        let core = ServerCore(service: service, limits: limits, readiness: Readiness(), log: log)
        loop = try ServerLoop(core) { clock.now }
        let tls = identities.isEmpty ? nil : try ServerIdentity(identities, clients: nil)
        listener = .none(name: name, limits: limits, tls: tls)
    }

    deinit {
        loop.events.adopt()
        loop.closeConnections()
    }

    /// Makes a connection.
    ///
    /// - Parameter isHTTP2: `true` if both sides already know that it is HTTP/2.
    /// - Returns: The client's end, which doesn't block and which the caller closes; `nil` when the system has none left.
    package func connect(isHTTP2: Bool) -> Int32? {
        loop.events.adopt()
        var ends: [Int32] = [0, 0]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        let verdict = loop.core.admission.admit(
            from: nil, isTrusted: false, isReserved: false, hasHandshake: listener.tls != nil)
        guard case .admitted(let place) = verdict else { return nil }
        loop.take(Connection(ends[0], from: nil, place: place, listener: listener, loop: loop), isHTTP2: isHTTP2)
        return ends[1]
    }

    /// Goes on with whatever can go on, without waiting.
    package func turn() {
        loop.events.adopt()
        _ = loop.turn(mayWait: false)
    }

    /// Has `duration` pass for the server: the next turn finds what is due by then.
    package func advance(by duration: Duration) { clock.skipped += duration }

    /// `true` if no connection and no request is left, and none is counted.
    package var isEmpty: Bool { loop.isEmpty }
}
