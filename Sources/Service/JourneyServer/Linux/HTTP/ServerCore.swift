import CMicrohttpd
import CSystem
import Glibc
import JourneyBase
import Synchronization

/// What the loop's thread and the library's callbacks work on. It decides nothing about requests: `RequestHead` does
/// before the service sees them, the service does after.
final class ServerCore: Sendable {
    struct State {
        var stop: Stop?
        var isStopped = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    struct Stop {
        /// When the server stops listening.
        var quiet: ContinuousClock.Instant
        /// When requests under way are cut.
        var deadline: ContinuousClock.Instant
        var isQuiet = false
    }

    let service: any HTTPService
    let names: Set<String>
    let publicPort: Int?
    let limits: ServerLimits
    let log: Log
    let requestLog: RequestLogPolicy
    let loop: EventLoop
    let readiness: Readiness
    let state = Mutex(State())
    private let daemonAddress = Atomic<UInt>(0)

    // Touched by the loop's thread only.
    /// By their address in memory.
    nonisolated(unsafe) var connections: [UInt: Connection] = [:]
    /// Tasks that have not returned, answered or not.
    nonisolated(unsafe) var tasks = 0
    /// Bodies that are streamed in or out.
    nonisolated(unsafe) var streams = 0
    /// Grows with each callback, so that a run that did nothing shows.
    nonisolated(unsafe) var activity: UInt = 0
    nonisolated(unsafe) var isStopping = false
    nonisolated(unsafe) var rules: RequestHead.Rules
    /// Requests that have begun and are not complete.
    nonisolated(unsafe) var underWay = 0
    /// Looked up once in each turn of the loop: nothing here is measured more finely.
    nonisolated(unsafe) var now = ContinuousClock.now
    private nonisolated(unsafe) var requestCount = UInt64.random(in: 0..<1 << 56)

    init(
        service: any HTTPService, names: Set<String>, publicPort: Int? = nil, limits: ServerLimits,
        readiness: Readiness, log: Log, requestLog: RequestLogPolicy = RequestLogPolicy()
    ) throws(JourneyError) {
        self.service = HealthService(readiness: readiness, rest: service)
        self.names = names
        self.publicPort = publicPort
        self.limits = limits
        self.log = log
        self.requestLog = requestLog
        self.readiness = readiness
        rules = RequestHead.Rules(names: names, port: 0, limits: limits)
        loop = try EventLoop()
    }

    /// Names a request of this server, among those of all servers: they count from a random number on.
    func nextRequestID() -> String {
        requestCount = (requestCount + 1) & (1 << 56 - 1)
        // 14 digits: as many as a string holds without memory of its own.
        return String(unsafeUninitializedCapacity: 14) { bytes in
            for index in 0..<14 {
                let digit = UInt8(truncatingIfNeeded: requestCount >> UInt64(52 - 4 * index)) & 15
                bytes.initializeElement(at: index, to: digit < 10 ? digit + 0x30 : digit - 10 + 0x61)
            }
            return 14
        }
    }

    /// The daemon, from `open` until the thread has stopped it.
    var daemon: OpaquePointer? { OpaquePointer(bitPattern: daemonAddress.load(ordering: .acquiring)) }

    func forgetDaemon() { daemonAddress.store(0, ordering: .releasing) }

    /// Binds and listens, over TLS unless there is none to be had; nothing is answered before the thread runs.
    func open(host: String, port: UInt16, tls: TLSIdentity?) throws(JourneyError) {
        let daemon: OpaquePointer?
        if let tls {
            daemon = tls.keyPEM.withBytes { key in
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
        } else {
            daemon = start(host: host, port: port, certificate: "", key: nil)
        }
        guard let daemon, loop.watch(cmhd_epoll(daemon)) else {
            throw JourneyError(.serverError, "The server cannot listen: address in use, or a bad certificate or key.")
        }
        rules = RequestHead.Rules(
            names: names, port: Int(cmhd_port(daemon)), publicPort: publicPort, limits: limits)
        daemonAddress.store(UInt(bitPattern: daemon), ordering: .releasing)
    }

    private func start(
        host: String, port: UInt16, certificate: String, key: UnsafeMutableRawBufferPointer?
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
                    options.has_tls = key == nil ? 0 : 1
                    options.certificate_pem = certificate
                    options.key_pem = UnsafePointer(key?.assumingMemoryBound(to: CChar.self).baseAddress)
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
}
