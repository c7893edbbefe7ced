import CMicrohttpd
import Glibc
public import JourneyBase
import Synchronization

/// An `HTTPService` on a socket: HTTP/1.1 over TLS 1.2 or 1.3, on one thread that is also the service's executor.
///
/// A service sees only requests that are well formed, within the limits, and addressed to one of the server's names; the
/// rest is answered here: 400, 413, 414, 421, 431, 501, and 503 when the service takes too long.
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
    /// `names` are the host names that a request may be addressed to, in lower case, without the port. Throws
    /// `SERVER_ERROR` when the address is taken or certificate and key cannot be used.
    public static func start(
        service: any HTTPService, names: Set<String>, host: String = "127.0.0.1", port: Int = 0, tls: TLSIdentity,
        limits: ServerLimits = ServerLimits(), log: Log = .silent
    ) async throws(JourneyError) -> HTTPServer {
        guard let number = UInt16(exactly: port) else {
            throw JourneyError(.serverError, "A port is a number from 0 to 65535.")
        }
        let core = try ServerCore(service: service, names: names, limits: limits, log: log)
        try core.open(host: host, port: number, tls: tls)
        guard let daemon = core.daemon else { throw JourneyError(.serverError, "The server did not start.") }
        let server = HTTPServer(core: core, port: Int(cmhd_port(daemon)))
        try launch(core)
        return server
    }

    /// Stops listening, lets requests under way end for at most `grace`, then closes every connection. Returns when
    /// nothing is left; a second call waits for the same end.
    public func stop(grace: Duration = .seconds(5)) async {
        HTTPServer.tell(core, grace: grace)
        await withCheckedContinuation { continuation in
            let isStopped = core.state.withLock { state in
                if !state.isStopped { state.waiters.append(continuation) }
                return state.isStopped
            }
            if isStopped { continuation.resume() }
        }
    }

    private static func tell(_ core: ServerCore, grace: Duration) {
        core.state.withLock { state in
            if state.stop == nil { state.stop = ServerCore.Stop(deadline: .now + grace) }
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
