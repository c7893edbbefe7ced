import Glibc

@testable import JourneyServer

/// A plain loopback or Unix socket with a time limit of ten seconds for everything.
final class LoopbackSocket: Sendable {
    struct Failure: Error { let what: String }

    let descriptor: Int32

    private init(_ descriptor: Int32) throws {
        guard descriptor >= 0 else { throw Failure(what: "no socket: \(errno)") }
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// `true` if this machine has an IPv6 loopback address.
    static var hasIPv6: Bool { (try? LoopbackSocket(listeningOn: "::1")) != nil }

    /// Listens on a free port of `host`.
    convenience init(listeningOn host: String) throws {
        try self.init(LoopbackSocket.make(host.contains(":") ? AF_INET6 : AF_INET))
        let status = try LoopbackSocket.with(host, 0) { bind(descriptor, $0, $1) }
        guard status == 0, listen(descriptor, 16) == 0 else { throw Failure(what: "listen: \(errno)") }
    }

    /// Connects to `host`, from `source` if that is given.
    convenience init(connectingTo host: String, port: Int, from source: String? = nil) throws {
        try self.init(LoopbackSocket.make(host.contains(":") ? AF_INET6 : AF_INET))
        if let source {
            guard try LoopbackSocket.with(source, 0, { bind(descriptor, $0, $1) }) == 0 else {
                throw Failure(what: "bind: \(errno)")
            }
        }
        let status = try LoopbackSocket.with(host, port) { connect(descriptor, $0, $1) }
        guard status == 0 else { throw Failure(what: "connect: \(errno)") }
    }

    convenience init(connectingTo path: String) throws {
        try self.init(LoopbackSocket.make(AF_UNIX))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let status = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0 else { throw Failure(what: "connect: \(errno)") }
    }

    /// `true` if the server would accept it as an inherited socket.
    var isListening: Bool { ListenDescriptors.isListening(descriptor) }

    /// The port at this end.
    var port: Int {
        get throws {
            var address = sockaddr_in6()
            var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            let status = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
            }
            guard status == 0 else { throw Failure(what: "name: \(errno)") }
            // Both families have it at the same place.
            return Int(UInt16(bigEndian: address.sin6_port))
        }
    }

    func send(_ text: String) throws { try send(Array(text.utf8)) }

    /// Returns all that comes until the other side closes.
    func rest() throws -> String {
        var all: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &room, room.count, 0)
            if count == 0 || count < 0 && errno == ECONNRESET { return String(decoding: all, as: UTF8.self) }
            guard count > 0 else { throw Failure(what: "receive: \(errno)") }
            all += room[..<count]
        }
    }

    func send(_ bytes: [UInt8]) throws {
        guard Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count else {
            throw Failure(what: "send: \(errno)")
        }
    }

    /// Accepts the next connection and reads its header byte by byte, as over a slow network, and `rest`. Answers `ok`.
    func header(followedBy rest: String) throws -> ProxyHeader {
        let connection = try LoopbackSocket(accept(descriptor, nil, nil))
        var bytes: [UInt8] = []
        var header: ProxyHeader?
        while header == nil {
            bytes += try connection.receive(1)
            header = try bytes.withUnsafeBytes { try ProxyHeader.read($0) }
        }
        guard let header, header.length == bytes.count else { throw Failure(what: "a header that ends elsewhere") }
        guard try connection.receive(rest.utf8.count) == Array(rest.utf8) else { throw Failure(what: "another rest") }
        try connection.send("ok")
        return header
    }

    private func receive(_ count: Int) throws -> [UInt8] {
        // The system waits for data even for a read of zero bytes.
        guard count > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: count)
        guard recv(descriptor, &bytes, count, Int32(MSG_WAITALL)) == count else {
            throw Failure(what: "receive: \(errno)")
        }
        return bytes
    }

    private static func make(_ family: Int32) -> Int32 {
        socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    }

    private static func with(
        _ host: String, _ port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) throws -> Int32 {
        func call<Address>(_ address: Address) -> Int32 {
            withUnsafePointer(to: address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<Address>.size))
                }
            }
        }
        if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = in_port_t(port).bigEndian
            guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { throw Failure(what: "address") }
            return call(address)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { throw Failure(what: "address") }
        return call(address)
    }
}
