import Foundation
import JourneyBase
import Synchronization
import Testing

@testable import JourneyServer

@Suite("Callers, clients and refusals in the request log", .timeLimit(.minutes(10)))
struct RequestLogTests {
    private static let key = Secret(copying: [UInt8](repeating: 7, count: 32))

    /// Returns the logged fields of `requests`, each on a connection of its own.
    private func fields(
        _ service: any HTTPService, _ policy: RequestLogPolicy = RequestLogPolicy(key: key),
        limits: ServerLimits = ServerLimits(), _ requests: (TestServer) async throws -> Void
    ) async throws -> [[Log.Field: String]] {
        let lines = Mutex<[Log.Entry]>([])
        let log = Log { entry in lines.withLock { $0.append(entry) } }
        let test = try await TestServer(service, limits: limits, log: log, requestLog: policy)
        try await requests(test)
        await test.server.stop()
        return lines.withLock { $0.map(\.fields) }
    }

    private static let who = ClosureService { request in
        if let name = request.headers["X-Name"] { RequestCaller.identify("user", "partner", name) }
        return HTTPResponse(status: 200)
    }

    @Test("a caller has one pseudonym per key, which reveals nothing about the caller")
    func callers() async throws {
        func pseudonyms(_ policy: RequestLogPolicy) async throws -> [String?] {
            try await fields(Self.who, policy) { test in
                for name in ["ada", "ben", "ada"] { _ = try await test.ask("GET /", ["X-Name: \(name)"]) }
                _ = try await test.ask("GET /")
            }.map { $0[.caller] }
        }
        let first = try await pseudonyms(RequestLogPolicy(key: Self.key))
        #expect(first.count == 4 && first[0] == first[2] && first[0] != first[1] && first[3] == nil)
        for pseudonym in first.dropLast() {
            let text = try #require(pseudonym)
            #expect(text.utf8.count == 16 && Hex.decode(text) != nil)
        }
        #expect(try await pseudonyms(RequestLogPolicy(key: Self.key)) == first)
        let other = Secret(copying: [UInt8](repeating: 8, count: 32))
        let strangers = [
            try await pseudonyms(RequestLogPolicy(key: other)), try await pseudonyms(RequestLogPolicy()),
            try await pseudonyms(RequestLogPolicy()),
        ]
        #expect(Set(([first] + strangers).compactMap { $0[0] }).count == 4)
    }

    @Test("callers of different kinds, or with different parts, have different pseudonyms")
    func kinds() {
        let callers: [() -> Void] = [
            { RequestCaller.identify("user", "ab", "c") }, { RequestCaller.identify("user", "a", "bc") },
            { RequestCaller.identify("bank", "ab", "c") }, { RequestCaller.identify("user", "abc") },
        ]
        let identities = callers.map { identify in
            let caller = RequestCaller()
            RequestCaller.$current.withValue(caller, operation: identify)
            return caller.bytes
        }
        #expect(Set(identities).count == 4 && !identities.contains(nil))
        // Without a log there is no line.
        RequestCaller.identify("user", "a")
    }

    @Test(
        "the client's address is logged as configured",
        arguments: [
            (RequestLogPolicy.Addresses.full, "127.0.0.1"), (.truncated, "127.0.0.0/24"), (.none, nil),
        ] as [(RequestLogPolicy.Addresses, String?)])
    func addresses(addresses: RequestLogPolicy.Addresses, wanted: String?) async throws {
        let found = try await fields(Self.who, RequestLogPolicy(addresses: addresses, key: Self.key)) { test in
            _ = try await test.ask("GET /")
            _ = try await test.ask("BREW /")
        }
        #expect(found.map { $0[.address] } == [wanted, wanted])
    }

