import Foundation
import JourneyBase
import JourneyCrypto
import JourneyTesting
import JourneyWeb
import Testing

@testable import HSBCPartnerSDK

/// Payments of a suspended run: none is denied, and none is made twice.
@Suite("Reconciling payments of suspended runs", .timeLimit(.minutes(10)))
struct PaymentReconcilerTests {
    private func left(
        isPaid: Bool = true, _ change: (inout JourneyFixture) throws -> Void = { _ in }
    ) async throws -> JourneyFixture {
        try await JourneyFixture.leavingPayment(isPaid: isPaid, change)
    }

    private struct Unexpected: Error {}

    /// A page that the person leaves at once.
    @Sendable private static func leave(_ page: ScriptedDocument) async throws {
        try await page.connect()
        try await page.emit("cancel")
    }

    private func snapshots(_ world: JourneyFixture) async throws -> Int {
        try await world.store.keys().count { $0.rawValue.hasPrefix("snapshot") }
    }

    private func inDoubt(_ world: JourneyFixture) async throws -> Int {
        try await SnapshotStore(store: world.store, environment: .production).tidy(now: JourneyFixture.now)
            .count { $0.snapshot.isInDoubt }
    }

    private func codes(_ world: JourneyFixture) -> [String] {
        world.events.entries("error").compactMap { $0.attributes["code"]?.string }
            .filter { $0.hasPrefix("RUN_") }
    }

    @Test("a run resumed with fewer arguments makes no second payment without the person")
    func lostArguments() async throws {
        for isBankHeard in [false, true] {
            var world = try await left { world in
                // An argument that a later start does not have.
                let path = "paths./transfers.post.requestBody.content.application/json.schema.properties.campaign"
                world.openAPI = TestDocuments.openAPI.with(path, ["type": "string"]).compactBytes
                let policy = world.manifest["resumePolicy"]
                world.manifest = TestDocuments.manifest(openAPI: world.openAPI).with("resumePolicy", policy)
                var pay = try #require(TestDocuments.steps["pay"]?["bindings"]?.array?.first)
                pay = pay.with("in.campaign", "session.campaignId")
                world.manifest = world.manifest.with("steps.pay.bindings", [pay])
                world.params.campaignId = "spring"
            }
            if isBankHeard { world.gatewayAnswer = world.bank.settle }
            let offer = try #require(try await world.offers().first)
            world.restart(resuming: offer.resumeToken)
            world.params.campaignId = nil
            let transport = try await world.transport()
            #expect(JourneyFixture.word(try await world.run(transport)) == "pending")
            #expect(!transport.requests.contains { $0.url.path == "/api/transfers" })
            #expect(world.bank.total == 1)
        }
    }

    @Test("a payment that never arrived is withdrawn when its run is resumed, and then made once")
    func withdrawn() async throws {
        var world = try await left(isPaid: false)
        world.gatewayAnswer = world.bank.settle
        world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        #expect(JourneyFixture.word(try await world.run()) == "completed")
        #expect(world.bank.total == 1)
        #expect(try await snapshots(world) == 0)
    }

    @Test("a new run asks the bank about a payment of a run that cannot be resumed before it pays")
    func newStart() async throws {
        for isPaid in [true, false] {
            var world = try await left(isPaid: isPaid)
            world.manifest = world.manifest.with("sequence", 8)
            world.gatewayAnswer = world.bank.settle
            world.restart(script: Self.leave)
            #expect(try await world.run() == .cancelled)
            #expect(codes(world) == (isPaid ? ["RUN_PAID"] : []))
            #expect(try await snapshots(world) == 0, "it is over")
            world.restart(script: Self.leave)
            #expect(try await world.run() == .cancelled)
            #expect(codes(world) == (isPaid ? ["RUN_PAID"] : []), "once")
        }
    }

