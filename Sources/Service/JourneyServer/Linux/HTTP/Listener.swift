import CSystem
import Glibc
import JourneyBase
import Synchronization

/// A socket that a server listens on, and the terms for its clients.
final class Listener: Sendable {
    let descriptor: Int32
    /// The port, or zero for a Unix socket.
    let port: Int
    let rules: RequestHead.Rules
    /// The server's certificates and keys; `nil` for plain HTTP.
    let tls: ServerIdentity?
    let proxies: TrustedProxies?
    /// `true` if it is for health checks alone, with places of its own.
    let isReserved: Bool
    /// The file of a Unix socket, which goes with it.
    private let path: String?

    private init(
        _ socket: (descriptor: Int32, port: Int), rules: RequestHead.Rules, tls: ServerIdentity?,
        proxies: TrustedProxies?, isReserved: Bool, path: String?
    ) {
        descriptor = socket.descriptor
        port = socket.port
        self.rules = rules
        self.tls = tls
        self.proxies = proxies
        self.isReserved = isReserved
        self.path = path
    }

    /// Opens the socket of `setup`, or takes the one that was handed over.
    ///
    /// - Parameters:
    ///   - setup: The address and the terms.
    ///   - names: The names that the server answers for.
    ///   - publicPort: The port that clients know, where it is another one.
    ///   - limits: The server's limits.
    ///   - ticketKeys: The keys of its session tickets.
    /// - Throws: `SERVER_ERROR` for an address that is taken, and for certificates that cannot be used.
    static func open(
        _ setup: ServerListener, names: Set<String>, publicPort: Int?, limits: ServerLimits,
        ticketKeys: TicketKeys = TicketKeys()
    ) throws(JourneyError) -> Listener {
        let clients: ClientCertificates? =
            if let wanted = setup.clientCertificates {
                try ClientCertificates(authoritiesPEM: wanted.authoritiesPEM)
            } else { nil }
        let tls =
            setup.identities.isEmpty
            ? nil : try ServerIdentity(setup.identities, clients: clients, ticketKeys: ticketKeys)
        var path: String?
        let socket: (descriptor: Int32, port: Int)
        switch setup.address {
        case .host(let host, let port):
            guard let number = UInt16(exactly: port) else {
                throw JourneyError(.serverError, "A port is a number from 0 to 65535.")
            }
            socket = try bind(host: host, port: number)
        case .unix(let file, let mode):
            socket = (try bind(path: file, mode: mode), 0)
            path = file
        case .inherited(let descriptor):
            guard tls != nil || isLocal(descriptor) else {
                throw JourneyError(
                    .serverError, "The inherited socket needs TLS: it is neither a Unix socket nor on loopback."
                )
            }
            _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
            socket = (descriptor, port(of: descriptor))
        }
        // Behind a Unix socket, clients know the port of whatever stands before it.
        let rules = RequestHead.Rules(
            names: names, port: socket.port == 0 ? publicPort ?? 443 : socket.port, publicPort: publicPort,
            limits: limits)
        return Listener(
            socket, rules: rules, tls: tls, proxies: setup.proxies, isReserved: setup.isHealthOnly, path: path)
    }

    /// A listener on loopback without TLS, for the bench.
    static func plain(name: String, limits: ServerLimits) throws(JourneyError) -> Listener {
        let socket = try bind(host: "127.0.0.1", port: 0)
        let rules = RequestHead.Rules(names: [name], port: socket.port, limits: limits)
        return Listener(socket, rules: rules, tls: nil, proxies: nil, isReserved: false, path: nil)
    }

    /// A listener without a socket, whose connections are handed over (`SteppedServer`).
    static func none(name: String, limits: ServerLimits, tls: ServerIdentity? = nil) -> Listener {
        let rules = RequestHead.Rules(names: [name], port: 443, limits: limits)
        return Listener((-1, 443), rules: rules, tls: tls, proxies: nil, isReserved: false, path: nil)
    }

    /// Listens no more.
    func close() {
        if let path { unlink(path) }
        csystem_close(descriptor)
    }

