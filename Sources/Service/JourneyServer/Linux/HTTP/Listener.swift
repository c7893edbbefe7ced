import CSystem
import Glibc
import JourneyBase
import Synchronization

/// A socket that a server listens on, and what holds for who comes in by it.
final class Listener: Sendable {
    let descriptor: Int32
    /// The port, or zero for a Unix socket.
    let port: Int
    let rules: RequestHead.Rules
    /// What the server proves itself with; `nil` for plain HTTP.
    let tls: ServerIdentity?
    let proxies: TrustedProxies?
    /// Whether it is for health checks alone, with places of its own.
    let isReserved: Bool

    init(
        descriptor: Int32, port: Int, rules: RequestHead.Rules, tls: ServerIdentity?, proxies: TrustedProxies? = nil,
        isReserved: Bool = false
    ) {
        self.descriptor = descriptor
        self.port = port
        self.rules = rules
        self.tls = tls
        self.proxies = proxies
        self.isReserved = isReserved
    }

    /// Binds `host`, an IPv4 or IPv6 address, and listens. A port of zero takes a free one.
    static func bind(host: String, port: UInt16) throws(JourneyError) -> (descriptor: Int32, port: Int) {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_PASSIVE
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &found) == 0, let address = found?.pointee else {
            throw JourneyError(.serverError, "“\(host)” is no IP address to listen on.")
        }
        defer { freeaddrinfo(found) }
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(address.ai_family, type, 0)
        guard descriptor >= 0 else { throw JourneyError(.serverError, "The system gives no socket.") }
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

    /// As many as wait to be accepted; the system's own limit may be lower.
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

/// What a listener proves itself with, which may be replaced while it runs.
final class ServerIdentity: Sendable {
    private let context: Mutex<TLSServerContext>
    private let protocols: [String]
    private let clients: ClientCertificates?
    private let ticketKeys = TicketKeys()

    init(_ identities: [TLSIdentity], clients: ClientCertificates? = nil, hasHTTP2: Bool) throws(JourneyError) {
        protocols = hasHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
        self.clients = clients
        context = Mutex(
            try TLSServerContext(identities, protocols: protocols, clients: clients, ticketKeys: ticketKeys))
    }

    /// What new connections get.
    var current: TLSServerContext { context.withLock(\.self) }

    /// Has new connections get `identities`; open ones keep what they have. Throws `SERVER_ERROR`, and changes nothing, when they
    /// cannot be used.
    func replace(_ identities: [TLSIdentity]) throws(JourneyError) {
        let fresh = try TLSServerContext(identities, protocols: protocols, clients: clients, ticketKeys: ticketKeys)
        context.withLock { $0 = fresh }
    }
}
