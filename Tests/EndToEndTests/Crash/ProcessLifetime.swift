import JourneyBase
import JourneyDevice
import JourneyWeb
import Synchronization

/// The lifetime of a simulated process within the test's process. It ends at a chosen effect boundary; later effects do not leave
/// it. Earlier effects remain, as after `SIGKILL`.
final class ProcessLifetime: Sendable {
    struct Dead: Error {}

    private struct State {
        var counts: [String: Int] = [:]
        var passed: [String] = []
        var isDead = false
        var onDeath: (@Sendable () -> Void)?
    }

    /// The boundary at which it ends, such as `before store save snapshot 2`; `nil` never ends it.
    let end: String?
    private let state = Mutex(State())

    init(end: String?) { self.end = end }

    var isDead: Bool { state.withLock(\.isDead) }
    /// The passed boundaries, in order.
    var passed: [String] { state.withLock(\.passed) }

    /// Calls `body` when the process dies.
    func onDeath(_ body: @escaping @Sendable () -> Void) {
        let isDead = state.withLock { state in
            state.onDeath = body
            return state.isDead
        }
        if isDead { body() }
    }

    /// Passes a boundary, counted by name. Throws if the process is dead, or dies here.
    func pass(_ name: String) throws {
        let (isDead, onDeath) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
            guard !state.isDead else { return (true, nil) }
            state.counts[name, default: 0] += 1
            let boundary = "\(name) \(state.counts[name] ?? 0)"
            state.passed.append(boundary)
            state.isDead = boundary == end
            return (state.isDead, state.isDead ? state.onDeath : nil)
        }
        onDeath?()
        if isDead { throw Dead() }
    }

    /// Performs an effect with a boundary before and after it.
    func effect<R>(_ name: String, _ body: () async throws -> R) async throws -> R {
        try pass("before \(name)")
        let result = try await body()
        try pass("after \(name)")
        return result
    }
}

/// A store that a dead process cannot change.
struct KillableStore: SecretStore {
    let store: any SecretStore
    let life: ProcessLifetime

    func load(_ key: StoreKey) async throws -> [UInt8]? {
        try await life.effect("load \(KillableStore.kind(key))") { try await store.load(key) }
    }
    func save(_ item: [UInt8], for key: StoreKey) async throws {
        try await life.effect("save \(KillableStore.kind(key))") { try await store.save(item, for: key) }
    }
    func remove(_ key: StoreKey) async throws {
        try await life.effect("remove \(KillableStore.kind(key))") { try await store.remove(key) }
    }
    func loadSecret(_ key: StoreKey) async throws -> Secret? {
        try await life.effect("load \(KillableStore.kind(key))") { try await store.loadSecret(key) }
    }
    func saveSecret(_ secret: Secret, for key: StoreKey) async throws {
        try await life.effect("save \(KillableStore.kind(key))") { try await store.saveSecret(secret, for: key) }
    }
    func keys() async throws -> [StoreKey] { try await life.effect("list") { try await store.keys() } }

    private static func kind(_ key: StoreKey) -> Substring { key.rawValue.prefix { $0 != "." } }
}

/// A network that a dead process cannot use. Requests that had arrived are executed, but their responses are lost.
struct KillableTransport: HTTPTransport {
    let network: any HTTPTransport
    let life: ProcessLifetime
    let sent: @Sendable (HTTPRequest) -> Void

    func send(_ request: HTTPRequest, options: HTTPOptions) async throws -> HTTPResponse {
        // Some URLs contain IDs of the bank.
        let path = request.url.path.split(separator: "/").filter { !$0.contains("_") }.joined(separator: "/")
        return try await life.effect("\(request.method.rawValue) \(path)") {
            sent(request)
            return try await network.send(request, options: options)
        }
    }
}

/// A window that a dead process cannot change.
final class KillablePage: WebContainer {
    private let page: any WebContainer
    private let life: ProcessLifetime

    init(_ page: any WebContainer, life: ProcessLifetime) {
        self.page = page
        self.life = life
    }

    func start(_ receive: @escaping @Sendable (WebEvent, Int) -> Void) async { await page.start(receive) }
    func load(_ url: HTTPSURL, number: Int) async {
        let name = url.path.split(separator: "/").last ?? ""
        _ = try? await life.effect("show \(name)") { await page.load(url, number: number) }
    }
    func close() async { await page.close() }
}

/// A biometric sensor for a process that may be dead.
struct KillableBiometrics: BiometricAuthenticator {
    let life: ProcessLifetime

    func authenticate(reason: String) async -> BiometricVerdict {
        (try? await life.effect("biometrics") { .passed }) ?? .cancelled
    }
}
