import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import Testing

@testable import HSBCPartnerSDK

/// A payment that the person authorizes at the bank's own pages: pay, authorize, ask for the status.
@Suite("Runs with an authorize step", .timeLimit(.minutes(10)))
struct AuthorizeRunTests {
    private static let returned = "https://return.example/bank"

    private static func fixture(
        _ changes: [(String, JSONValue?)] = [], hurried: Bool = false, store: MemoryStore = MemoryStore()
    ) throws -> KeyedFixture {
        var fixture = try KeyedFixture(.bare, hurried: hurried, store: store)
        let asked: JSONValue = ["to": "decide"]
        let status: JSONValue = [
            "type": "server",
            "bindings": [
                [
                    "onEvent": "enter", "call": ["operationId": "status"], "in": ["run": "steps.pay.reference"],
                    "out": ["state": ["type": "string", "value": "result.state"]], "onSuccessEmit": "known",
                    "onErrorEmit": "unknown",
                ]
            ],
            "on": [
                "known": [
                    ["guard": "result.state == 'BOOKED'", "to": "done"],
                    ["guard": "result.state == 'REJECTED'", "to": "failed"], ["to": "open"],
                ],
                "unknown": ["to": "open"],
            ],
        ]
        let authorize: JSONValue = [
            "type": "authorize", "url": "'https://sca.example/payments/' + steps.pay.reference",
            "hosts": ["https://sca.example"], "return": ["https": .string(returned)],
            "expect": ["state": "session.idempotencyKey", "payment": "steps.pay.reference"], "timeoutMs": 600_000,
            "on": ["success": asked, "cancelled": asked, "timeout": asked, "error": asked],
        ]
        fixture.world.manifest = fixture.world.manifest
            .with("steps.pay.on.paid", ["to": "auth"]).with("steps.auth", authorize).with("steps.decide", status)
            .with(
                "steps.open",
                ["type": "terminal", "outcome": "pending", "result": ["reference": "steps.pay.reference"]]
            )
            .with("resumePolicy", ["snapshotOn": [], "keep": ["steps.pay.reference"]])
        for (path, value) in changes { fixture.world.manifest = fixture.world.manifest.with(path, value) }
        return fixture
    }

    /// Runs the journey in `engine` with `session`.
    private static func run(
        _ fixture: KeyedFixture, _ session: ScriptedBrowserSession, _ engine: RuntimeEngine? = nil
    ) async throws -> JourneyResult {
        var host = fixture.world.host(try await fixture.transport())
        host.makeBrowserSession = { _ in session }
        let events = fixture.world.events
        return await (engine ?? fixture.world.engine()).start(from: host, params: fixture.world.params) {
            events.record($0, $1)
        }
    }

    private static func state(_ state: String) -> HTTPResponse { .json(["state": .string(state)]) }

    /// The members of an honest return: the idempotency key of the stored run as `state`, and the payment's reference.
    private static func members(_ fixture: KeyedFixture) async throws -> [(name: String, value: String)] {
        let name = try #require(try await fixture.world.store.keys().first { $0.rawValue.hasPrefix("snapshot.") })
        let bytes = try #require(try await fixture.world.store.load(name))
        let key = try #require(try JSONReader.read(bytes)["idempotencyKey"]?.string)
        return [("state", key), ("payment", "P-1")]
    }

    /// A session that returns to the run that opened it, with further members.
    private static func honest(
        _ fixture: KeyedFixture, adding more: [(name: String, value: String)] = []
    ) -> ScriptedBrowserSession {
        ScriptedBrowserSession { request in
            let members = try await members(fixture) + more
            return try await ScriptedBrowserSession.returning(members).open(request)
        }
    }

    @Test(
        "the return is believed only as far as the bank confirms it",
        arguments: [("BOOKED", "completed"), ("REJECTED", "UNKNOWN"), ("OPEN", "pending")])
    func returns(state: String, wanted: String) async throws {
        let fixture = try Self.fixture()
        fixture.bank.answer(Self.state(state))
        let session = Self.honest(fixture)
        let result = try await Self.run(fixture, session)
        #expect(JourneyFixture.word(result) == wanted)
        #expect(fixture.bank.payments == 1 && fixture.bank.reads == 1)
        let request = try #require(session.requests.first)
        #expect(session.requests.count == 1)
        #expect(request.url.description == "https://sca.example/payments/P-1")
        #expect(request.hosts.allowed.map(\.description) == ["https://sca.example"])
        #expect(request.returnAddress == .https(try #require(HTTPSURL(Self.returned))) && !request.prefersApp)
    }

