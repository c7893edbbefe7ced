import CSystem
import Glibc
public import JourneyBase
import Synchronization

/// An `HTTPService` on sockets: HTTP/1.1 and HTTP/2 over TLS 1.2 or 1.3, on one thread for each core, which are also the service's
/// executors.
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

    /// Binds `host` (an IPv4 or IPv6 address) and starts to answer. A port of zero takes a free one.
    ///
    /// `names` are the host names that a request may be addressed to, in lower case, without the port; with this port, or
    /// with `publicPort`, where something before the server maps that to it. `readiness` answers
    /// `GET /ready`, and `GET /health` is answered as long as the server runs. `log` gets one line for each request, in which
    /// `requestLog` names client and caller. `loops` is the number of threads, or `nil` for one for each core.
    /// Throws `SERVER_ERROR` when the address is taken or certificate and key cannot be used.
    public static func start(
        service: any HTTPService, names: Set<String>, host: String = "127.0.0.1", port: Int = 0,
        publicPort: Int? = nil, tls: TLSIdentity,
        limits: ServerLimits = ServerLimits(), readiness: Readiness = Readiness(), log: Log = .silent,
        requestLog: RequestLogPolicy = RequestLogPolicy(), loops: Int? = nil
    ) async throws(JourneyError) -> HTTPServer {
        let core = ServerCore(
            service: service, limits: limits, readiness: readiness, log: log, requestLog: requestLog)
        let identity = try ServerIdentity([tls], hasHTTP2: false)
        return try start(
            core, host: host, port: port, publicPort: publicPort, names: names, tls: identity, loops: loops)
    }

    /// The same without TLS and on loopback only: to be measured beside other servers.
    package static func startPlain(
        service: any HTTPService, name: String, limits: ServerLimits = ServerLimits(), loops: Int? = 1
    ) throws(JourneyError) -> HTTPServer {
        let core = ServerCore(service: service, limits: limits, readiness: Readiness(), log: .silent)
        return try start(
            core, host: "127.0.0.1", port: 0, publicPort: nil, names: [name], tls: nil, loops: loops)
    }

    private static func start(
        _ core: ServerCore, host: String, port: Int, publicPort: Int?, names: Set<String>, tls: ServerIdentity?,
        loops: Int?
    ) throws(JourneyError) -> HTTPServer {
        guard let number = UInt16(exactly: port) else {
            throw JourneyError(.serverError, "A port is a number from 0 to 65535.")
        }
        let bound = try Listener.bind(host: host, port: number)
        let rules = RequestHead.Rules(names: names, port: bound.port, publicPort: publicPort, limits: core.limits)
        try run(core, [Listener(descriptor: bound.descriptor, port: bound.port, rules: rules, tls: tls)], loops)
        return HTTPServer(core: core, port: bound.port)
    }

    private static func run(_ core: ServerCore, _ listeners: [Listener], _ count: Int?) throws(JourneyError) {
        var loops: [ServerLoop] = []
        for _ in 0..<max(1, count ?? Processors.count) { loops.append(try ServerLoop(core)) }
        let all = loops
        core.state.withLock { state in
            state.loops = all
            state.running = all.count
        }
        try all[0].accept(from: listeners)
        for loop in all { try launch(loop) }
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
        core.ringAll()
    }

    private static func launch(_ loop: ServerLoop) throws(JourneyError) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(loop)
        let status = pthread_create(
            &thread, nil,
            { context in
                if let context { Unmanaged<ServerLoop>.fromOpaque(context).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard status == 0 else {
            box.release()
            throw JourneyError(.serverError, "The system gives no thread.")
        }
        pthread_detach(thread)
    }
}