    @Test(
        "an IPv4 address keeps 24 bits, an IPv6 address 48, and a mapped address counts as IPv4",
        arguments: [
            ([203, 0, 113, 7], "203.0.113.7", "203.0.113.0/24"), ([0, 0, 0, 0], "0.0.0.0", "0.0.0.0/24"),
            ([255, 255, 255, 255], "255.255.255.255", "255.255.255.0/24"),
            (
                [0x20, 0x01, 0x0D, 0xB8, 0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 3], "2001:db8:1:2::3", "2001:db8:1::/48"
            ), ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], "::1", "::/48"),
            ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 203, 0, 113, 7], "203.0.113.7", "203.0.113.0/24"),
        ] as [([UInt8], String, String)])
    func truncation(bytes: [UInt8], full: String, truncated: String) throws {
        let address = try #require(ClientAddress(bytes))
        #expect(address.text == full && address.truncated == truncated)
        #expect(ClientAddress(Array(bytes.dropLast())) == nil)
    }

    @Test("a refusal is logged with its reason, and a success without one")
    func reasons() async throws {
        let service = Router([
            Route(.get, "/good") { _, _ in HTTPResponse(status: 200) },
            Route(.get, "/refused") { _, _ in Problem(403, "PARTNER_UNKNOWN", "No.").response },
            Route(.get, "/unsafe") { _, _ in HTTPResponse(status: 200, headers: ["X": "a\r\nb"]) },
            Route(.get, "/withheld") { _, _ in .withheld },
            Route(.post, "/small", body: .whole(limit: 4)) { _, _ in HTTPResponse(status: 200) },
        ])
        let limits = ServerLimits(target: 64)
        let cases: [(line: String, fields: [String], body: String, reason: String?)] = [
            ("GET /good", [], "", nil), ("GET /refused", [], "", "PARTNER_UNKNOWN"),
            ("GET /nothing", [], "", "NOT_FOUND"), ("POST /good", [], "", "METHOD_NOT_ALLOWED"),
            ("GET /unsafe", [], "", "RESPONSE_UNSAFE"), ("GET /withheld", [], "", "RESPONSE_WITHHELD"),
            ("POST /small", [], "12345", "BODY_TOO_LARGE"),
            ("GET /" + String(repeating: "a", count: 64), [], "", "TARGET_TOO_LONG"),
            ("BREW /good", [], "", "METHOD_UNSUPPORTED"),
            ("GET /good", ["Host: stranger.example"], "", "REQUEST_MALFORMED"),
        ]
        for one in cases {
            let found = try await fields(service, limits: limits) { test in
                _ = try? await test.ask(one.line, one.fields, body: one.body)
            }
            #expect(found.map { $0[.code] } == [one.reason], "\(one.line)")
        }
        let other = try await fields(service) { test in
            _ = try await test.exchange(Array("GET / HTTP/1.1\r\nHost: stranger.example\r\n\r\n".utf8))
        }
        #expect(other.map { $0[.code] } == ["HOST_UNKNOWN"])
    }

    @Test(
        "an unknown reason code in a response is not logged",
        arguments: [
            #"{"code": "c4n4ry"}"#, #"{"code": "CODE canary=1"}"#, #"{"code": 7}"#, "no JSON", "{}",
            #"{"code": ""}"#,
        ])
    func foreignReasons(body: String) async throws {
        let service = ClosureService { _ in
            HTTPResponse(
                status: 400, headers: ["Content-Type": "application/problem+json"], body: Array(body.utf8))
        }
        let found = try await fields(service) { test in _ = try await test.ask("GET /") }
        #expect(found.map { $0[.code] } == [nil])
    }

    @Test("a client that disconnects and a service that times out have different log outcomes")
    func cut() async throws {
        let slow = ClosureService { _ in
            try? await Task.sleep(for: .seconds(60))
            return HTTPResponse(status: 200)
        }
        let late = try await fields(slow, limits: ServerLimits(handling: .milliseconds(100))) { test in
            let answer = try await test.ask("GET /")
            #expect(answer?.status == 503)
        }
        #expect(late.map { $0[.code] } == ["SERVICE_TOO_SLOW"])
        let silent = try await fields(Self.who, limits: ServerLimits(transfer: .milliseconds(200))) { test in
            _ = try? await test.exchange(Array(test.message("POST /", ["Content-Length: 5"]).utf8))
        }
        #expect(silent.map { $0[.code] } == ["CLIENT_TOO_SLOW"])
    }
}
