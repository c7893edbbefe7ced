import CMicrohttpd
import CSystem
import Glibc
import JourneyBase
import Synchronization

/// What the loop's thread and the library's callbacks work on. It decides nothing about requests: `RequestHead` does
/// before the service sees them, the service does after.
final class ServerCore: Sendable {
    struct State {
        var exchanges: [Int: Exchange] = [:]
        /// Connections on which no request has begun, by their address in memory, and since when.
        var waiting: [UInt: ContinuousClock.Instant] = [:]
        var nextID = 0
        /// Tasks that have not returned, answered or not.
        var tasks = 0
        var stop: Stop?
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    struct Stop {
        var deadline: ContinuousClock.Instant
        var isQuiet = false
    }

    let service: any HTTPService
    let names: Set<String>
    let limits: ServerLimits
    let log: Log
    let loop: EventLoop
    let state = Mutex(State())
    private let daemonAddress = Atomic<UInt>(0)

    init(service: any HTTPService, names: Set<String>, limits: ServerLimits, log: Log) throws(JourneyError) {
        self.service = service
        self.names = names
        self.limits = limits
        self.log = log
        loop = try EventLoop()
    }

    /// The daemon, from `open` until the thread has stopped it.
    var daemon: OpaquePointer? { OpaquePointer(bitPattern: daemonAddress.load(ordering: .acquiring)) }

    var rules: RequestHead.Rules {
        RequestHead.Rules(names: names, port: daemon.map { Int(cmhd_port($0)) } ?? 0, limits: limits)
    }

    /// Binds and listens; nothing is answered before the thread runs.
    func open(host: String, port: UInt16, tls: TLSIdentity) throws(JourneyError) {
        let daemon = tls.keyPEM.withBytes { key -> OpaquePointer? in
            // The library wants a C string; this copy is wiped as soon as it has read it.
            let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: key.count + 1, alignment: 1)
            copy.copyBytes(from: key)
            copy[key.count] = 0
            defer {
                if let start = copy.baseAddress { explicit_bzero(start, copy.count) }
                copy.deallocate()
            }
            return start(host: host, port: port, certificate: tls.certificatePEM, key: copy)
        }
        guard let daemon, loop.watch(cmhd_epoll(daemon)) else {
            throw JourneyError(.serverError, "The server cannot listen: address in use, or a bad certificate or key.")
        }
        daemonAddress.store(UInt(bitPattern: daemon), ordering: .releasing)
    }

    private func start(
        host: String, port: UInt16, certificate: String, key: UnsafeMutableRawBufferPointer
    ) -> OpaquePointer? {
        // TLS 1.2 and 1.3 with forward secrecy and AEAD ciphers only.
        let priorities =
            "SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-RSA:-CIPHER-ALL:+AES-256-GCM:+AES-128-GCM:"
            + "+CHACHA20-POLY1305:%SERVER_PRECEDENCE"
        return host.withCString { host in
            certificate.withCString { certificate in
                priorities.withCString { priorities in
                    var options = cmhd_options()
                    options.ipv4 = host
                    options.port = port
                    options.certificate_pem = certificate
                    options.key_pem = UnsafePointer(key.assumingMemoryBound(to: CChar.self).baseAddress)
                    options.tls_priorities = priorities
                    options.connection_limit = UInt32(limits.connections)
                    options.address_limit = UInt32(limits.connectionsPerAddress)
                    options.idle_timeout_seconds = UInt32(max(1, limits.idle.components.seconds))
                    options.connection_memory = limits.head
                    // The thread keeps the core alive for as long as the daemon can call back.
                    options.context = Unmanaged.passUnretained(self).toOpaque()
                    options.access = onAccess
                    options.completed = onCompleted
                    options.connected = onConnection
                    options.target = onTarget
                    options.unescape = onUnescape
                    return cmhd_start(&options)
                }
            }
        }
    }

    /// The thread's life: serve, and when told to stop, let what is under way end first.
    func run() {
        loop.adopt()
        guard let daemon else { return }
        while true {
            // Whether a connection was woken or made room for another shows only in the next run.
            let isFull = Int(cmhd_connections(daemon)) >= limits.connections
            repeat { _ = MHD_run(daemon) } while loop.drain()
            if isFull { _ = MHD_run(daemon) }
            cutOverdue()
            if advanceStop(daemon) { break }
            loop.wait(milliseconds: Int32(timeout(daemon)))
        }
        MHD_stop_daemon(daemon)
        daemonAddress.store(0, ordering: .releasing)
        let waiters = state.withLock { state in
            defer { state.waiters = [] }
            state.isStopped = true
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        // A task that ignores its cancellation still has to find its executor.
        while state.withLock({ $0.tasks > 0 }) {
            if !loop.drain() { loop.wait(milliseconds: -1) }
        }
    }

    private func timeout(_ daemon: OpaquePointer) -> Int64 {
        let own: Int64 = state.withLock { state in
            if !state.exchanges.isEmpty || state.stop != nil { 100 } else { state.waiting.isEmpty ? -1 : 500 }
        }
        let theirs = cmhd_timeout(daemon)
        return own < 0 ? theirs : theirs < 0 ? own : min(own, theirs)
    }

    /// Answers 503 for services that think too long, and cuts clients that take too long.
    private func cutOverdue() {
        let now = ContinuousClock.now
        let (stop, exchanges, waiting) = state.withLock { state in
            (
                state.stop?.deadline, Array(state.exchanges.values),
                state.waiting.filter { now - $0.value > limits.transfer }
            )
        }
        for connection in waiting.keys { OpaquePointer(bitPattern: connection).map(cut) }
        for exchange in exchanges {
            if exchange.hasSlowClient(at: now, limit: limits.transfer) { cut(exchange.connection) }
            guard now - exchange.begin > limits.handling || stop.map({ now > $0 }) ?? false else { continue }
            let task: Task<Void, Never>? = exchange.phase.withLock { phase in
                if case .handling(let task, isParked: true) = phase { task } else { nil }
            }
            guard let task else { continue }
            exchange.finish(HTTPResponse(status: 503, headers: ["Retry-After": "1"]))
            task.cancel()
        }
    }

    /// Ends a connection that is not suspended: the library finds it closed and lets it go in its own time.
    private func cut(_ connection: OpaquePointer) {
        let socket = cmhd_socket(connection)
        if socket >= 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    /// Whether the daemon may be stopped now.
    private func advanceStop(_ daemon: OpaquePointer) -> Bool {
        guard let stop = state.withLock({ $0.stop }) else { return false }
        if !stop.isQuiet {
            let listener = MHD_quiesce_daemon(daemon)
            if listener >= 0 { csystem_close(listener) }
            state.withLock { $0.stop?.isQuiet = true }
        }
        let (underWay, parked) = state.withLock { state in
            (state.exchanges.count, state.exchanges.values.contains { $0.isParked })
        }
        // A client that sends or reads too slowly does not hold the server up for ever, but what `cutOverdue` answered has
        // a second to be sent; a suspended connection must never be stopped.
        return underWay == 0 || (!parked && ContinuousClock.now > stop.deadline + .seconds(1))
    }
}

extension Exchange {
    /// Whether the client has been sending its request, or fetching its response, for longer than `limit`.
    func hasSlowClient(at now: ContinuousClock.Instant, limit: Duration) -> Bool {
        phase.withLock { phase in
            switch phase {
            case .started, .reading: now - begin > limit
            case .sent(_, let since): now - since > limit
            case .handling, .answered: false
            }
        }
    }

    var isParked: Bool {
        phase.withLock { phase in
            if case .handling(_, isParked: true) = phase { true } else { false }
        }
    }
}
