public import Foundation
public import JourneyBase
import JourneyCrypto
import Synchronization

/// An `HTTPService` on sockets: HTTP/1.1 and HTTP/2 over TLS 1.2 or 1.3, on one thread for each core, which are also the service's
/// executors.
///
/// A service sees only requests that are well formed, within the limits, and addressed to one of the server's names; the
/// rest is answered here: 400, 413, 414, 421, 431, 501, 505, and 503 when the service takes too long or too many bodies are
/// streamed.
public final class HTTPServer: Sendable {
    /// The port of each listener, in order; zero for a Unix socket.
    public let ports: [Int]
    /// The port that it listens on: the first listener's.
    public var port: Int { ports.first ?? 0 }
    private let core: ServerCore
    private let identities: [ServerIdentity]
    /// A digest of the certificates that new connections get.
    private let served: Mutex<[UInt8]>

    private init(core: ServerCore, listeners: [Listener], identities shown: [TLSIdentity] = []) {
        served = Mutex(HTTPServer.digest(shown))
        self.core = core
        ports = listeners.map(\.port)
        identities = listeners.compactMap(\.tls)
    }

    deinit { HTTPServer.tell(core, grace: .zero) }

    /// Binds one address and starts to answer. `GET /health` is answered as long as the server runs.
    ///
    /// - Parameters:
    ///   - service: The service that answers.
    ///   - names: The host names that a request may be addressed to, in lower case, without the port.
    ///   - host: An IPv4 or IPv6 address.
    ///   - port: The port; 0 takes a free one.
    ///   - publicPort: The port that clients use, if a proxy maps it to `port`.
    ///   - tls: The certificate with its key.
    ///   - limits: The limits of one client, and of all.
    ///   - readiness: The checks that `GET /ready` answers with.
    ///   - log: Gets one line for each request.
    ///   - requestLog: The way in which the log names clients and callers.
    ///   - loops: The number of threads; 0 is one for each processor.
    /// - Returns: The running server.
    /// - Throws: `SERVER_ERROR` when the address is taken, or certificate and key can't be used.
    public static func start(
        service: any HTTPService, names: Set<String>, host: String = "127.0.0.1", port: Int = 0,
        publicPort: Int? = nil, tls: TLSIdentity,
        limits: ServerLimits = ServerLimits(), readiness: Readiness = Readiness(), log: Log = .silent,
        requestLog: RequestLogPolicy = RequestLogPolicy(), loops: Int = 0
    ) async throws(JourneyError) -> HTTPServer {
        try await start(
            service: service, names: names, listeners: [ServerListener(.host(host, port: port), identities: [tls])],
            publicPort: publicPort, limits: limits, readiness: readiness, log: log, requestLog: requestLog,
            loops: loops)
    }

    /// Opens all `listeners` and starts to answer on them.
    ///
    /// - Parameters:
    ///   - service: The service that answers, on every listener but those for health checks.
    ///   - names: The host names that a request may be addressed to, in lower case, without the port.
    ///   - listeners: The sockets, at least one.
    ///   - publicPort: The port that clients know, where it is another than a listener's own.
    ///   - limits: The limits of one client, and of all.
    ///   - readiness: The checks that `GET /ready` answers with.
    ///   - log: Gets one line for each request.
    ///   - requestLog: The way in which the log names clients and callers.
    ///   - loops: The number of threads; 0 is one for each processor.
    /// - Throws: `SERVER_ERROR` for an address that is taken, and for certificates or keys that cannot be used.
    public static func start(
        service: any HTTPService, names: Set<String>, listeners: [ServerListener], publicPort: Int? = nil,
        limits: ServerLimits = ServerLimits(), readiness: Readiness = Readiness(), log: Log = .silent,
        requestLog: RequestLogPolicy = RequestLogPolicy(), loops: Int = 0
    ) async throws(JourneyError) -> HTTPServer {
        let core = ServerCore(
            service: service, limits: limits, readiness: readiness, log: log, requestLog: requestLog)
        guard !listeners.isEmpty else { throw JourneyError(.serverError, "A server needs a listener.") }
        var opened: [Listener] = []
        do throws(JourneyError) {
            for listener in listeners {
                opened.append(try .open(listener, names: names, publicPort: publicPort, limits: limits))
            }
            try run(core, opened, loops)
        } catch {
            for listener in opened { listener.close() }
            throw error
        }
        return HTTPServer(
            core: core, listeners: opened, identities: listeners.first { !$0.identities.isEmpty }?.identities ?? [])
    }