    @Test("a run whose payment a new start finds paid or unknown can still be resumed")
    func stillThere() async throws {
        for isBankHeard in [true, false] {
            var world = try await left()
            if isBankHeard { world.gatewayAnswer = world.bank.settle }
            world.restart(script: Self.leave)
            #expect(try await world.run() == .cancelled)
            #expect(codes(world) == ["RUN_UNFINISHED"])
            world.restart(resuming: try #require(try await world.offers().first).resumeToken)
            #expect(try await world.run() == .completed(payload: ["reference": "TX-1"]))
            #expect(world.bank.total == 1)
        }
    }

    @Test(
        "a refused resume asks the bank about the payment in doubt before it reports",
        arguments: [("paid", "pending"), ("void", "RESUME_REFUSED"), ("unknown", "pending")])
    func refused(fate: String, word: String) async throws {
        var world = try await left(isPaid: fate == "paid")
        let offer = try #require(try await world.offers().first)
        world.manifest = world.manifest.with("sequence", 8)
        if fate != "unknown" { world.gatewayAnswer = world.bank.settle }
        world.restart(resuming: offer.resumeToken)
        let result = try await world.run()
        #expect(JourneyFixture.word(result) == word)
        if case .pending(let payload) = result {
            #expect(payload == ["reason": "RESUME_REFUSED", "operations": ["createTransfer"], "steps": [:]])
        }
        // A kept run may be resumed elsewhere; a voided payment is no longer in doubt.
        #expect(try await inDoubt(world) == (fate == "void" ? 0 : 1))
    }

    @Test(
        "a failed resume of a run with a payment in doubt does not deny the payment",
        arguments: [
            ("the gateway is out of order", "SERVER_ERROR"), ("the bank has stopped the journey", "JOURNEY_DISABLED"),
            ("a plugin is missing", "PLUGIN_UNKNOWN"), ("nobody signs in", "AUTH_FAILED"),
        ])
    func early(what: String, reason: String) async throws {
        var world = try await left { world in
            if what == "nobody signs in" {
                world.manifest = world.manifest.with("security.signIn", false)
            }
        }
        world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        switch what {
        case "the gateway is out of order": world.manifestAnswer = HTTPResponse(status: 503)
        case "the bank has stopped the journey":
            world.remote.says(
                .document(
                    RemoteConfigurationFixture.document(["sequence": 6, "rules": RemoteConfigurationFixture.stopped])))
        case "a plugin is missing": world.plugins = []
        default:
            let url = try #require(HTTPSURL("https://auth.example/"))
            world.config.endpoints.signIn = SignInProfile(
                issuer: "https://auth.example", authorizationEndpoint: url, tokenEndpoint: url, clientId: "app-1",
                keys: try world.remote.keys(), isAlwaysNeeded: true)
        }
        guard case .pending(let payload) = try await world.run() else {
            Issue.record("\(what): it was denied")
            return
        }
        #expect(payload["reason"]?.string == reason && payload["operations"] == ["createTransfer"])
        #expect(try await snapshots(world) == 1)
    }

    @Test("a refused payment does not count as one, even after the process has died")
    func refusedByBank() async throws {
        var world = try JourneyFixture(hurried: true)
        world.manifest = world.manifest.with("resumePolicy", ["snapshotOn": ["step_enter"]])
            .with("steps.pay.on.transferFailed", ["to": "sorry"])
            .with(
                "steps.sorry",
                ["type": "web", "url": "https://bank.example/pages/sorry", "on": ["x": ["to": "failed"]]]
            )
        world.bank.inject(.status(422), into: "createTransfer")
        for isResumed in [false, true] {
            if isResumed {
                world.restart(resuming: try #require(try await world.offers().first).resumeToken) { page in
                    try await page.connect()
                    try await page.emit("here")
                }
            } else {
                world.restart { page in
                    try await page.connect()
                    try await page.emit(page.url.path.hasSuffix("sorry") ? "here" : "submit", ["amount": 1_250])
                }
            }
            let still = world
            let count = world.events.entries.count { $0.attributes["code"] == "UNKNOWN_EVENT" }
            let run = Task { try await still.run() }
            while world.events.entries.count(where: { $0.attributes["code"] == "UNKNOWN_EVENT" }) == count {
                await Task.yield()
            }
            world.page.report(.closedByPerson)
            #expect(try await run.value == .cancelled)
            #expect(try await world.offers().first?.isPaymentInDoubt == false)
        }
        #expect(world.bank.total == 0)
    }

    @Test("a run that ends in doubt is kept at its saved step, not at the step that the event led to")
    func savedInTime() async throws {
        var world = try await left { world in
            world.manifest = world.manifest.with("resumePolicy.snapshotOn", ["step_enter"])
                .with("steps.pay.on.transferFailed", ["to": "cleanup"])
                .with("steps.cleanup", ["type": "server", "on": ["enter": ["to": "failed"]]])
        }
        world.gatewayAnswer = world.bank.settle
        world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        guard case .pending(let payload) = try await world.run() else { throw Unexpected() }
        #expect(payload["reason"]?.string != "RESUME_REFUSED")
        #expect(world.events.entries("journey_resume").map { $0.attributes["step"] } == ["cleanup"])
    }

    @Test("a held payment whose response arrived is no longer in doubt")
    func held() async throws {
        var world = try JourneyFixture(hurried: true)
        world.manifest = world.manifest.with("steps.pay.on.transferred", ["to": "held"])
        #expect(try await world.run() == .pending(payload: ["reference": "TX-1"]))
        #expect(try await snapshots(world) == 0)
        world.restart(script: Self.leave)
        #expect(try await world.run() == .cancelled)
        #expect(codes(world).isEmpty)
    }

    @Test("a run is offered and resumed for its own subject only")
    func persons() async throws {
        var world = try await left { $0.params.subject = "amelia" }
        let engine = world.engine()
        let host = world.host(ScriptedTransport([]))
        for other in ["rowan", "ameliA", nil] {
            #expect(try await engine.unfinishedJourneys(of: host, subject: other).isEmpty)
        }
        let offers = try await engine.unfinishedJourneys(of: host, subject: "amelia")
        world.restart(resuming: try #require(offers.first).resumeToken)
        world.params.subject = "rowan"
        // A person does not learn the outcome of another person's payment.
        #expect(JourneyFixture.word(try await world.run()) == "RESUME_REFUSED")
        let bytes = try await world.store.keys().filter { $0.rawValue.hasPrefix("snapshot") }
        for key in bytes {
            let text = String(decoding: try #require(try await world.store.load(key)), as: UTF8.self)
            #expect(!text.contains("amelia") && text.contains("\"subject\""))
        }
        world.params.subject = "amelia"
        let again = try await engine.unfinishedJourneys(of: host, subject: "amelia")
        world.restart(resuming: try #require(again.first).resumeToken)
        #expect(JourneyFixture.word(try await world.run()) == "completed")
        #expect(world.bank.total == 1)
    }

    @Test("a start does not report another person's payment")
    func strangers() async throws {
        var world = try await left { $0.params.subject = "amelia" }
        for (subject, told) in [("rowan", []), (nil, []), ("amelia", ["RUN_UNFINISHED"])] as [(String?, [String])] {
            world.params.subject = subject
            world.restart(script: Self.leave)
            #expect(try await world.run() == .cancelled)
            #expect(codes(world) == told)
        }
    }

    @Test("a store that fails while the token is spent does not deny the payment")
    func brokenStore() async throws {
        var world = try await left()
        world.restart(resuming: try #require(try await world.offers().first).resumeToken)
        let store = FailingStore(world.store, gate: nil)
        var host = world.host(try await world.transport())
        host.store = store
        await store.failNext()
        #expect(
            await world.engine().start(from: host, params: world.params) { _, _ in }
                == .pending(
                    payload: ["reason": "STORE_FAILED", "operations": ["createTransfer"], "steps": [:]]))
        #expect(try await inDoubt(world) == 1)
    }

    @Test("the signed-in identity is part of a run's subject")
    func identities() throws {
        let key = Secret(copying: Array("key".utf8))
        func person(_ subject: String?, _ identity: String?) -> Subject {
            var person = Subject(subject: subject, key: key)
            person.sign(in: identity, of: "https://auth.example", key: key)
            return person
        }
        let run = person(nil, "rowan")
        #expect(run.canResume(as: person("anybody", "rowan")) && run.isKnown(to: person(nil, "rowan")))
        #expect(!run.canResume(as: person(nil, "amelia")) && !run.isKnown(to: person(nil, "amelia")))
        #expect(!run.canResume(as: person(nil, nil)) && !run.isKnown(to: person(nil, nil)))
        // Calls with the host's token are reconciled with that token, even after a later sign-in.
        let unsigned = person("a", nil)
        #expect(!unsigned.canResume(as: person("a", "rowan")) && unsigned.isKnown(to: person("a", "rowan")))
        #expect(!unsigned.isKnown(to: person("b", nil)))
    }
}

/// A network on which requests to one path never arrive, without an error that says so.
struct UndeliveringTransport: HTTPTransport {
    private let network: any HTTPTransport
    private let path: String

    init(_ network: any HTTPTransport, path: String) {
        self.network = network
        self.path = path
    }

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        guard request.url.path == path else { return try await network.send(request, options: options) }
        throw JourneyError(.netTimeout, "Lost.")
    }
}
