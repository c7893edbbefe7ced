import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import Synchronization
import Testing
import WalletPass

@testable import JourneyGateway
@testable import JourneyServer

@Suite("Request log of a gateway", .timeLimit(.minutes(10)))
struct GatewayLogTests {
    private func error(_ folder: GatewayFolder, _ log: JSONValue) async throws -> JourneyError? {
        var configuration = GatewayFolder.configuration.object ?? [:]
        configuration["log"] = log
        try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
        do throws(JourneyError) {
            _ = try await Gateway.check(configuration: folder.file)
            return nil
        } catch { return error }
    }

    @Test("a check validates the request log settings with the location of each mistake")
    func checked() async throws {
        try await GatewayFolder.visit { folder in
            try folder.write("log-key", Array(Base64URL.encode([UInt8](repeating: 1, count: 32)).utf8), mode: 0o600)
            try folder.write("short-key", Array("short".utf8), mode: 0o600)
            try folder.write("open-key", [UInt8](repeating: 0x61, count: 32), mode: 0o644)
            for good: JSONValue in [
                [:], ["addresses": "full"], ["addresses": "truncated"], ["addresses": "none"],
                ["addresses": "full", "pseudonymKeyFile": "log-key"],
            ] { #expect(try await error(folder, good) == nil, "\(good.compactText)") }
            for (bad, code, place) in [
                (["addresses": "some"], .configurationInvalid, "log.addresses"),
                (["addresses": true], .configurationInvalid, "log.addresses"),
                (["address": "full"], .configurationInvalid, "log.address"),
                (["pseudonymKeyFile": "missing"], .fileUnusable, "log.pseudonymKeyFile"),
                (["pseudonymKeyFile": "short-key"], .fileUnusable, "log.pseudonymKeyFile"),
                (["pseudonymKeyFile": "open-key"], .secretExposed, "log.pseudonymKeyFile"),
            ] as [(JSONValue, ErrorCode, String)] {
                let found = try await error(folder, bad)
                #expect(found?.code == code && found?.message.contains(place) == true, "\(bad.compactText)")
            }
        }
    }

    /// Runs a gateway with `log` in its configuration, lets `body` call it, and returns the fields of the request log.
    private func fields(
        _ log: JSONValue, _ body: (GatewayFixture.Client) async throws -> Void
    ) async throws -> [[Log.Field: String]] {
        let entries = Mutex<[Log.Entry]>([])
        try await GatewayFolder.visit { folder in
            try folder.write("log-key", Array("0123456789abcdef0123456789abcdef".utf8), mode: 0o600)
            var configuration = GatewayFolder.configuration.object ?? [:]
            configuration["log"] = log
            try folder.write("gateway.json", JSONValue.object(configuration).compactBytes)
            var dependencies = Dependencies.system
            dependencies.log = Log { entry in entries.withLock { $0.append(entry) } }
            let gateway = try await Gateway.start(configuration: folder.file, dependencies: dependencies)
            do {
                try await body(
                    GatewayFixture.Client(
                        transport: GatewayFixture.transport(folder),
                        origin: try #require(Origin(scheme: "https", host: "gateway.localhost", port: gateway.port))))
            } catch {
                await gateway.stop()
                throw error
            }
            await gateway.stop()
        }
        return entries.withLock { $0 }.filter { $0.sentence == "A request ended." }.map(\.fields)
    }

    @Test(
        "a log entry has the caller's pseudonym and network; without a known token it has no caller"
    )
    func requests() async throws {
        func ask(_ client: GatewayFixture.Client, _ headers: HTTPFields) async throws {
            let url = try #require(HTTPSURL(origin: client.origin, path: "/journeys/transfer/manifest.json"))
            _ = try await client.transport.send(HTTPRequest(url: url, headers: headers), options: HTTPOptions())
        }
        let log: JSONValue = ["pseudonymKeyFile": "log-key"]
        let stranger: HTTPFields = [
            "Authorization": "Bearer c4n4ry", "X-Partner-Id": "partner", "X-Client-Id": "client",
        ]
        let other: HTTPFields = [
            "Authorization": "Bearer \(GatewayFolder.token)", "X-Partner-Id": "c4n4ry", "X-Client-Id": "client",
        ]
        let found = try await fields(log) { client in
            for headers in [GatewayFixture.known, stranger, other, [:]] { try await ask(client, headers) }
        }
        #expect(found.map { $0[.status] } == ["200", "401", "403", "401"])
        #expect(found.map { $0[.code] } == [nil, "AUTH_EXPIRED", "PARTNER_UNKNOWN", "AUTH_EXPIRED"])
        // A known token yields a pseudonym, also for a refused request.
        #expect(found.map { $0[.caller] != nil } == [true, false, true, false])
        #expect(found[0][.caller] == found[2][.caller])
        #expect(found.allSatisfy { $0[.address] == "127.0.0.0/24" })
        #expect(
            found.allSatisfy { line in line.values.allSatisfy { !$0.contains("c4n4ry") && !$0.contains("partner") } })
        // The same caller has the same pseudonym under the same key after any restart.
        let again = try await fields(["pseudonymKeyFile": "log-key", "addresses": "none"]) { client in
            try await ask(client, GatewayFixture.known)
        }
        #expect(again.map { $0[.caller] } == [found[0][.caller]] && again[0][.address] == nil)
    }

    /// Returns the caller recorded by a service.
    private func caller(_ ask: () async throws -> Int) async throws -> (status: Int, bytes: [UInt8]?) {
        let caller = RequestCaller()
        let status = try await RequestCaller.$current.withValue(caller) { try await ask() }
        return (status, caller.bytes)
    }

    @Test("the pass service logs callers by record, and unauthenticated ones not at all")
    func passes() async throws {
        try await PassServiceFixture.visit { fixture in
            let issued = try await caller { try await fixture.issue().status }
            let session = try #require(try await fixture.issue().binding?.sessionIdentifier)
            let looked = try await caller { try await fixture.status(of: session).status }
            let called = try await caller { try await fixture.call(session).status }
            let other = try await caller { try await fixture.issue("OTHER-001", token: fixture.otherToken).status }
            let stranger = try await caller { try await fixture.issue(token: "stranger").status }
            #expect([issued, looked, called, other, stranger].map(\.status) == [200, 200, 200, 200, 401])
            #expect(issued.bytes != nil && issued.bytes == looked.bytes && issued.bytes != other.bytes)
            #expect(called.bytes == Array("pass\0\(PassServiceFixture.type)\0S-TICKET-001".utf8))
            #expect(stranger.bytes == nil)
        }
    }

    @Test("a refused caller of the pass service is logged like a served one")
    func refusedPasses() async throws {
        try await PassServiceFixture.visit(.sqlite, { ($0.rates.issuerData, $0.rates.reads) = (2, 1) }) { fixture in
            let served = try await caller { try await fixture.issue().status }
            let unknown = try await caller { try await fixture.issue("TICKET-404").status }
            let session = try #require(try await fixture.issue().binding?.sessionIdentifier)
            // Above the limit: refused before the database is queried.
            let late = try await caller { try await fixture.issue().status }
            _ = try await fixture.status(of: session)
            let look = try await caller { try await fixture.status(of: session).status }
            let stranger = try await caller { try await fixture.issue(token: "stranger").status }
            #expect([served, unknown, late, look, stranger].map(\.status) == [200, 404, 429, 429, 401])
            #expect(served.bytes != nil && stranger.bytes == nil)
            #expect([unknown, late, look].allSatisfy { $0.bytes == served.bytes })
        }
    }
}
