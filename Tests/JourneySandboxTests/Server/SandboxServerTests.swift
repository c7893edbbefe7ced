import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyHarness
import JourneyLanguage
import JourneyServer
import TestSupport
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("Sandbox server")
struct SandboxServerTests {
    private func transport(_ server: SandboxServer) throws -> CurlTransport {
        CurlTransport(
            trust: TLSTrust(authorities: [server.authorityPEM], pins: try PinPolicy(pins: server.pins)))
    }

    private func token(_ server: SandboxServer) -> String {
        server.contextToken.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test("a client that trusts authority and pins gets a verified manifest and its bundle")
    func manifest() async throws {
        let server = try await SandboxServer.start(try .ephemeral())
        let id = try #require(JourneyID("money-transfer"))
        let client = try transport(server)
        var request = HTTPRequest(url: try #require(server.manifestURL(of: id)))
        request.headers["Authorization"] = "Bearer \(token(server))"
        request.headers["X-Partner-Id"] = "demo-partner"
        request.headers["X-Client-Id"] = "demo-client"
        let manifest = try await client.send(request, options: HTTPOptions())
        #expect(manifest.status == 200)
        let verified = try JourneyLoader.verify(
            manifest.body,
            trust: ManifestTrust(
                keys: server.keySet, leastVersion: .v12, now: Dependencies.system.now(), sdkVersion: "1.0.0",
                journey: id)
        )
        let bundle = try await client.send(HTTPRequest(url: verified.openAPIURL), options: HTTPOptions())
        let journey = try JourneyLoader.compile(verified, openAPI: bundle.body)
        guard case .web(.fixed(let page))? = journey.steps[journey.startStep]?.kind else {
            Issue.record("the first step is no page")
            return
        }
        #expect(page.origin == server.bank)
        // Not the file's own number, so that devices that know an earlier sandbox accept this one.
        #expect(try #require(verified.sequence) > 1_700_000_000_000)
        #expect(try await client.send(HTTPRequest(url: page), options: HTTPOptions()).status == 200)
        await server.stop()
    }

    @Test("an app known to an earlier sandbox is known to the next one")
    func devices() async throws {
        let scratch = try Scratch()
        var options = try SandboxOptions.ephemeral()
        options.devices = .file(scratch.path + "/devices.sqlite")
        let app = try TestApp()
        let path = "/instances/\(app.instance)/keys.json"
        let first = try await SandboxServer.start(options)
        var request = HTTPRequest(
            method: .post, url: try #require(HTTPSURL(origin: first.gateway, path: "/instances")),
            headers: [
                "Authorization": "Bearer \(token(first))", "X-Partner-Id": "demo-partner", "X-Client-Id": "demo-client",
                "Content-Type": "application/jose",
            ])
        let registration = try await app.signed(
            ["jwk": app.instanceKey.publicKey.jwk, "iat": app.now], "journey-instance+jwt", by: app.instanceKey)
        request.body = Array(registration.utf8)
        #expect(try await transport(first).send(request, options: HTTPOptions()).status == 201)
        await first.stop()
        let second = try await SandboxServer.start(options)
        let keys = HTTPRequest(url: try #require(HTTPSURL(origin: second.gateway, path: path)))
        #expect(try await transport(second).send(keys, options: HTTPOptions()).status == 200)
        await second.stop()
    }

    @Test("each server answers for its own name only")
    func names() async throws {
        let server = try await SandboxServer.start(try .ephemeral())
        let other = try #require(Origin(scheme: "https", host: "bank.localhost", port: server.gateway.port))
        let url = try #require(HTTPSURL(origin: other, path: "/.well-known/journey-keys.json"))
        let client = try transport(server)
        await #expect(throws: JourneyError.self) {
            try await client.send(HTTPRequest(url: url), options: HTTPOptions())
        }
        await server.stop()
    }

    @Test("a lost response reaches the client as a broken connection")
    func lost() async throws {
        let server = try await SandboxServer.start(try .ephemeral())
        server.faults.inject(.answerLost, into: "getAccount")
        let client = try transport(server)
        var request = HTTPRequest(url: try #require(HTTPSURL(origin: server.bank, path: "/api/accounts/current")))
        request.headers["Authorization"] = "Bearer \(token(server))"
        await #expect(throws: JourneyError.self) { try await client.send(request, options: HTTPOptions()) }
        #expect(try await client.send(request, options: HTTPOptions()).status == 200)
        await server.stop()
    }

    @Test("a card issuer is included, whose vault allows the gateway's pages")
    func cards() async throws {
        let now = Dependencies.system.now()
        let authority = try DevelopmentAuthority(
            notBefore: now.addingTimeInterval(-3_600), notAfter: now.addingTimeInterval(3_600))
        let identity = try authority.issue(
            names: [CardIssuerOptions.apiName, CardIssuerOptions.vaultName], notBefore: now.addingTimeInterval(-3_600),
            notAfter: now.addingTimeInterval(3_600))
        var options = try SandboxOptions.ephemeral()
        options.cards = CardIssuerOptions(
            seed: CardSeed(Secret(copying: SystemSeed.bytes)), apiIdentity: identity, vaultIdentity: identity)
        options.faults = try FaultPlan(
            reading: Array(
                #"{ "faults": [ { "operation": "cardFrame", "fault": "status", "status": 503, "count": 1 } ] }"#.utf8))
        let server = try await SandboxServer.start(options)
        let cards = try #require(server.cards)
        let client = CurlTransport(
            trust: TLSTrust(
                authorities: [authority.identity.certificatePEM],
                pins: try PinPolicy(pins: [CardIssuerOptions.vaultName: [identity.pin, authority.identity.pin]])))
        let frame = HTTPRequest(
            url: try #require(HTTPSURL(origin: cards.vault, path: CardVaultService.frame)))
        #expect(try await client.send(frame, options: HTTPOptions()).status == 503)
        let policy = try await client.send(frame, options: HTTPOptions()).headers["Content-Security-Policy"]
        #expect(policy?.contains("frame-ancestors \(server.gateway);") == true)
        #expect(server.pins[CardIssuerOptions.apiName]?.first == identity.pin)
        await server.stop()
        // Without an issuer, these operations don't exist.
        options.cards = nil
        await #expect(throws: JourneyError.self) { try await SandboxServer.start(options) }
    }

    @Test("the output for other processes contains no secret")
    func json() async throws {
        let server = try await SandboxServer.start(try .ephemeral())
        let readiness = SandboxReadiness(
            gateway: server.gateway, bank: server.bank, authorityPEM: server.authorityPEM, pins: server.pins,
            anchor: server.anchor.json, remoteKeys: server.remoteKeys.json,
            signInKeys: server.signInKeys.json, database: nil,
            contextTokenFile: "/somewhere/context-token")
        let text = readiness.json.compactText
        #expect(!text.contains(token(server)) && !text.contains("PRIVATE") && !text.contains("\"d\""))
        #expect(readiness.json["pins"]?["bank.localhost"]?.array?.compactMap(\.string?.utf8.count) == [44, 44])
        #expect(
            readiness.json.object?.keys.sorted() == [
                "anchor", "authorityPem", "bank", "cards", "contextTokenFile", "database", "gateway", "passes", "pins",
                "remoteKeys", "signInKeys", "wallet",
            ])
        #expect(SandboxReadiness(readiness.json) == readiness)
        await server.stop()
    }
}
