import JourneyBase
import JourneyLanguage
import JourneyServer

/// Reads `listen` and `server`: the sockets, the trusted proxies, and the limits.
struct ServerReading {
    typealias Listener = GatewayConfiguration.Listener

    /// Returns the absolute path that a member names.
    let path: (Reading) throws(Refusal) -> String

    /// Reads both members.
    ///
    /// - Parameters:
    ///   - listen: The member `listen`, which has the only address unless `server` has `listeners`.
    ///   - server: The member `server`; `nil` for defaults.
    func server(listen: Reading, _ server: Reading?) throws(Refusal) -> GatewayConfiguration.Server {
        try server?.onlyMembers(["listeners", "limits", "loops"])
        var read: GatewayConfiguration.Server
        if let list = server?.member("listeners") {
            for name in ["address", "port"] {
                guard let member = listen.member(name) else { continue }
                throw member.refusal("conflicts with server.listeners; name addresses in one of the two")
            }
            read = GatewayConfiguration.Server(try listeners(list))
            guard read.hasPort || listen.member("publicPort") != nil else {
                throw listen.refusal("needs publicPort, because no listener has a port that requests could name")
            }
        } else {
            let host = try ServerReading.address(listen.required("address"))
            read = GatewayConfiguration.Server([
                Listener(.host(host, port: try listen.required("port").whole(in: 0...65_535)))
            ])
        }
        if let limits = server?.member("limits") { try ServerReading.read(limits, into: &read) }
        // A total below the defaults also lowers its shares.
        read.limits.connectionsPerAddress = min(read.limits.connectionsPerAddress, read.limits.connections)
        read.limits.handshakes = min(read.limits.handshakes, read.limits.connections)
        read.loops = try server?.member("loops")?.whole(in: 0...256) ?? 0
        return read
    }

    private static func address(_ reading: Reading) throws(Refusal) -> String {
        let text = try reading.text()
        if text.utf8.contains(UInt8(ascii: ":")), ServerListener.spelling(ofHost: text) != nil {
            throw reading.refusal("is an IPv6 address; name it in server.listeners")
        }
        guard ServerListener.spelling(ofHost: text) != nil else {
            throw reading.refusal("is not an IPv4 address such as 127.0.0.1")
        }
        return text
    }

    private func listeners(_ list: Reading) throws(Refusal) -> [Listener] {
        try list.atMost(16, "listeners")
        var listeners: [Listener] = []
        for element in try list.elements() {
            let listener = try listener(element)
            if let first = listeners.firstIndex(where: { $0.socket == listener.socket && !ServerReading.isFree($0) }) {
                throw element.refusal("has the same address as \(list.path)[\(first)]")
            }
            listeners.append(listener)
        }
        guard listeners.contains(where: { !$0.isHealthOnly }) else {
            throw list.refusal("needs a listener that is not healthOnly")
        }
        return listeners
    }

    /// `true` if the system chooses the port: two such listeners never collide.
    private static func isFree(_ listener: Listener) -> Bool {
        if case .host(_, port: 0) = listener.socket { true } else { false }
    }

    private func listener(_ reading: Reading) throws(Refusal) -> Listener {
        let kinds = ["address", "unixSocket", "activation"].filter { reading.member($0) != nil }
        let common: Set<String> = ["plain", "clientCertificates", "proxies", "healthOnly"]
        var listener: Listener
        switch kinds {
        case ["address"]:
            try reading.onlyMembers(common.union(["address", "port"]))
            let member = try reading.required("address")
            guard let host = ServerListener.spelling(ofHost: try member.text()) else {
                throw member.refusal("is neither an IPv4 address such as 0.0.0.0 nor an IPv6 address such as ::")
            }
            listener = Listener(.host(host, port: try reading.required("port").whole(in: 0...65_535)))
        case ["unixSocket"]:
            try reading.onlyMembers(common.union(["unixSocket", "mode"]))
            listener = Listener(try unixSocket(reading))
        case ["activation"]:
            try reading.onlyMembers(common.union(["activation"]))
            listener = Listener(.activation(name: try ServerReading.socketName(reading.required("activation"))))
        default:
            // Misspelt members and those of another type are reported first.
            try reading.onlyMembers(common.union(["address", "port", "unixSocket", "mode", "activation"]))
            throw reading.refusal("must have exactly one of address, unixSocket and activation")
        }
        listener.isHealthOnly = try reading.member("healthOnly")?.flag() ?? false
        if let plain = reading.member("plain") {
            listener.isPlain = try plain.flag()
            if case .host(let host, _) = listener.socket, listener.isPlain, !ServerListener.isLoopback(host) {
                throw plain.refusal("is true at \(host); plain HTTP is for Unix sockets and loopback only")
            }
        }
        if let certificates = reading.member("clientCertificates") {
            try certificates.onlyMembers(["authoritiesFile"])
            guard !listener.isPlain else { throw certificates.refusal("needs TLS, but the listener is plain") }
            listener.clientAuthoritiesFile = try path(certificates.required("authoritiesFile"))
        }
        listener.proxies = try reading.member("proxies").map { proxies throws(Refusal) in
            try ServerReading.proxies(proxies, of: listener.socket)
        }
        return listener
    }

