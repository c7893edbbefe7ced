internal import JourneyBase
internal import Synchronization

/// The context token of a run. Where the host can renew it, it is renewed once, whoever asks and however many.
final class ContextToken: Sendable {
    /// A token, and how many came before it.
    struct Held: Sendable {
        let token: Secret
        let generation: Int

        /// The token as a header line. A header line is text, so this is where it has to leave its locked memory.
        var authorization: String { token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) } }
    }

    typealias Renewal = @Sendable () async throws -> Secret

    private struct State {
        var current: Held
        /// The generation that could not be renewed; asking again would only ask again.
        var failed: Int?
        var waiters: [CheckedContinuation<Void, Never>] = []
        var isRenewing = false
    }

    /// How long a host may take.
    static let patience = Duration.seconds(30)

    private let state: Mutex<State>
    private let renewal: Renewal?
    private let clock: any Clock<Duration>

    init(_ token: Secret, clock: any Clock<Duration> = ContinuousClock(), renewal: Renewal? = nil) {
        state = Mutex(State(current: Held(token: token, generation: 0)))
        self.clock = clock
        self.renewal = renewal
    }

    var current: Held { state.withLock(\.current) }

    /// A token newer than `used`, which was not accepted; `nil` when there is none to be had. All who ask while one is
    /// being fetched share it, and share its failure.
    func renewed(after used: Held) async -> Held? {
        guard let renewal else { return nil }
        await withCheckedContinuation { continuation in
            enum Place { case first, waiting, done }
            let place = state.withLock { state -> Place in
                guard state.current.generation == used.generation, state.failed != used.generation else { return .done }
                state.waiters.append(continuation)
                defer { state.isRenewing = true }
                return state.isRenewing ? .waiting : .first
            }
            switch place {
            case .first: renew(used.generation, renewal)
            case .waiting: break
            case .done: continuation.resume()
            }
        }
        let current = current
        return current.generation > used.generation ? current : nil
    }

    /// Asks the host, for so long as there is patience; one that never answers keeps nobody.
    private func renew(_ generation: Int, _ renewal: @escaping Renewal) {
        let timer = Task { [weak self, clock] in
            guard (try? await clock.sleep(for: ContextToken.patience)) != nil else { return }
            self?.settle(generation, nil)
        }
        Task { [weak self] in
            let token = try? await renewal()
            timer.cancel()
            self?.settle(generation, token.flatMap { ContextToken.isBearer($0) ? $0 : nil })
        }
    }

    private func settle(_ generation: Int, _ token: Secret?) {
        let waiters = state.withLock { state -> [CheckedContinuation<Void, Never>] in
            guard state.isRenewing, state.current.generation == generation else { return [] }
            if let token {
                state.current = Held(token: token, generation: generation + 1)
            } else {
                state.failed = generation
            }
            state.isRenewing = false
            defer { state.waiters = [] }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    /// The longest token, in bytes.
    static let limit = 4_096

    /// Whether `token` may follow `Bearer` (RFC 6750, section 2.1), and is no longer than it may be.
    static func isBearer(_ token: Secret) -> Bool {
        token.withBytes { bytes in
            (1...limit).contains(bytes.count)
                && bytes.allSatisfy { byte in
                    (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 || (0x30...0x39).contains(byte)
                        || "-._~+/=".utf8.contains(byte)
                }
        }
    }
}
