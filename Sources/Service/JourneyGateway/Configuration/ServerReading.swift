import JourneyBase
import JourneyLanguage
import JourneyServer

/// Reads `listen` and `server`: where a gateway answers, behind whom, and within which limits.
struct ServerReading {
    typealias Listener = GatewayConfiguration.Listener

    /// Gives the path that a member names.
    let path: (Reading) throws(Refusal) -> String

    /// Reads both.
    ///
    /// - Parameters:
    ///   - listen: The member `listen`, which has the one address where `server` has no `listeners`.
    ///   - server: The member `server`; `nil`: all of it is as usual.
    func server(listen: Reading, _ server: Reading?) throws(Refusal) -> GatewayConfiguration.Server {
        try server?.onlyMembers(["listeners", "limits", "loops"])
        var read: GatewayConfiguration.Server
        if let list = server?.member("listeners") {
            for name in ["address", "port"] {
                guard let member = listen.member(name) else { continue }
                throw member.refusal("stands beside server.listeners; an address is named in one of the two")
            }
            read = GatewayConfiguration.Server(try listeners(list))
            guard read.hasPort || listen.member("publicPort") != nil else {
                throw listen.refusal("has no publicPort, and no listener has a port that requests could name")
            }
        } else {
            let host = try ServerReading.address(listen.required("address"))
            read = GatewayConfiguration.Server([
                Listener(.host(host, port: try listen.required("port").whole(in: 0...65_535)))
            ])
        }
        if let limits = server?.member("limits") { try ServerReading.read(limits, into: &read) }
        // Where the total is smaller than usual, so are its shares.
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
            throw reading.refusal("is no IPv4 address such as 127.0.0.1")
        }
        return text
    }

    private func listeners(_ list: Reading) throws(Refusal) -> [Listener] {
        try list.atMost(16, "listeners")
        var listeners: [Listener] = []
        for element in try list.elements() {
            let listener = try listener(element)
            if let first = listeners.firstIndex(where: { $0.socket == listener.socket && !ServerReading.isFree($0) }) {
                throw element.refusal("listens where \(list.path)[\(first)] does")
            }
            listeners.append(listener)
        }
        guard listeners.contains(where: { !$0.isHealthOnly }) else {
            throw list.refusal("has nothing but health listeners, or is empty; nobody could be served")
        }
        return listeners
    }

    /// Returns `true` if the system chooses the port: two such listeners never collide.
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
                throw member.refusal("is no IPv4 address such as 0.0.0.0 and no IPv6 address such as ::")
            }
            listener = Listener(.host(host, port: try reading.required("port").whole(in: 0...65_535)))
        case ["unixSocket"]:
            try reading.onlyMembers(common.union(["unixSocket", "mode"]))
            listener = Listener(try unixSocket(reading))
        case ["activation"]:
            try reading.onlyMembers(common.union(["activation"]))
            listener = Listener(.activation(name: try ServerReading.socketName(reading.required("activation"))))
        default:
            // What is misspelt or of another type is said first.
            try reading.onlyMembers(common.union(["address", "port", "unixSocket", "mode", "activation"]))
            throw reading.refusal("has to have address, unixSocket or activation, and only one of them")
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
            guard !listener.isPlain else { throw certificates.refusal("needs TLS, and the listener is plain") }
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
                "has \(path.utf8.count) bytes as a whole path; a Unix socket's has at most \(ServerListener.longestPath)"
            )
        }
        guard let mode = reading.member("mode") else {
            return .unix(path: path, mode: ServerListener.ownerOnly)
        }
        switch try mode.text() {
        case "0600": return .unix(path: path, mode: 0o600)
        case "0660": return .unix(path: path, mode: 0o660)
        default: throw mode.refusal("is neither 0600 nor 0660, and no other users may connect")
        }
    }

    /// A name as systemd takes it (systemd.socket(5), `FileDescriptorName=`).
    private static func socketName(_ reading: Reading) throws(Refusal) -> String {
        let name = try reading.text()
        guard name.utf8.count <= 255, name.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: ":") })
        else {
            throw reading.refusal("is no name of a socket: up to 255 visible ASCII characters without a colon")
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
            throw member.refusal("names several ways; a proxy has one: \(ways.joined(separator: ", "))")
        }
        guard let way = TrustedProxies.ForwardingMethod(rawValue: try member.text()) else {
            throw member.refusal("is none of \(ways.joined(separator: ", "))")
        }
        switch socket {
        case .unix:
            if let from = reading.member("from") {
                throw from.refusal("is of a Unix socket, where no peer has an address: its mode says who may connect")
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
                    "is no block of addresses such as 10.0.0.0/8, with all bits behind its prefix zero")
            }
            guard !block.isEverything else {
                throw element.refusal("is every address; each client could say where it comes from")
            }
            guard !blocks.contains(block) else { throw element.refusal("stands twice") }
            blocks.append(block)
        }
        guard !blocks.isEmpty else { throw list.refusal("is empty; leave proxies out") }
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
                throw member.refusal("is \(part), more than connections, of which there are \(all)")
            }
        }
    }
}
