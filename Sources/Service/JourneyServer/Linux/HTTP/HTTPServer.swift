import CMicrohttpd
import Glibc
public import JourneyBase
import Synchronization

/// An `HTTPService` on a socket: HTTP/1.1 over TLS 1.2 or 1.3, on one thread that is also the service's executor.
///
/// A service sees only requests that are well formed, within the limits, and addressed to one of the server's names; the
/// rest is answered here: 400, 413, 414, 421, 431, 501, 505, and 503 when the service takes too long or too many bodies are
/// streamed.
public final class HTTPServer: Sendable {
    /// The port that it listens on.
    public let port: Int
    private let core: ServerCore

    private init(core: ServerCore, port: Int) {
        self.core = core
        self.port = port
    }

    deinit { HTTPServer.tell(core, grace: .zero) }

    /// Binds `host` (an IPv4 address) and starts to answer. A port of zero takes a free one.
    ///
    /// `names` are the host names that a request may be addressed to, in lower case, without the port; with this port, or
    /// with `publicPort`, where something before the server maps that to it. `readiness` answers
    /// `GET /ready`, and `GET /health` is answered as long as the server runs. `log` gets one line for each request, in which
    /// `requestLog` names client and caller. Throws `SERVER_ERROR` when the address is
    /// taken or certificate and key cannot be used.
    public static func start(
        service: any HTTPService, names: Set<String>, host: String = "127.0.0.1", port: Int = 0,
        publicPort: Int? = nil, tls: TLSIdentity,
        limits: ServerLimits = ServerLimits(), readiness: Readiness = Readiness(), log: Log = .silent,
        requestLog: RequestLogPolicy = RequestLogPolicy()
    ) async throws(JourneyError) -> HTTPServer {
        try start(
            ServerCore(
                service: service, names: names, publicPort: publicPort, limits: limits, readiness: readiness, log: log,
                requestLog: requestLog),
            host: host, port: port, tls: tls)
    }

    /// The same without TLS and on loopback only: to be measured beside other servers. Nothing else speaks plain HTTP.
    package static func startPlain(
        service: any HTTPService, name: String, limits: ServerLimits = ServerLimits()
    ) throws(JourneyError) -> HTTPServer {
        try start(
            ServerCore(service: service, names: [name], limits: limits, readiness: Readiness(), log: .silent),
            host: "127.0.0.1", port: 0, tls: nil)
    }

    private static func start(
        _ core: ServerCore, host: String, port: Int, tls: TLSIdentity?
    ) throws(JourneyError) -> HTTPServer {
        guard let number = UInt16(exactly: port) else {
            throw JourneyError(.serverError, "A port is a number from 0 to 65535.")
        }
        try core.open(host: host, port: number, tls: tls)
        guard let daemon = core.daemon else { throw JourneyError(.serverError, "The server did not start.") }
        let server = HTTPServer(core: core, port: Int(cmhd_port(daemon)))
        try launch(core)
        return server
    }

    /// Stops. At once, `/ready` is answered 503, event streams end, and connections close behind their answers; for
    /// `notice` the server still listens, so that whoever sends it clients sees that and stops; then requests under way
    /// have `grace` to end. Returns when nothing is left. A second call waits for the same end, and can make it
    /// come sooner.
    public func stop(notice: Duration = .zero, grace: Duration = .seconds(5)) async {
        HTTPServer.tell(core, notice: notice, grace: grace)
        await withCheckedContinuation { continuation in
            let isStopped = core.state.withLock { state in
                if !state.isStopped { state.waiters.append(continuation) }
                return state.isStopped
            }
            if isStopped { continuation.resume() }
        }
    }

    private static func tell(_ core: ServerCore, notice: Duration = .zero, grace: Duration) {
        core.readiness.beginStopping()
        core.state.withLock { state in
            let quiet = ContinuousClock.now + notice
            let stop = ServerCore.Stop(quiet: quiet, deadline: quiet + grace)
            guard let earlier = state.stop else { return state.stop = stop }
            state.stop?.quiet = min(earlier.quiet, stop.quiet)
            state.stop?.deadline = min(earlier.deadline, stop.deadline)
        }
        core.loop.ring()
    }

    private static func launch(_ core: ServerCore) throws(JourneyError) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(core)
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<ServerCore>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            throw JourneyError(.serverError, "The system gives no thread.")
        }
        pthread_detach(thread)
    }
}
