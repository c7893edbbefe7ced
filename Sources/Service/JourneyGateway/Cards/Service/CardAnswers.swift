import JourneyBase
import JourneyCrypto
import JourneyWire
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
            // A challenge that is being confirmed is given back when the code is wrong.
            case .refusal(let refusal):
                refusal.code.status < 500 && refusal.code.status != 429 && refusal.code != .codeUsed
            }
        }
    }

    private struct Entry {
        /// Of those under one key, one after the other, which it is.
        let id: UInt64
        let request: [UInt8]
        let task: Task<Answer, Never>
    }

    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        /// One for each entry, in the order in which they end.
        var ends: [(id: UInt64, key: [UInt8], end: Duration)] = []
        var lastID: UInt64 = 0
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
            state.lastID += 1
            let entry = Entry(id: state.lastID, request: request, task: Task { await work() })
            if state.entries.count < Self.most {
                state.entries[key] = entry
                state.ends.append((entry.id, key, now + Self.lifetime))
            }
            return (entry, true)
        }
        guard entry.request == request else { throw CardRefusal(.requestInvalid) }
        let answer = await entry.task.value
        if isNew, !answer.isSettled { state.withLock { Self.drop(entry.id, key, &$0) } }
        sweep()
        return answer
    }

    private static func forget(_ state: inout State, before now: Duration) {
        let count = state.ends.prefix { $0.end <= now }.count
        for (_, key, _) in state.ends.prefix(count) { state.entries.removeValue(forKey: key) }
        state.ends.removeFirst(count)
    }

    /// Forgets an entry with its end, and none that came after it under the same key.
    private static func drop(_ id: UInt64, _ key: [UInt8], _ state: inout State) {
        guard state.entries[key]?.id == id, let place = state.ends.lastIndex(where: { $0.id == id }) else { return }
        state.entries.removeValue(forKey: key)
        state.ends.remove(at: place)
    }

    /// How many are held, each with its end.
    var count: Int { state.withLock { max($0.entries.count, $0.ends.count) } }

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
