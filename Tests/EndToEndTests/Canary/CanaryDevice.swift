import JourneyBase
import JourneyTesting
import TestSupport

@testable import JourneySandbox
@testable import SandboxServices

/// A store that records everything written to it.
struct NotingStore: SecureStore {
    let store = MemoryStore()
    let sinks: CanarySinks

    func load(_ key: StoreKey) async throws -> [UInt8]? { try await store.load(key) }

    func save(_ item: [UInt8], for key: StoreKey) async throws {
        sinks.add(.store, "\(key)")
        sinks.add(.store, item)
        try await store.save(item, for: key)
    }

    func remove(_ key: StoreKey) async throws { try await store.remove(key) }
    func keys() async throws -> [StoreKey] { try await store.keys() }
}

/// A host's plugin that fails with an error that contains all its input.
struct LoosePlugin: JourneyPlugin {
    let name = "loose"
    let methods: Set<String> = ["leak"]
    let canary: Canary

    func handle(_ method: String, params: JSONValue) async throws -> JSONValue {
        throw JourneyError(.unknown, JSONValue.object(canary.members).compactText)
    }
}

/// Signs the sandbox's customer in without a page.
struct CanaryBrowser: BrowserSession {
    let authorization: AuthorizationServer

    func open(_ request: BrowserSessionRequest) async throws -> String {
        guard case .ask(let name, _) = authorization.begin(request.url.query ?? "").step,
            case .redirect(let address) = authorization.decide(
                name, isApproved: true, person: "rowan", passcode: "246810")
        else { throw JourneyError(.authFailed, "The sandbox let nobody in.") }
        return address
    }
}

/// A clock on which short waits end immediately and long ones never, so that retries follow each other and no page times out.
struct ImpatientClock: Clock {
    private let clock = ManualClock()

    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
        if clock.now.duration(to: deadline) < .seconds(20) { return try Task.checkCancellation() }
        try await clock.sleep(until: deadline, tolerance: tolerance)
    }
}