    @Test(
        "whatever happens at the other party's pages, the bank is asked and nothing is paid twice",
        arguments: [
            ("closed", nil), ("foreign state", "AUTHORIZATION_MISMATCH"), ("no state", "AUTHORIZATION_MISMATCH"),
            ("foreign payment", "AUTHORIZATION_MISMATCH"), ("refused", "AUTHORIZATION_REFUSED"),
            ("elsewhere", "AUTHORIZATION_MISMATCH"), ("another host", "ORIGIN_BLOCKED"),
            ("no window", "AUTH_FAILED"), ("broken", "AUTH_FAILED"),
        ] as [(String, String?)])
    func ends(how: String, code: String?) async throws {
        struct Broken: Error {}
        let fixture = try Self.fixture()
        fixture.bank.answer(Self.state("BOOKED"))
        let session = ScriptedBrowserSession { request in
            var members = try await Self.members(fixture)
            switch how {
            case "closed": throw JourneyError(.userCancelled, "Closed.")
            case "another host": throw JourneyError(.originBlocked, "Elsewhere.")
            case "no window": throw JourneyError(.authFailed, "No window.")
            case "broken": throw Broken()
            case "foreign state": members[0].value = "other"
            case "no state": members.removeFirst()
            case "foreign payment": members[1].value = "P-2"
            case "refused": members.append(("error", "access_denied"))
            default: return "https://evil.example/bank?state=\(members[0].value)&payment=P-1"
            }
            return try await ScriptedBrowserSession.returning(members).open(request)
        }
        let result = try await Self.run(fixture, session)
        #expect(JourneyFixture.word(result) == "completed")
        #expect(fixture.bank.payments == 1 && fixture.bank.reads == 1)
        let errors = fixture.world.events.entries.filter { $0.name == "error" }.compactMap {
            $0.attributes["code"]?.string
        }
        #expect(errors == (code.map { [$0] } ?? []))
    }

    @Test("a visit without a return ends with the step's time, and its browser is closed")
    func timeout() async throws {
        let fixture = try Self.fixture()
        fixture.bank.answer(Self.state("OPEN"))
        let started = Gate()
        let closed = Mutex(false)
        let session = ScriptedBrowserSession { request in
            started.open()
            do { return try await ScriptedBrowserSession.neverReturning.open(request) } catch {
                closed.withLock { $0 = true }
                throw error
            }
        }
        let running = Task { try await Self.run(fixture, session) }
        await started.wait()
        fixture.world.clock.advance(by: .seconds(600))
        #expect(JourneyFixture.word(try await running.value) == "pending")
        try await until { closed.withLock { $0 } }
        #expect(fixture.bank.payments == 1)
    }

    @Test("a host without a browser session refuses the journey before anything is sent")
    func noSession() async throws {
        let fixture = try Self.fixture()
        #expect(JourneyFixture.word(try await fixture.run()) == "CONFIGURATION_INVALID")
        #expect(fixture.bank.sent.isEmpty)
    }

    @Test("a return by a link ends the visit, once; a foreign one does not")
    func links() async throws {
        let fixture = try Self.fixture([("steps.auth.appToApp", true)])
        fixture.bank.answer(Self.state("BOOKED"))
        let engine = fixture.world.engine()
        #expect(!engine.returns.offer("\(Self.returned)?state=early&payment=P-1"))
        let started = Gate()
        let session = ScriptedBrowserSession { request in
            started.open()
            return try await ScriptedBrowserSession.neverReturning.open(request)
        }
        let running = Task { try await Self.run(fixture, session, engine) }
        await started.wait()
        let state = try await Self.members(fixture)[0].value
        for foreign in [
            "\(Self.returned)?state=other&payment=P-1", "\(Self.returned)?payment=P-1", "partnerapp:/x",
            "https://return.example/other?state=\(state)&payment=P-1", "",
        ] {
            #expect(!engine.returns.offer(foreign))
        }
        let right = "\(Self.returned)?state=\(state)&payment=P-1"
        #expect(engine.returns.offer(right))
        #expect(!engine.returns.offer(right))
        #expect(JourneyFixture.word(try await running.value) == "completed")
        #expect(session.requests.map(\.prefersApp) == [true])
    }

    @Test(
        "after the app was killed, the browser is not opened again: a return that is handed over counts, or the bank decides",
        arguments: ["none", "right", "foreign"])
    func killed(link: String) async throws {
        let fixture = try Self.fixture()
        fixture.bank.answer(Self.state("BOOKED"))
        let started = Gate()
        let first = ScriptedBrowserSession { request in
            started.open()
            return try await ScriptedBrowserSession.neverReturning.open(request)
        }
        let dead = Task { try await Self.run(fixture, first) }
        await started.wait()
        let state = try await Self.members(fixture)[0].value
        let later = try await fixture.resuming()
        let engine = later.world.engine()
        if link != "none" {
            let carried = link == "right" ? state : "other"
            #expect(!engine.returns.offer("\(Self.returned)?state=\(carried)&payment=P-1"), "no visit waits yet")
        }
        let second = ScriptedBrowserSession { _ in throw JourneyError(.authFailed, "Opened again.") }
        let running = Task { try await Self.run(later, second, engine) }
        if link != "right" {
            // A link that comes late would still count.
            let clock = later.world.clock
            try await until { clock.naps.contains(.seconds(2)) }
            clock.advance(by: .seconds(2))
        }
        #expect(JourneyFixture.word(try await running.value) == "completed")
        #expect(second.requests.isEmpty && fixture.bank.payments == 1 && fixture.bank.reads == 1)
        let errors = later.world.events.entries.filter { $0.name == "error" }.compactMap {
            $0.attributes["code"]?.string
        }
        #expect(errors == (link == "right" ? [] : ["AUTHORIZATION_INTERRUPTED"]))
        dead.cancel()
        _ = try await dead.value
    }

