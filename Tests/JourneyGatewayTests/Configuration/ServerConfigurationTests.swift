import Foundation
import JourneyBase
import JourneyServer
import Testing

@testable import JourneyGateway

@Suite("Listeners, proxies and limits")
struct ServerConfigurationTests {
    private func read(_ value: JSONValue) throws(JourneyError) -> GatewayConfiguration {
        try GatewayConfiguration(reading: value.compactBytes, folder: "/etc/gateway")
    }

    /// Returns the default configuration with these members replaced.
    private func with(_ members: [String: JSONValue?]) -> JSONValue {
        var all = GatewayFolder.configuration.object ?? [:]
        for (name, value) in members { all[name] = value }
        return .object(all)
    }

    /// Returns the default configuration with these listeners and `publicPort`.
    private func with(listeners: JSONValue, publicPort: JSONValue? = 443) -> JSONValue {
        var listen: [String: JSONValue] = ["names": ["gateway.localhost"]]
        listen["publicPort"] = publicPort
        return with(["listen": .object(listen), "server": ["listeners": listeners]])
    }

    @Test("an old configuration has one TLS listener and default limits")
    func usual() throws {
        let configuration = try read(GatewayFolder.configuration)
        #expect(
            configuration.server == GatewayConfiguration.Server([.init(.host("127.0.0.1", port: 0))]))
        #expect(configuration.server.limits == ServerLimits() && configuration.port == 0)
        #expect(
            configuration.certificates == [
                .init(certificateFile: "/etc/gateway/chain.pem", keyFile: "/etc/gateway/key.pem")
            ])
        #expect(try read(with(["server": [:]])).server == configuration.server)
    }

    @Test("listeners of each kind are read with all their settings")
    func listeners() throws {
        let configuration = try read(
            with(
                listeners: [
                    ["address": "0:0:0:0:0:0:0:0", "port": 8_443],
                    [
                        "address": "10.0.0.5", "port": 9_443, "clientCertificates": ["authoritiesFile": "partners.pem"],
                        "proxies": ["from": ["10.1.0.0/16", "2001:db8::/32"], "way": "proxy-v2"],
                    ],
                    ["unixSocket": "gateway.sock", "plain": true, "proxies": ["way": "forwarded"]],
                    ["unixSocket": "/run/gateway/tls.sock", "mode": "0660"],
                    [
                        "activation": "gateway.socket",
                        "proxies": ["from": ["192.0.2.1"], "way": "x-forwarded-for"],
                    ],
                    ["address": "::1", "port": 8_081, "plain": true, "healthOnly": true],
                ]))
        let listeners = configuration.server.listeners
        #expect(
            listeners.map(\.socket) == [
                .host("::", port: 8_443), .host("10.0.0.5", port: 9_443),
                .unix(path: "/etc/gateway/gateway.sock", mode: 0o600),
                .unix(path: "/run/gateway/tls.sock", mode: 0o660), .activation(name: "gateway.socket"),
                .host("::1", port: 8_081),
            ])
        #expect(listeners.map(\.isPlain) == [false, false, true, false, false, true])
        #expect(listeners.map(\.isHealthOnly) == [false, false, false, false, false, true])
        #expect(listeners.map(\.clientAuthoritiesFile) == [nil, "/etc/gateway/partners.pem", nil, nil, nil, nil])
        #expect(
            listeners.map { $0.proxies?.way } == [nil, .proxyV2, .forwarded, nil, .xForwardedFor, nil])
        #expect(
            listeners.map { $0.proxies?.blocks.map(\.description) } == [
                nil, ["10.1.0.0/16", "2001:db8::/32"], [], nil, ["192.0.2.1/32"], nil,
            ])
        #expect(configuration.port == 8_443 && configuration.publicPort == 443)
    }

    @Test("two listeners may use a free port, and a health-only one does not set the public port")
    func ports() throws {
        let free: JSONValue = ["address": "127.0.0.1", "port": 0]
        #expect(try read(with(listeners: [free, free], publicPort: nil)).server.listeners.count == 2)
        let health: JSONValue = ["address": "127.0.0.1", "port": 8_081, "healthOnly": true]
        #expect(try read(with(listeners: [health, ["address": "127.0.0.1", "port": 8_443]])).port == 8_443)
    }

    @Test("certificates for other names and OCSP responses are named by files, and are optional without TLS")
    func certificates() throws {
        let tls: JSONValue = [
            "certificateFile": "a.pem", "keyFile": "a.key", "stapleFile": "a.ocsp",
            "additional": [["certificateFile": "/b.pem", "keyFile": "b.key"]],
        ]
        #expect(
            try read(with(["tls": tls])).certificates == [
                .init(
                    certificateFile: "/etc/gateway/a.pem", keyFile: "/etc/gateway/a.key",
                    stapleFile: "/etc/gateway/a.ocsp"),
                .init(certificateFile: "/b.pem", keyFile: "/etc/gateway/b.key"),
            ])
        var plain = with(listeners: [["unixSocket": "/s", "plain": true]]).object ?? [:]
        #expect(try read(.object(plain)).certificates.count == 1)
        plain["tls"] = nil
        let configuration = try read(.object(plain))
        #expect(configuration.certificates.isEmpty && configuration.keyFile == nil && configuration.port == 0)
    }

    @Test("limits are read, and omitted ones fit those given")
    func limits() throws {
        let all: JSONValue = [
            "connections": 20_000, "connectionsPerAddress": 1_000, "handshakes": 2_000, "handshakeSeconds": 5,
            "headSeconds": 15, "leastBodyBytesPerSecond": 0, "idleSeconds": 75, "requestsPerConnection": 50,
            "streams": 256,
            "streamsPerConnection": 32,
        ]
        let server = try read(with(["server": ["limits": all, "loops": 4]])).server
        #expect(
            server.limits
                == ServerLimits(
                    connections: 20_000, connectionsPerAddress: 1_000, handshakes: 2_000, requestsPerConnection: 50,
                    streams: 256, streamsPerConnection: 32, leastBodyRate: 0, idle: .seconds(75),
                    handshake: .seconds(5),
                    headTime: .seconds(15)))
        #expect(server.loops == 4 && server.hasOwnConnections)
        let small = try read(with(["server": ["limits": ["connections": 100]]])).server.limits
        #expect(small.connections == 100 && small.connectionsPerAddress == 100 && small.handshakes == 100)
        let shared = try read(with(["server": ["limits": ["connectionsPerAddress": 4_096]]])).server
        #expect(shared.limits.connectionsPerAddress == 4_096 && !shared.hasOwnConnections)
    }

    private static let one: JSONValue = ["address": "127.0.0.1", "port": 8_443]

    private static func one(_ members: [String: JSONValue]) -> JSONValue {
        .array([.object((one.object ?? [:]).merging(members) { $1 })])
    }

    private static func proxied(_ members: [String: JSONValue]) -> JSONValue { one(["proxies": .object(members)]) }

    @Test(
        "a mistake in listeners is refused with its location",
        arguments: [
            ([], "server.listeners needs a listener that is not healthOnly."),
            (
                one(["healthOnly": true]),
                "server.listeners needs a listener that is not healthOnly."
            ),
            ([[:]], "server.listeners[0] must have exactly one of address, unixSocket and activation."),
            (
                one(["unixSocket": "/s"]),
                "server.listeners[0] must have exactly one of address, unixSocket and activation."
            ),
            (
                [["adress": "::", "port": 1]],
                "server.listeners[0].adress is an unknown member; did you mean 'address'?"
            ),
            (["::"], "server.listeners[0] is not an object."),
            ([["address": "::"]], "server.listeners[0].port is missing."),
            (one(["port": 65_536]), "server.listeners[0].port is not between 0 and 65535."),
            (
                one(["address": "gateway.localhost"]),
                "server.listeners[0].address is neither an IPv4 address such as 0.0.0.0 nor an IPv6 address such as ::."
            ),
            (
                one(["address": "[::1]"]),
                "server.listeners[0].address is neither an IPv4 address such as 0.0.0.0 nor an IPv6 address such as ::."
            ),
            (one(["mode": "0600"]), "server.listeners[0].mode is an unknown member."),
            (
                [["unixSocket": "/s", "port": 1]], "server.listeners[0].port is an unknown member."
            ),
            ([["activation": "a", "port": 1]], "server.listeners[0].port is an unknown member."),
            (
                [["unixSocket": "/s", "mode": "0666"]],
                "server.listeners[0].mode is neither 0600 nor 0660; other users must not connect."
            ),
            (
                [["unixSocket": "/s", "mode": 600]], "server.listeners[0].mode is not a string."
            ),
            (
                [["unixSocket": .string("/" + String(repeating: "s", count: 107))]],
                "server.listeners[0].unixSocket has 108 bytes as an absolute path; a Unix socket path has at most 107."
            ),
            (
                [["activation": "a:b"]],
                "server.listeners[0].activation is not a socket name: up to 255 visible ASCII characters without a colon."
            ),
            ([one, one], "server.listeners[1] has the same address as server.listeners[0]."),
            (
                [["address": "::1", "port": 1], ["address": "0::1", "port": 1]],
                "server.listeners[1] has the same address as server.listeners[0]."
            ),
            (
                [one, ["activation": "a"], ["activation": "a", "healthOnly": true]],
                "server.listeners[2] has the same address as server.listeners[1]."
            ),
            (
                [["address": "0.0.0.0", "port": 80, "plain": true]],
                "server.listeners[0].plain is true at 0.0.0.0; plain HTTP is for Unix sockets and loopback only."
            ),
            (
                [["address": "::2", "port": 80, "plain": true, "healthOnly": true]],
                "server.listeners[0].plain is true at ::2; plain HTTP is for Unix sockets and loopback only."
            ),
            (one(["plain": 1]), "server.listeners[0].plain must be true or false."),
            (
                one(["plain": true, "clientCertificates": ["authoritiesFile": "a"]]),
                "server.listeners[0].clientCertificates needs TLS, but the listener is plain."
            ),
            (
                one(["clientCertificates": [:]]), "server.listeners[0].clientCertificates.authoritiesFile is missing."
            ),
            (proxied(["from": ["10.0.0.0/8"]]), "server.listeners[0].proxies.way is missing."),
            (proxied(["way": "forwarded"]), "server.listeners[0].proxies.from is missing."),
            (
                proxied(["from": ["10.0.0.0/8"], "way": "proxy-v1"]),
                "server.listeners[0].proxies.way is not one of forwarded, x-forwarded-for, proxy-v2."
            ),
            (
                proxied(["from": ["10.0.0.0/8"], "way": ["forwarded", "proxy-v2"]]),
                "server.listeners[0].proxies.way is a list; a proxy has one way: forwarded, x-forwarded-for, proxy-v2."
            ),
            (
                proxied(["from": [], "way": "forwarded"]),
                "server.listeners[0].proxies.from is empty; remove proxies instead."
            ),
            (
                proxied(["from": ["10.0.0.0/8", "10.0.0.1/8"], "way": "forwarded"]),
                "server.listeners[0].proxies.from[1] is not an address block such as 10.0.0.0/8, with all bits after the"
                    + " prefix zero."
            ),
            (
                proxied(["from": ["10.0.0.0/33"], "way": "forwarded"]),
                "server.listeners[0].proxies.from[0] is not an address block such as 10.0.0.0/8, with all bits after the"
                    + " prefix zero."
            ),
            (
                proxied(["from": ["0.0.0.0/0"], "way": "forwarded"]),
                "server.listeners[0].proxies.from[0] covers every address, so any client could forge its address."
            ),
            (
                proxied(["from": ["10.0.0.1", "10.0.0.1/32"], "way": "forwarded"]),
                "server.listeners[0].proxies.from[1] appears twice."
            ),
            (
                [["unixSocket": "/s", "proxies": ["from": ["10.0.0.0/8"], "way": "forwarded"]]],
                "server.listeners[0].proxies.from does not apply to a Unix socket, whose peers have no address;"
                    + " use its mode."
            ),
        ] as [(JSONValue, String)])
    func listenerSlips(listeners: JSONValue, sentence: String) {
        refuses(with(listeners: listeners), sentence)
    }

    @Test(
        "a mistake in limits is refused with its location",
        arguments: [
            (["limits": ["connections": 0]], "server.limits.connections is not between 1 and 1000000."),
            (["limits": ["connections": 1_000_001]], "server.limits.connections is not between 1 and 1000000."),
            (["limits": ["connections": "200"]], "server.limits.connections is not a whole number."),
            (["limits": ["handshakeSeconds": 61]], "server.limits.handshakeSeconds is not between 1 and 60."),
            (["limits": ["headSeconds": 0]], "server.limits.headSeconds is not between 1 and 300."),
            (["limits": ["idleSeconds": 3_601]], "server.limits.idleSeconds is not between 1 and 3600."),
            (
                ["limits": ["leastBodyBytesPerSecond": -1]],
                "server.limits.leastBodyBytesPerSecond is not between 0 and 1000000."
            ),
            (
                ["limits": ["streamsPerConnection": 1_001]],
                "server.limits.streamsPerConnection is not between 1 and 1000."
            ),
            (
                ["limits": ["connections": 200, "connectionsPerAddress": 201]],
                "server.limits.connectionsPerAddress is 201, more than connections, 200."
            ),
            (
                ["limits": ["connectionsPerAddress": 4_097]],
                "server.limits.connectionsPerAddress is 4097, more than connections, 4096."
            ),
            (
                ["limits": ["connections": 200, "handshakes": 201]],
                "server.limits.handshakes is 201, more than connections, 200."
            ),
            (
                ["limits": ["conections": 200]],
                "server.limits.conections is an unknown member; did you mean 'connections'?"
            ),
            (["loops": 257], "server.loops is not between 0 and 256."),
            (["loop": 1], "server.loop is an unknown member; did you mean 'loops'?"),
        ] as [(JSONValue, String)])
    func limitSlips(server: JSONValue, sentence: String) { refuses(with(["server": server]), sentence) }

    @Test("a setting given in two places, or in none, is refused with its location")
    func places() {
        let names: JSONValue = ["gateway.localhost"]
        let listeners: JSONValue = ["listeners": [Self.one]]
        for (name, value) in [("address", "127.0.0.1"), ("port", 8_443)] as [(String, JSONValue)] {
            refuses(
                with(["listen": ["names": names, .init(name): value], "server": listeners]),
                "listen.\(name) conflicts with server.listeners; name addresses in one of the two.")
        }
        refuses(with(["listen": ["names": names]]), "listen.address is missing.")
        refuses(
            with(["listen": ["names": names, "address": "::", "port": 1]]),
            "listen.address is an IPv6 address; name it in server.listeners.")
        for socket in [["unixSocket": "/s"], ["activation": "a"]] as [JSONValue] {
            refuses(
                with(listeners: [socket, ["address": "::1", "port": 1, "healthOnly": true]], publicPort: nil),
                "listen needs publicPort, because no listener has a port that requests could name.")
        }
        refuses(
            with(["server": ["listeners": [Self.one]], "listen": ["names": names], "tls": nil]), "tls is missing.")
        refuses(
            with(["tls": ["certificateFile": "a", "keyFile": "b", "additional": [["certificateFile": "c"]]]]),
            "tls.additional[0].keyFile is missing.")
        refuses(
            with([
                "tls": [
                    "certificateFile": "a", "keyFile": "b", "additional": [["certificateFile": "a", "keyFile": "c"]],
                ]
            ]), "tls.additional[0] repeats a certificate that is listed before.")
    }

    @Test(
        "the example in docs/reference/gateway.md is valid, and its table has every limit, default and range"
    )
    func documented() throws {
        let page = try String(contentsOfFile: ServerConfigurationTests.page, encoding: .utf8)
        let section = try #require(page.components(separatedBy: "## Listeners, proxies and limits\n").dropFirst().first)
        let example = try #require(section.components(separatedBy: "```").dropFirst().first).dropFirst("json\n".count)
        let members = try JSONReader.read(Array("{\(example)}".utf8)).object ?? [:]
        let server = try read(with(members.mapValues { $0 })).server
        #expect(server.listeners.count == 7 && server.limits.connections == 20_000 && server.loops == 2)
        let rows = section.components(separatedBy: "\n").compactMap {
            line -> (name: String, range: String, usual: Int)? in
            let cells = line.components(separatedBy: " | ")
            guard cells.count == 4, let usual = Int(cells[3].filter(\.isNumber)) else { return nil }
            return (cells[0].trimmingCharacters(in: ["|", " ", "`"]), cells[2].replacing(",", with: ""), usual)
        }
        #expect(rows.count == 10)
        for row in rows {
            let ends = row.range.components(separatedBy: " to ").compactMap { Int($0) }
            // The shares of `connections` may equal the total.
            func limits(_ value: Int) -> JSONValue {
                let members: [String: JSONValue] = ["connections": 1_000_000]
                return with([
                    "server": ["limits": .object(members.merging([row.name: .number(JSONNumber(value))]) { $1 })]
                ])
            }
            #expect(ends.count == 2, "\(row)")
            for end in ends { #expect(throws: Never.self, "\(row)") { try read(limits(end)) } }
            #expect(throws: JourneyError.self, "\(row)") { try read(limits((ends.first ?? 0) - 1)) }
            #expect(throws: JourneyError.self, "\(row)") { try read(limits((ends.last ?? 0) + 1)) }
            var usual = ServerLimits()
            usual.connections = row.name == "connections" ? usual.connections : 1_000_000
            #expect(try read(limits(row.usual)).server.limits == usual, "\(row)")
        }
    }

    private static let page = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "docs/reference/gateway.md").path

    private func refuses(
        _ configuration: JSONValue, _ sentence: String, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: JourneyError.self, sourceLocation: sourceLocation) { try read(configuration) }
        #expect(error?.code == .configurationInvalid, sourceLocation: sourceLocation)
        #expect(error?.message == sentence, sourceLocation: sourceLocation)
    }
}
