import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyLanguage
import JourneyTesting
import Testing

@testable import JourneySandbox
@testable import SandboxServices

@Suite("A misbehaving sandbox on real sockets", .timeLimit(.minutes(10)))
struct FaultyServerTests {
    /// A device's client of the sandbox's servers.
    private struct Client {
        let transport: CurlTransport
        let token: String

        func get(_ origin: Origin, _ path: String) async throws -> HTTPResponse {
            let request = HTTPRequest(
                url: try #require(HTTPSURL(origin: origin, path: path)),
                headers: [
                    "Authorization": "Bearer \(token)", "X-Partner-Id": "demo-partner", "X-Client-Id": "demo-client",
                ])
            return try await transport.send(request, options: HTTPOptions(timeout: .seconds(10)))
        }
    }

    /// Runs `body` with a sandbox with these faults and a client.
    private func visit(
        _ faults: JSONValue, _ body: (SandboxServer, Client) async throws -> Void
    ) async throws {
        var options = try SandboxOptions.ephemeral()
        options.faults = try FaultPlan(reading: faults.compactBytes)
        let server = try await SandboxServer.start(options)
        let client = Client(
            transport: CurlTransport(
                trust: TLSTrust(authorities: [server.authorityPEM], pins: try PinPolicy(pins: server.pins))),
            token: server.contextToken.withBytes { String(decoding: $0, as: UTF8.self) })
        do {
            try await body(server, client)
            await server.stop()
        } catch {
            await server.stop()
            throw error
        }
    }

    private let account = "/api/accounts/current"
    private let manifest = "/journeys/money-transfer/manifest.json"

    private func fault(_ members: [String: JSONValue], at operation: String = "getAccount") -> JSONValue {
        ["faults": [.object(members.merging(["operation": .string(operation)]) { $1 })]]
    }

    @Test("a latency fault delays the response, which arrives whole")
    func latency() async throws {
        try await visit(fault(["fault": "latency", "milliseconds": 300, "count": 1])) { server, ask async throws in
            let begin = ContinuousClock.now
            #expect(try await ask.get(server.bank, account).status == 200)
            #expect(ContinuousClock.now - begin >= .milliseconds(300))
        }
    }

    @Test("a 429 fault has Retry-After in seconds and as a date of the server's clock")
    func rateLimited() async throws {
        try await visit(fault(["fault": "rateLimited", "retryAfterSeconds": 7, "count": 1])) {
            server, ask async throws in
            let response = try await ask.get(server.bank, account)
            #expect(response.status == 429 && response.headers["Retry-After"] == "7")
            #expect(try JSONReader.read(response.body)["code"] == "RATE_LIMITED")
            #expect(try await ask.get(server.bank, account).status == 200)
        }
        try await visit(fault(["fault": "rateLimited", "retryAfterSeconds": 60, "asDate": true])) {
            server, ask async throws in
            let before = Date()
            let text = try #require(try await ask.get(server.bank, account).headers["Retry-After"])
            let format = DateFormatter()
            format.locale = Locale(identifier: "en_US_POSIX")
            format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
            let date = try #require(format.date(from: text))
            // Whole seconds, relative to the time of the answer.
            #expect((before.addingTimeInterval(59)...Date().addingTimeInterval(61)).contains(date))
            #expect(text.hasSuffix(" GMT") && text.utf8.count == 29)
        }
    }

    @Test("a 5xx fault occurs as often as configured, and nothing is done")
    func status() async throws {
        try await visit(fault(["fault": "status", "status": 503, "count": 2])) { server, ask async throws in
            #expect(try await ask.get(server.bank, account).status == 503)
            #expect(try await ask.get(server.bank, account).status == 503)
            #expect(try await ask.get(server.bank, account).status == 200)
        }
    }

    @Test("a dropped connection gives no response, before and after the action", arguments: ["before", "after"])
    func dropped(when: String) async throws {
        try await visit(fault(["fault": "dropped", "when": .string(when), "count": 1])) { server, ask async throws in
            await #expect(throws: JourneyError.self) { try await ask.get(server.bank, account) }
            #expect(try await ask.get(server.bank, account).status == 200)
        }
    }

    @Test("a path's faults apply on both servers")
    func paths() async throws {
        try await visit(["faults": [["path": "/journeys/*", "fault": "status", "status": 500]]]) {
            server, ask async throws in
            #expect(try await ask.get(server.gateway, manifest).status == 500)
            #expect(try await ask.get(server.bank, account).status == 200)
        }
    }

    @Test("a wrong-signature fault leaves the manifest whole, signed by no known key")
    func wrongSignature() async throws {
        let id = try #require(JourneyID("money-transfer"))
        try await visit(fault(["fault": "wrongSignature", "count": 1], at: "manifest")) { server, ask async throws in
            let trust = ManifestTrust(
                keys: server.keySet, leastVersion: .v12, now: Date(), sdkVersion: "1.0.0", journey: id)
            let response = try await ask.get(server.gateway, manifest)
            #expect(response.status == 200)
            let error = #expect(throws: JourneyError.self) {
                try JourneyLoader.verify(response.body, trust: trust)
            }
            #expect(error?.code == .manifestSignature)
            let good = try await ask.get(server.gateway, manifest)
            #expect((try? JourneyLoader.verify(good.body, trust: trust)) != nil)
        }
    }

    @Test("a wrong-signature fault invalidates the remote configuration")
    func wrongRemoteSignature() async throws {
        try await visit(fault(["fault": "wrongSignature"], at: "remoteConfiguration")) { server, ask async throws in
            let response = try await ask.get(server.gateway, "/remote-configuration/sandbox")
            #expect(response.status == 200)
            let error = #expect(throws: JourneyError.self) {
                try RemoteConfiguration.verify(
                    response.body, keys: server.remoteKeys, environment: "sandbox", now: Date())
            }
            #expect(error?.code == .remoteConfigInvalid)
        }
    }

    @Test(
        "a clock fault shifts the times that the servers sign and send",
        arguments: [(3 * 86_400, ErrorCode.manifestNotYetValid), (-30 * 86_400, .manifestExpired)])
    func skew(seconds: Int64, code: ErrorCode) async throws {
        let id = try #require(JourneyID("money-transfer"))
        try await visit(["clockSkewSeconds": .number(JSONNumber(seconds))]) { server, ask async throws in
            let response = try await ask.get(server.gateway, manifest)
            let error = #expect(throws: JourneyError.self) {
                try JourneyLoader.verify(
                    response.body,
                    trust: ManifestTrust(
                        keys: server.keySet, leastVersion: .v12, now: Date(), sdkVersion: "1.0.0", journey: id))
            }
            #expect(error?.code == code)
        }
    }

    @Test("an unknown operation is refused before anything is served")
    func unknownOperation() async throws {
        var options = try SandboxOptions.ephemeral()
        options.faults = try FaultPlan(
            reading: fault(["fault": "status", "status": 500], at: "transferMoney").compactBytes)
        let faulty = options
        let error = await #expect(throws: JourneyError.self) { try await SandboxServer.start(faulty) }
        #expect(error?.code == .configurationInvalid)
        #expect(error?.message.contains("createTransfer") ?? false)
    }
}