    @Test("if the run can't be saved, nothing is opened, and the bank is asked")
    func unsaved() async throws {
        let fixture = try Self.fixture()
        fixture.bank.answer(Self.state("OPEN"))
        let session = ScriptedBrowserSession { _ in throw JourneyError(.authFailed, "Opened.") }
        var host = fixture.world.host(try await fixture.transport())
        host.makeBrowserSession = { _ in session }
        let bank = fixture.bank
        host.store = FullStore(store: fixture.world.store) { bank.payments > 0 }
        let result = await fixture.world.engine().start(from: host, params: fixture.world.params) { _, _ in }
        #expect(JourneyFixture.word(result) == "pending")
        #expect(session.requests.isEmpty && fixture.bank.payments == 1)
    }

    @Test(
        "an earlier visit's return is accepted once, whether it came by a link or in the browser",
        arguments: [true, false])
    func replayed(byLink: Bool) async throws {
        let fixture = try Self.fixture([
            ("steps.decide.on.known", [["guard": "result.state == 'BOOKED'", "to": "done"], ["to": "auth"]])
        ])
        fixture.bank.answer(Self.state("OPEN"), Self.state("BOOKED"))
        let engine = fixture.world.engine()
        let visits = Mutex(0)
        let started = [Gate(), Gate()]
        let session = ScriptedBrowserSession { request in
            let number = visits.withLock { visits in
                visits += 1
                return visits
            }
            started[min(number, 2) - 1].open()
            if number == 1, !byLink {
                return try await ScriptedBrowserSession.returning(try await Self.members(fixture)).open(request)
            }
            return try await ScriptedBrowserSession.neverReturning.open(request)
        }
        let running = Task { try await Self.run(fixture, session, engine) }
        await started[0].wait()
        let state = try await Self.members(fixture)[0].value
        let link = "\(Self.returned)?state=\(state)&payment=P-1"
        if byLink { #expect(engine.returns.offer(link)) }
        await started[1].wait()
        #expect(!engine.returns.offer(link))
        #expect(engine.returns.offer(link + "&again=1"))
        #expect(JourneyFixture.word(try await running.value) == "completed")
    }

    @Test("no event or log has the state, a member or the address of a return, and no member is stored during the run")
    func nothingLeaks() async throws {
        let lines = Mutex<[String]>([])
        let stored = Mutex<[String]>([])
        let state = Mutex("")
        var made = try Self.fixture([("steps.auth.out", ["ticket": "string"])])
        made.world.log = Log { entry in lines.withLock { $0.append("\(entry)") } }
        let fixture = made
        fixture.bank.answer(Self.state("BOOKED"))
        let world = fixture.world
        let answering = ClosureService { request in
            // The bank is asked after the return: what the run has stored by then.
            for key in (try? await world.store.keys()) ?? [] {
                let bytes = (try? await world.store.load(key)) ?? nil
                stored.withLock { $0.append(String(decoding: bytes ?? [], as: UTF8.self)) }
            }
            return await fixture.bank.handle(request)
        }
        let session = ScriptedBrowserSession { request in
            let members = try await Self.members(fixture)
            state.withLock { $0 = members[0].value }
            return try await ScriptedBrowserSession.returning(members + [("ticket", "canary-ticket")]).open(request)
        }
        var host = world.host(try await world.transport(adding: [world.bankOrigin: answering]))
        host.makeBrowserSession = { _ in session }
        let events = world.events
        let result = await world.engine().start(from: host, params: world.params) { events.record($0, $1) }
        #expect(JourneyFixture.word(result) == "completed")
        let secret = state.withLock { $0 }
        for text in [events.entries.map { "\($0)" }.joined(), lines.withLock { $0.joined() }] {
            #expect(!text.contains("canary-ticket") && !text.contains(secret) && !text.contains("return.example"))
        }
        let kept = stored.withLock { $0 }
        #expect(kept.contains { $0.contains(secret) }, "the snapshot, which has the key, was searched")
        #expect(!kept.contains { $0.contains("canary-ticket") })
    }
}

/// A store that takes nothing more once it is full.
private struct FullStore: SecureStore {
    let store: any SecureStore
    let isFull: @Sendable () -> Bool

    func load(_ key: StoreKey) async throws -> [UInt8]? { try await store.load(key) }
    func save(_ item: [UInt8], for key: StoreKey) async throws {
        guard !isFull() else { throw JourneyError(.storeFailed, "Full.") }
        try await store.save(item, for: key)
    }
    func remove(_ key: StoreKey) async throws { try await store.remove(key) }
    func keys() async throws -> [StoreKey] { try await store.keys() }
}
