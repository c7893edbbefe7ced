import Foundation
import JourneyBase
import JourneyCrypto
import JourneyDevice
import JourneyGateway
import JourneyServer
import JourneyTesting
import Synchronization
import TestSupport
import Testing

@testable import HSBCPartnerSDK

/// Tests the engine with the gateway's own attestation service, in one process.
@Suite("Run attestation", .timeLimit(.minutes(10)))
struct AttestationTests {
    /// The development attestor of the device, which counts its calls and fails on request.
    final class Device: Attestor {
        struct Calls {
            var generated = 0
            var asserted = 0
            var atOnce = 0
            var most = 0
            var faults: [AttestorError] = []
        }

        let calls = Mutex(Calls())
        let format = "journey-development"
        private let attestor: DevelopmentAttestor

        init(_ store: any SecretStore) { attestor = DevelopmentAttestor(store: store, appID: "TEAM123456.app") }

        func generateKey() async throws(AttestorError) -> [UInt8] {
            calls.withLock { $0.generated += 1 }
            return try await attestor.generateKey()
        }

        func attest(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
            try fail()
            return try await attestor.attest(key, clientDataHash: clientDataHash)
        }

        func assert(_ key: [UInt8], clientDataHash: [UInt8]) async throws(AttestorError) -> [UInt8] {
            try fail()
            calls.withLock { $0.asserted += 1 }
            return try await attestor.assert(key, clientDataHash: clientDataHash)
        }

        private func fail() throws(AttestorError) {
            let fault = calls.withLock { $0.faults.isEmpty ? nil : $0.faults.removeFirst() }
            if let fault { throw fault }
        }
    }

    let scratch: Scratch
    let device: Device
    let database: Database
    var world: JourneyFixture
    var policy = AttestationPolicy(
        environment: "sandbox", appIDs: ["partner-1": ["TEAM123456.app"]], roots: [], acceptsDevelopment: true)

    init() async throws {
        scratch = try Scratch()
        device = Device(try SealedFileStore(directory: scratch.path + "/store"))
        database = try await Database.open(.memory)
        world = try JourneyFixture(hurried: true)
        world.manifest = world.manifest.with("security.attestation", ["device": true, "session": true])
    }

    /// Runs a world whose gateway attests by `policy`, and returns the result and the requests.
    private func run(
        _ world: JourneyFixture, attestor: (any Attestor)?? = .none,
        answer: @escaping @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
    ) async throws -> (word: String, requests: [HTTPRequest]) {
        var world = world
        let stores = try await GatewayStores(database)
        let hash = SHA256.hash(try #require(world.manifest.canonicalBytes))
        try await database.execute(
            "INSERT INTO manifest_hash VALUES ($1, 'money-transfer', 7) ON CONFLICT DO NOTHING", [.blob(hash)])
        var access = GatewayAccess()
        for token in ["token-1", "token-2"] {
            access.admit(token: Secret(copying: token.utf8), partner: "partner-1", client: "client-1")
        }
        var assembly = GatewayAssembly(
            stores, identity: access, environment: policy.environment, dependencies: world.dependencies)
        assembly.attestation = policy
        assembly.checkers = [SHA256.hash(Array("bank-1".utf8))]
        let service = try assembly.service()
        world.gatewayAnswer = { request in
            guard request.url.path.hasPrefix("/attestations") else { return nil }
            if let answer = answer(request) { return answer }
            return await service.handle(request)
        }
        let transport = try await world.transport()
        var host = world.host(transport)
        host.attestor = attestor ?? device
        let events = world.events
        let result = await world.engine().start(from: host, params: world.params) { events.record($0, $1) }
        return (JourneyFixture.word(result), transport.requests)
    }

    private func attestations(_ requests: [HTTPRequest]) -> [String] {
        requests.map(\.url.path).filter { $0.hasPrefix("/attestations") }
    }

    private var generated: Int { device.calls.withLock(\.generated) }

    @Test("the key is attested and the run bound to it before the first step; bank API calls carry the ticket")
    func whole() async throws {
        let (word, requests) = try await run(world)
        #expect(word == "completed")
        #expect(
            attestations(requests) == [
                "/attestations/challenges", "/attestations", "/attestations/challenges", "/attestations/assertions",
            ])
        let calls = requests.filter { $0.url.path.hasPrefix("/api/") }
        #expect(calls.count == 2)
        let ticket = try #require(calls[0].headers["X-HSBC-Attest"])
        #expect(calls.allSatisfy { $0.headers["X-HSBC-Attest"] == ticket })
        #expect(requests.filter { !$0.url.path.hasPrefix("/api/") }.allSatisfy { $0.headers["X-HSBC-Attest"] == nil })
        let digest = SHA256.hash(try #require(Base64URL.decode(ticket)))
        let row = try #require(
            try await database.first("SELECT journey FROM attested_run WHERE ticket = $1", [.blob(digest)]))
        let run: String = try row[0]
        #expect(run == "money-transfer")
        #expect(!world.events.names.contains("error"))

        // The next start already has its key.
        let again = try await self.run(world.restarted)
        #expect(again.word == "completed")
        #expect(attestations(again.requests) == ["/attestations/challenges", "/attestations/assertions"])
        #expect(generated == 1)
    }