    private func unixSocket(_ reading: Reading) throws(Refusal) -> Listener.Socket {
        let member = try reading.required("unixSocket")
        let path = try path(member)
        guard path.utf8.count <= ServerListener.longestPath else {
            throw member.refusal(
                "has \(path.utf8.count) bytes as an absolute path; a Unix socket path has at most \(ServerListener.longestPath)"
            )
        }
        guard let mode = reading.member("mode") else {
            return .unix(path: path, mode: ServerListener.ownerOnly)
        }
        switch try mode.text() {
        case "0600": return .unix(path: path, mode: 0o600)
        case "0660": return .unix(path: path, mode: 0o660)
        default: throw mode.refusal("is neither 0600 nor 0660; other users must not connect")
        }
    }

    /// Reads a socket name as systemd defines it (systemd.socket(5), `FileDescriptorName=`).
    private static func socketName(_ reading: Reading) throws(Refusal) -> String {
        let name = try reading.text()
        guard name.utf8.count <= 255, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
        else {
            throw reading.refusal("is not a socket name: up to 255 visible ASCII characters without a colon")
        }
        return name
    }

    private static func proxies(
        _ reading: Reading, of socket: Listener.Socket
    ) throws(Refusal) -> TrustedProxies {
        try reading.onlyMembers(["from", "way"])
        let member = try reading.required("way")
        let ways = TrustedProxies.ForwardingMethod.allCases.map(\.rawValue)
        guard member.value.array == nil else {
            throw member.refusal("is a list; a proxy has one way: \(ways.joined(separator: ", "))")
        }
        guard let way = TrustedProxies.ForwardingMethod(rawValue: try member.text()) else {
            throw member.refusal("is not one of \(ways.joined(separator: ", "))")
        }
        switch socket {
        case .unix:
            if let from = reading.member("from") {
                throw from.refusal("does not apply to a Unix socket, whose peers have no address; use its mode")
            }
            return TrustedProxies([], way: way)
        case .activation where reading.member("from") == nil: return TrustedProxies([], way: way)
        case .activation, .host: return TrustedProxies(try blocks(reading.required("from")), way: way)
        }
    }

    private static func blocks(_ list: Reading) throws(Refusal) -> [AddressBlock] {
        try list.atMost(256, "blocks")
        var blocks: [AddressBlock] = []
        for element in try list.elements() {
            guard let block = AddressBlock(try element.text()) else {
                throw element.refusal(
                    "is not an address block such as 10.0.0.0/8, with all bits after the prefix zero")
            }
            guard !block.isEverything else {
                throw element.refusal("covers every address, so any client could forge its address")
            }
            guard !blocks.contains(block) else { throw element.refusal("appears twice") }
            blocks.append(block)
        }
        guard !blocks.isEmpty else { throw list.refusal("is empty; remove proxies instead") }
        return blocks
    }

    private static func read(_ reading: Reading, into server: inout GatewayConfiguration.Server) throws(Refusal) {
        let numbers: [String: (WritableKeyPath<ServerLimits, Int>, ClosedRange<Int>)] = [
            "connections": (\.connections, 1...1_000_000),
            "connectionsPerAddress": (\.connectionsPerAddress, 1...1_000_000),
            "handshakes": (\.handshakes, 1...1_000_000),
            "requestsPerConnection": (\.requestsPerConnection, 1...1_000_000_000),
            "streams": (\.streams, 1...100_000), "streamsPerConnection": (\.streamsPerConnection, 1...1_000),
            "leastBodyBytesPerSecond": (\.leastBodyRate, 0...1_000_000),
        ]
        let times: [String: (WritableKeyPath<ServerLimits, Duration>, ClosedRange<Int>)] = [
            "handshakeSeconds": (\.handshake, 1...60), "headSeconds": (\.headTime, 1...300),
            "idleSeconds": (\.idle, 1...3_600),
        ]
        try reading.onlyMembers(Set(numbers.keys).union(times.keys))
        for (name, (place, range)) in numbers.sorted(by: { $0.key < $1.key }) {
            if let value = try reading.member(name)?.whole(in: range) { server.limits[keyPath: place] = value }
        }
        for (name, (place, range)) in times.sorted(by: { $0.key < $1.key }) {
            if let value = try reading.member(name)?.whole(in: range) {
                server.limits[keyPath: place] = .seconds(value)
            }
        }
        server.hasOwnConnections = reading.member("connections") != nil
        for name in ["connectionsPerAddress", "handshakes"] {
            guard let member = reading.member(name), let (place, _) = numbers[name] else { continue }
            let (part, all) = (server.limits[keyPath: place], server.limits.connections)
            guard part <= all else {
                throw member.refusal("is \(part), more than connections, \(all)")
            }
        }
    }
}