    /// Binds a Unix socket. A socket file that an earlier server left is removed; one with a listener, and a file that is no
    /// socket, stay.
    private static func bind(path: String, mode: UInt32) throws(JourneyError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            for (index, byte) in path.utf8.prefix(room.count - 1).enumerated() { room[index] = byte }
        }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        func call(_ body: (UnsafePointer<sockaddr>) -> Int32) -> Int32 {
            withUnsafePointer(to: &address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body) }
        }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else {
            throw JourneyError(.serverError, "socket() failed: \(String(cString: strerror(errno))).")
        }
        var file = stat()
        if lstat(path, &file) == 0, file.st_mode & S_IFMT == S_IFSOCK {
            let probe = socket(AF_UNIX, type, 0)
            // Only a refusal says that nobody listens: a full queue is EAGAIN.
            let isDead = call { connect(probe, $0, size) } != 0 && errno == ECONNREFUSED
            csystem_close(probe)
            if isDead { unlink(path) }
        }
        guard call({ Glibc.bind(descriptor, $0, size) }) == 0, chmod(path, mode_t(mode)) == 0,
            listen(descriptor, Listener.backlog) == 0
        else {
            csystem_close(descriptor)
            throw JourneyError(.serverError, "The server cannot listen on \(path): it is in use or cannot be made.")
        }
        return descriptor
    }

    /// Returns `true` if a socket can be reached from this machine alone.
    private static func isLocal(_ descriptor: Int32) -> Bool {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                guard getsockname(descriptor, plain, &size) == 0 else { return false }
                switch Int32(plain.pointee.sa_family) {
                case AF_UNIX: return true
                case AF_INET:
                    return plain.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127
                    }
                case AF_INET6:
                    return plain.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
                        withUnsafeBytes(of: address.pointee.sin6_addr) { ClientAddress(Array($0))?.isLoopback ?? false }
                    }
                default: return false
                }
            }
        }
    }

    /// Binds `host`, an IPv4 or IPv6 address, and listens. A port of zero takes a free one.
    static func bind(host: String, port: UInt16) throws(JourneyError) -> (descriptor: Int32, port: Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
            throw JourneyError(.serverError, "“\(host)” isn't an IP address.")
        }
        defer { freeaddrinfo(found) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, type, 0)
        guard descriptor >= 0 else {
            throw JourneyError(.serverError, "socket() failed: \(String(cString: strerror(errno))).")
        }
        var yes: Int32 = 1
        let size = socklen_t(MemoryLayout<Int32>.size)
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
        if address.ai_family == AF_INET6 { setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, size) }
        guard Glibc.bind(descriptor, address.ai_addr, address.ai_addrlen) == 0,
            listen(descriptor, Listener.backlog) == 0
        else {
            csystem_close(descriptor)
            throw JourneyError(.serverError, "The server cannot listen on \(host), port \(port): address in use.")
        }
        return (descriptor, Listener.port(of: descriptor))
    }

    /// The most connections that wait to be accepted; the system's own limit may be lower.
    static let backlog: Int32 = 4_096

    /// The port that a socket is bound to; zero for one that has none.
    static func port(of descriptor: Int32) -> Int {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { plain in
                guard getsockname(descriptor, plain, &size) == 0 else { return 0 }
                switch Int32(plain.pointee.sa_family) {
                case AF_INET:
                    return plain.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                        Int(UInt16(bigEndian: $0.pointee.sin_port))
                    }
                case AF_INET6:
                    return plain.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
                        Int(UInt16(bigEndian: $0.pointee.sin6_port))
                    }
                default: return 0
                }
            }
        }
    }
}

/// The certificates of a listener, which may be replaced while it runs.
final class ServerIdentity: Sendable {
    private let context: Mutex<TLSServerContext>
    private static let protocols = ["h2", "http/1.1"]
    private let clients: ClientCertificates?
    let ticketKeys: TicketKeys

    init(
        _ identities: [TLSIdentity], clients: ClientCertificates?, ticketKeys: TicketKeys = TicketKeys()
    ) throws(JourneyError) {
        self.clients = clients
        self.ticketKeys = ticketKeys
        context = Mutex(
            try TLSServerContext(
                identities, protocols: ServerIdentity.protocols, clients: clients, ticketKeys: ticketKeys))
    }

    /// The context for new connections.
    var current: TLSServerContext { context.withLock(\.self) }

    /// A context for other certificates, with the same terms. Throws `SERVER_ERROR` when they cannot be used.
    func context(for identities: [TLSIdentity]) throws(JourneyError) -> TLSServerContext {
        try TLSServerContext(
            identities, protocols: ServerIdentity.protocols, clients: clients, ticketKeys: ticketKeys)
    }

    /// Has new connections get `fresh`; open ones keep what they have.
    func use(_ fresh: TLSServerContext) { context.withLock { $0 = fresh } }
}