    @Test("`device` attests the key, `session` binds the run and gives a ticket, and `false` does neither")
    func demands() async throws {
        var world = world
        for (index, (wanted, asked)) in [
            (["device": true, "session": false], ["/attestations/challenges", "/attestations"]),
            (["device": true], ["/attestations/challenges"]),
            (["session": true], ["/attestations/challenges", "/attestations/assertions"]),
            (["device": false, "session": false, "other": false], []), ([:], []),
        ].enumerated() as EnumeratedSequence<[(JSONValue, [String])]> {
            world.manifest = world.manifest.with("security.attestation", wanted)
                .with("sequence", .number(JSONNumber(Int64(7 + index))))
            let (word, requests) = try await run(world)
            #expect(word == "completed", "\(wanted)")
            #expect(attestations(requests) == asked, "\(wanted)")
            let hasTicket = requests.contains { $0.headers["X-HSBC-Attest"] != nil }
            #expect(hasTicket == (wanted["session"] == true), "\(wanted)")
            world = world.restarted
        }
    }

    struct Bar: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: String
        let change: @Sendable (inout AttestationTests) -> Void
        var attestor = true
        var answer: @Sendable (HTTPRequest) -> HTTPResponse? = { _ in nil }
    }

    private static let bars: [Bar] = [
        Bar(testDescription: "no attestor", code: "ATTESTATION_UNAVAILABLE", change: { _ in }, attestor: false),
        Bar(testDescription: "a demand that is not known", code: "ATTESTATION_UNAVAILABLE") {
            $0.world.manifest = $0.world.manifest.with("security.attestation", ["device": true, "moon": true])
        },
        Bar(testDescription: "a device without support", code: "ATTESTATION_UNAVAILABLE") {
            $0.device.calls.withLock { $0.faults = [.unsupported] }
        },
        Bar(testDescription: "an attestor that fails for now", code: "ATTESTATION_UNAVAILABLE") {
            $0.device.calls.withLock { $0.faults = [.unavailable] }
        },
        Bar(testDescription: "a gateway that attests nothing", code: "ATTESTATION_UNAVAILABLE") {
            $0.policy = AttestationPolicy(environment: "sandbox", appIDs: [:], roots: [])
        },
        Bar(
            testDescription: "a gateway without the route", code: "ATTESTATION_UNAVAILABLE", change: { _ in },
            answer: { _ in HTTPResponse(status: 404) }),
        Bar(testDescription: "a production gateway", code: "ATTESTATION_FAIL") {
            $0.policy = AttestationPolicy(
                environment: "production", appIDs: ["partner-1": ["TEAM123456.app"]], roots: [],
                acceptsDevelopment: true)
        },
        Bar(testDescription: "another app", code: "ATTESTATION_FAIL") {
            $0.policy = AttestationPolicy(
                environment: "sandbox", appIDs: ["partner-1": ["TEAM123456.other"]], roots: [], acceptsDevelopment: true
            )
        },
        Bar(
            testDescription: "a gateway that claims success without a ticket", code: "ATTESTATION_FAIL",
            change: { _ in },
            answer: { $0.url.path.hasSuffix("assertions") ? .json(["attestation": "app-attest"]) : nil }),
        Bar(
            testDescription: "a gateway that fails", code: "SERVER_ERROR", change: { _ in },
            answer: { _ in HTTPResponse(status: 500) }),
        Bar(
            testDescription: "a gateway that forgets every key", code: "ATTESTATION_FAIL", change: { _ in },
            answer: {
                $0.url.path.hasSuffix("assertions")
                    ? HTTPResponse(
                        status: 422, headers: ["Content-Type": "application/problem+json"],
                        body: Array(#"{"code":"ATTESTATION_KEY_UNKNOWN"}"#.utf8)) : nil
            }),
    ]

    @Test("a failed attestation ends the run with its own code, before any step or bank call", arguments: bars)
    func barred(bar: Bar) async throws {
        var test = self
        bar.change(&test)
        let attestor: (any Attestor)? = bar.attestor ? test.device : nil
        let (word, requests) = try await test.run(test.world, attestor: .some(attestor), answer: bar.answer)
        #expect(word == bar.code)
        #expect(requests.allSatisfy { !$0.url.path.hasPrefix("/api/") })
        #expect(!test.world.events.names.contains("step_enter"))
        #expect(test.world.events.names.last == "result")
        #expect(attestations(requests).count <= 10, "it gives up")
    }

    @Test("a key that is unknown to the gateway is replaced once, and the run continues")
    func forgotten() async throws {
        #expect(try await run(world).word == "completed")
        try await database.execute("DELETE FROM attested_key")
        let (word, requests) = try await run(world.restarted)
        #expect(word == "completed")
        #expect(attestations(requests).filter { $0 == "/attestations" }.count == 1)
        #expect(generated == 2)
    }

    @Test("a key that the device lost is replaced once")
    func lost() async throws {
        #expect(try await run(world).word == "completed")
        device.calls.withLock { $0.faults = [.keyInvalid] }
        #expect(try await run(world.restarted).word == "completed")
        #expect(generated == 2)
    }

    @Test("a lost response to an attestation does not cost a second key")
    func unheard() async throws {
        let isFirst = Mutex(true)
        let service = self
        // The gateway accepted it; the app received no answer.
        let (word, _) = try await service.run(world) { request in
            guard request.url.path == "/attestations/challenges" else { return nil }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? nil : HTTPResponse(status: 503)
            }
        }
        #expect(word == "SERVER_ERROR")
        #expect(try await run(world.restarted).word == "completed")
        #expect(generated == 1)
    }

    @Test(
        "at most three keys are generated a day, across failures and restarts; setting the clock back does not reset it"
    )
    func cap() async throws {
        let moment = Mutex(JourneyFixture.now)
        var world = world
        world.dependencies.now = { moment.withLock { $0 } }
        var words: [String] = []
        for _ in 0..<4 {
            device.calls.withLock { $0.faults = [.keyInvalid, .keyInvalid] }
            words.append(try await run(world).word)
            world = world.restarted
        }
        #expect(generated == 3)
        #expect(words.allSatisfy { $0 == "ATTESTATION_UNAVAILABLE" })
        device.calls.withLock { $0.faults = [] }
        moment.withLock { $0 = JourneyFixture.now.addingTimeInterval(-86_400) }
        let memory = AttestationKeyStore(store: world.store, environment: .production)
        var back = try await memory.load()
        #expect(throws: JourneyError.self) { try back.recordKey(at: JourneyFixture.now.addingTimeInterval(-86_400)) }
        #expect(throws: JourneyError.self) { try back.recordKey(at: JourneyFixture.now.addingTimeInterval(86_399)) }
        try back.recordKey(at: JourneyFixture.now.addingTimeInterval(86_400))
        moment.withLock { $0 = JourneyFixture.now.addingTimeInterval(86_400) }
        #expect(try await run(world).word == "completed")
        #expect(generated == 4)
    }

    @Test("unreadable stored key data fails with STORE_FAILED and generates no key")
    func damaged() async throws {
        let name = try #require(StoreKey("attestation.production"))
        for item in ["", "{}", #"{"made":[],"isAttested":true,"key":"?"}"#, #"{"made":["x"],"isAttested":false}"#] {
            try await world.store.save(Array(item.utf8), for: name)
            #expect(try await run(world.restarted).word == "STORE_FAILED", "\(item)")
        }
        #expect(generated == 0)
    }

    @Test("a token that expires during attestation is renewed once")
    func renewed() async throws {
        // A fast clock ends the wait for a slow host.
        var world = try JourneyFixture()
        world.manifest = self.world.manifest
        world.params.renewContextToken = { Secret(copying: "token-2".utf8) }
        let isFirst = Mutex(true)
        let (word, requests) = try await run(world) { request in
            guard request.url.path.hasSuffix("assertions") else { return nil }
            return isFirst.withLock { first in
                defer { first = false }
                return first ? HTTPResponse(status: 401) : nil
            }
        }
        #expect(word == "completed")
        #expect(attestations(requests).filter { $0.hasSuffix("assertions") }.count == 3)
        #expect(generated == 1)
    }

    @Test("the manifest's policy decides how a run that failed attestation ends; no step that continues is entered")
    func policies() async throws {
        var test = self
        test.policy = AttestationPolicy(
            environment: "sandbox", appIDs: ["partner-1": ["TEAM123456.other"]], roots: [], acceptsDevelopment: true)
        for (index, (rule, word)) in [
            (["on": ["ATTESTATION_FAIL"], "end": ["outcome": "pending"]], "pending"),
            (["on": ["ATTESTATION_FAIL"], "end": ["outcome": "cancelled"]], "cancelled"),
            (["on": ["ATTESTATION_FAIL"], "to": "held"], "pending"),
            (["on": ["ATTESTATION_FAIL"], "to": "failed"], "ATTESTATION_FAIL"),
            // An error completes nothing.
            (["on": ["ATTESTATION_FAIL"], "to": "done"], "ATTESTATION_FAIL"),
            (["on": ["ATTESTATION_UNAVAILABLE"], "end": ["outcome": "pending"]], "ATTESTATION_FAIL"),
            (["on": ["ATTESTATION_FAIL"], "to": "form"], "MANIFEST_INVALID"),
        ].enumerated() as EnumeratedSequence<[(JSONValue, String)]> {
            var world = test.world.restarted
            world.manifest = world.manifest.with("errorPolicy", [rule])
                .with("sequence", .number(JSONNumber(Int64(7 + index))))
            let (ended, requests) = try await test.run(world)
            #expect(ended == word, "\(rule)")
            #expect(requests.allSatisfy { !$0.url.path.hasPrefix("/api/") })
        }
        // Other error rules must not be a way around attestation either.
        var world = test.world.restarted
        world.manifest = world.manifest.with("errorPolicy", [["on": ["SERVER_ERROR"], "to": "form"]])
            .with("sequence", 20)
        #expect(try await test.run(world) { _ in HTTPResponse(status: 500) }.word == "SERVER_ERROR")
        #expect(!test.world.events.entries("step_enter").contains { $0.attributes["step"] == "form" })
    }
}
