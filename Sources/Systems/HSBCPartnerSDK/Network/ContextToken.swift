internal import JourneyBase
internal import Synchronization

/// The token of a run's calls: the host's context token, or what a sign-in granted. Where it can be renewed, it is renewed once, whoever asks and however many.
final class ContextToken: Sendable {
    /// A token, and how many came before it.
    struct CurrentToken: Sendable {
        let token: Secret
        let generation: Int

        /// The token as a header line. A header line is text, so this is where it has to leave its locked memory.
        var authorization: String { token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) } }
    }

    typealias Renewal = @Sendable () async throws -> Secret

    /// Somebody who waits for a renewal, and what ends the wait.
    private struct Waiter {
        let continuation: CheckedContinuation<Void, Never>
        var timer: Task<Void, Never>?

        func resume() {
            timer?.cancel()
            continuation.resume()
        }
    }

    private struct State {
        var current: CurrentToken
        /// The generation that could not be renewed; asking again would only ask again.
        var failed: Int?
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var isRenewing = false
        /// Whether only those are served who wait for a limited time.
        var isEnding = false
        /// Ends the renewal that is under way.
        var stop: (@Sendable () -> Void)?
    }

    /// How long a host may take.
    static let patience = Duration.seconds(30)

    private let state: Mutex<State>
    private let renewal: Renewal?
    private let clock: any Clock<Duration>
    private let patience: Duration

    /// A renewal may take as long as `patience`.
    init(
        _ token: Secret, clock: any Clock<Duration> = ContinuousClock(), patience: Duration = ContextToken.patience,
        renewal: Renewal? = nil
    ) {
        state = Mutex(State(current: CurrentToken(token: token, generation: 0)))
        self.clock = clock
        self.patience = patience
        self.renewal = renewal
    }

    var current: CurrentToken { state.withLock(\.current) }

    /// A token newer than `used`, which was not accepted; `nil` when there is none to be had. All who ask while one is
    /// being fetched share it, and share its failure. Who has waited for `limit` waits no longer; the renewal goes on for the
    /// others, and for whoever comes later.
    func renewed(after used: CurrentToken, within limit: Duration? = nil) async -> CurrentToken? {
        guard let renewal else { return nil }
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(number, continuation, used.generation, limit, renewal)
            }
        } onCancel: {
            leave(number, used.generation)
        }
        let current = current
        return current.generation > used.generation ? current : nil
    }

    private func wait(
        _ number: Int, _ continuation: CheckedContinuation<Void, Never>, _ generation: Int, _ limit: Duration?,
        _ renewal: @escaping Renewal
    ) {
        enum Place { case first, waiting, done }
        let place = state.withLock { state -> Place in
            guard state.current.generation == generation, state.failed != generation, !Task.isCancelled,
                !state.isEnding || limit != nil
            else { return .done }
            let timer = limit.map { limit in
                Task { [weak self, clock] in
                    guard (try? await clock.sleep(for: limit)) != nil else { return }
                    self?.state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
                }
            }
            state.waiters[number] = Waiter(continuation: continuation, timer: timer)
            defer { state.isRenewing = true }
            return state.isRenewing ? .waiting : .first
        }
        switch place {
        case .first: renew(generation, renewal)
        case .waiting: break
        case .done: continuation.resume()
        }
    }

    /// The run is ending. Its calls wait no longer, and have no token renewed: who has gone is not asked to sign in, and
    /// nothing goes out anew. A renewal that nobody else waits for is given up, with its window if it has one. Who asks the
    /// gateway about the run waits for a limited time, and is still served.
    func end() {
        let (waiters, stop) = state.withLock { state -> ([Waiter], (@Sendable () -> Void)?) in
            state.isEnding = true
            let calls = state.waiters.filter { $0.value.timer == nil }
            for number in calls.keys { state.waiters[number] = nil }
            guard state.isRenewing, state.waiters.isEmpty else { return (Array(calls.values), nil) }
            state.isRenewing = false
            defer { state.stop = nil }
            return (Array(calls.values), state.stop)
        }
        stop?()
        for waiter in waiters { waiter.resume() }
    }

    /// Who is cancelled waits no longer; a renewal that nobody waits for is given up, with its window if it has one.
    private func leave(_ number: Int, _ generation: Int) {
        let (waiter, isLast) = state.withLock { state in
            (state.waiters.removeValue(forKey: number), state.waiters.isEmpty)
        }
        guard let waiter else { return }
        if isLast { settle(generation, nil) }
        waiter.resume()
    }

    /// Asks for a new one, for so long as there is patience; one that never answers keeps nobody.
    private func renew(_ generation: Int, _ renewal: @escaping Renewal) {
        let timer = Task { [weak self, clock, patience] in
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            self?.settle(generation, nil)
        }
        let work = Task { [weak self] in
            let token = try? await renewal()
            self?.settle(generation, token.flatMap { BearerToken.isUsable($0) ? $0 : nil })
            timer.cancel()
        }
        let isOver = state.withLock { state in
            guard state.isRenewing, state.current.generation == generation else { return true }
            state.stop = {
                work.cancel()
                timer.cancel()
            }
            return false
        }
        if isOver { work.cancel() }
    }

    private func settle(_ generation: Int, _ token: Secret?) {
        let (waiters, stop) = state.withLock { state -> ([Waiter], (@Sendable () -> Void)?) in
            guard state.isRenewing, state.current.generation == generation else { return ([], nil) }
            if let token {
                state.current = CurrentToken(token: token, generation: generation + 1)
            } else {
                state.failed = generation
            }
            state.isRenewing = false
            defer { (state.waiters, state.stop) = ([:], nil) }
            return (Array(state.waiters.values), state.stop)
        }
        stop?()
        for waiter in waiters { waiter.resume() }
    }
}
