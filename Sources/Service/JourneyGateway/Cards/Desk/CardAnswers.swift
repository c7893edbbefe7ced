import JourneyBase
import JourneyCrypto
import Synchronization

/// What came of confirmations that have an `Idempotency-Key`, for a minute, in this process only: a token is held in locked
/// memory and never stored.
///
/// Whoever asks again under one key, about the same, gets the same answer, also while the first is still under way.
final class CardAnswers: Sendable {
    /// What a confirmation comes to.
    enum Answer: Sendable {
        case token(Secret)
        case refusal(CardRefusal)

        /// Whether asking again can come to nothing else.
        var isSettled: Bool {
            switch self {
            case .token: true
            case .refusal(let refusal): refusal.code.status < 500 && refusal.code.status != 429
            }
        }
    }

    private struct Entry {
        let request: [UInt8]
        let task: Task<Answer, Never>
    }

    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        /// In the order in which they end.
        var ends: [(key: [UInt8], end: Duration)] = []
        var isSweeping = false
    }

    static let lifetime: Duration = .seconds(60)
    /// The most that are held; of more, none is.
    private static let most = 10_000
    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = clock.stopwatch
    }

    /// The answer under `key`, or that of `work`, which then is under way whoever waits for it. `request` is a digest of what
    /// is asked. Throws `REQUEST_INVALID` where something else was asked under the key.
    func answer(
        _ key: [UInt8], request: [UInt8], _ work: @escaping @Sendable () async -> Answer
    ) async throws(CardRefusal) -> Answer {
        let now = elapsed()
        let (entry, isNew) = state.withLock { state -> (Entry, Bool) in
            Self.forget(&state, before: now)
            if let entry = state.entries[key] { return (entry, false) }
            let entry = Entry(request: request, task: Task { await work() })
            if state.entries.count < Self.most {
                state.entries[key] = entry
                state.ends.append((key, now + Self.lifetime))
            }
            return (entry, true)
        }
        guard entry.request == request else { throw CardRefusal(.requestInvalid) }
        let answer = await entry.task.value
        if isNew, !answer.isSettled { state.withLock { _ = $0.entries.removeValue(forKey: key) } }
        sweep()
        return answer
    }

    private static func forget(_ state: inout State, before now: Duration) {
        let count = state.ends.prefix { $0.end <= now }.count
        for (key, _) in state.ends.prefix(count) { state.entries.removeValue(forKey: key) }
        state.ends.removeFirst(count)
    }

    /// Sees to it that what is over goes, whether or not anybody asks.
    private func sweep() {
        let next = state.withLock { state -> Duration? in
            guard !state.isSweeping, let next = state.ends.first?.end else { return nil }
            state.isSweeping = true
            return next
        }
        guard let next else { return }
        Task { [weak self, clock, wait = max(.milliseconds(1), next - elapsed())] in
            try? await clock.sleep(for: wait)
            guard let self else { return }
            let now = elapsed()
            state.withLock { state in
                Self.forget(&state, before: now)
                state.isSweeping = false
            }
            sweep()
        }
    }
}