    /// The same without TLS and on loopback only: to be measured beside other servers.
    package static func startPlain(
        service: any HTTPService, name: String, limits: ServerLimits = ServerLimits(), loops: Int = 1
    ) throws(JourneyError) -> HTTPServer {
        let core = ServerCore(service: service, limits: limits, readiness: Readiness(), log: .silent)
        let listener = try Listener.plain(name: name, limits: limits)
        try run(core, [listener], loops)
        return HTTPServer(core: core, listeners: [listener])
    }

    /// Returns `true` if `identities` have the certificates and OCSP responses that new connections get.
    package func isServing(_ identities: [TLSIdentity]) -> Bool {
        served.withLock { $0 == HTTPServer.digest(identities) }
    }

    /// Checks certificates that are to be served.
    ///
    /// - Parameters:
    ///   - identities: The certificates with their keys.
    ///   - time: The time at which they have to be valid.
    /// - Throws: `SERVER_ERROR` for a chain that cannot be read, a key of another certificate, a certificate that names no host or is not
    ///   valid at `time`, and an OCSP response that does not call it good.
    public static func check(_ identities: [TLSIdentity], at time: Date) throws(JourneyError) {
        for identity in identities { try TLSServerContext.check(identity, at: time) }
    }

    /// Checks that a listener with `identities` can ask its clients for certificates of these authorities.
    ///
    /// - Parameters:
    ///   - clients: The authorities.
    ///   - identities: The listener's own certificates with their keys.
    /// - Throws: `SERVER_ERROR` for authorities that are too many, cannot be read or are none, and for those that OpenSSL refuses.
    package static func check(
        _ clients: ServerListener.ClientCertificates, with identities: [TLSIdentity]
    ) throws(JourneyError) {
        _ = try ServerIdentity(identities, clients: ClientCertificates(authoritiesPEM: clients.authoritiesPEM))
    }

    /// Has new connections get other certificates; open ones go on with theirs.
    ///
    /// - Parameters:
    ///   - identities: The certificates with their keys, for every listener that has TLS.
    ///   - time: The time at which they have to be valid.
    /// - Throws: As `check` does; then nothing is changed.
    public func replaceIdentities(_ identities: [TLSIdentity], at time: Date) throws(JourneyError) {
        try HTTPServer.check(identities, at: time)
        var fresh: [TLSServerContext] = []
        for place in self.identities { fresh.append(try place.context(for: identities)) }
        for (place, context) in zip(self.identities, fresh) { place.use(context) }
        served.withLock { $0 = HTTPServer.digest(identities) }
    }

    private static func digest(_ identities: [TLSIdentity]) -> [UInt8] {
        SHA256.hash(identities.flatMap { SHA256.hash(Array($0.certificatePEM.utf8)) + SHA256.hash($0.staple ?? []) })
    }

    private static func run(_ core: ServerCore, _ listeners: [Listener], _ count: Int) throws(JourneyError) {
        let first = try ServerLoop(core)
        var others: [ServerLoop] = []
        // Fewer loops serve too; the first comes last, because it accepts for those that run.
        for _ in 1..<max(1, count > 0 ? count : Processors.count) {
            let loop = try ServerLoop(core)
            guard startThread({ loop.run() }) else { break }
            others.append(loop)
        }
        let all = [first] + others
        core.state.withLock { state in
            state.loops = all
            state.running = all.count
        }
        do throws(JourneyError) {
            try first.accept(from: listeners)
            guard startThread({ first.run() }) else {
                throw JourneyError(
                    .serverError, "The server's thread could not be started: the process has reached its limit.")
            }
        } catch {
            // Those that run end; nobody has been accepted.
            core.state.withLock { $0.stop = ServerCore.Stop(quiet: .now, deadline: .now, isQuiet: true) }
            core.ringAll()
            throw error
        }
    }

    /// Stops the server and returns when nothing is left.
    ///
    /// At once, `/ready` is answered 503, event streams end, and connections close after their answers. For `notice` the server
    /// still listens, so that load balancers see that and stop sending clients. Then requests under way have `grace` to end. A
    /// second call waits for the same end, and can bring it forward.
    ///
    /// - Parameters:
    ///   - notice: The time for which the server still listens.
    ///   - grace: The time for which requests under way may go on after that.
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
            let quiet = ClockInstant.now + notice
            let stop = ServerCore.Stop(quiet: quiet, deadline: quiet + grace)
            guard let earlier = state.stop else { return state.stop = stop }
            state.stop?.quiet = min(earlier.quiet, stop.quiet)
            state.stop?.deadline = min(earlier.deadline, stop.deadline)
        }
        core.ringAll()
    }
}
