internal import JourneyBase
internal import Synchronization

/// The token of a run's calls: the host's context token, or that of a sign-in. Concurrent callers share one renewal.
final class ContextToken: Sendable {
    /// A token and its generation, the number of tokens before it.
    struct CurrentToken: Sendable {
        let token: Secret
        let generation: Int

        /// The `Authorization` header's value. A header line is text, so the token has to leave its locked memory here.
        var authorization: String { token.withBytes { "Bearer " + String(decoding: $0, as: UTF8.self) } }
    }

    typealias Renewal = @Sendable () async throws -> Secret

    /// A caller that waits for a renewal, and the timer that ends the wait.
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
        /// The generation that could not be renewed; it is not tried again.
        var failed: Int?
        var waiters: [Int: Waiter] = [:]
        var lastWaiter = 0
        var isRenewing = false
        /// `true` after `end()`: only callers with a time limit are served.
        var isEnding = false
        /// Cancels the renewal in progress.
        var stop: (@Sendable () -> Void)?
    }

    /// The time limit of a host's renewal.
    static let timeout = Duration.seconds(30)

    private let state: Mutex<State>
    private let renewal: Renewal?
    private let clock: any Clock<Duration>
    private let timeout: Duration

    /// Creates a token. A renewal may take up to `timeout`.
    init(
        _ token: Secret, clock: any Clock<Duration> = ContinuousClock(), timeout: Duration = ContextToken.timeout,
        renewal: Renewal? = nil
    ) {
        state = Mutex(State(current: CurrentToken(token: token, generation: 0)))
        self.clock = clock
        self.timeout = timeout
        self.renewal = renewal
    }

    var current: CurrentToken { state.withLock(\.current) }

    /// Returns a token newer than `used`, which was rejected; `nil` when none can be obtained.
    ///
    /// Callers during a renewal share it and its failure. A caller stops waiting after `limit`; the renewal continues for others
    /// and for later callers.
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

    /// Ends the calls of a run that is ending: they stop waiting and get no renewed token, so nobody is asked to sign in.
    ///
    /// Cancels a renewal that nobody else waits for, and its sign-in window. Inquiries to the gateway wait with a time limit and
    /// are still served.
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

    /// Ends the wait of a cancelled caller. Cancels a renewal that nobody else waits for, and its sign-in window.
    private func leave(_ number: Int, _ generation: Int) {
        let (waiter, isLast) = state.withLock { state in
            (state.waiters.removeValue(forKey: number), state.waiters.isEmpty)
        }
        guard let waiter else { return }
        if isLast { finish(generation, nil) }
        waiter.resume()
    }

    /// Runs the renewal within `timeout`, so that one that never returns blocks nobody.
    private func renew(_ generation: Int, _ renewal: @escaping Renewal) {
        let timer = Task { [weak self, clock, timeout] in
            guard (try? await clock.sleep(for: timeout)) != nil else { return }
            self?.finish(generation, nil)
        }
        let work = Task { [weak self] in
            let token = try? await renewal()
            self?.finish(generation, token.flatMap { BearerToken.isUsable($0) ? $0 : nil })
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

    private func finish(_ generation: Int, _ token: Secret?) {
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
