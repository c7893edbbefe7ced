import JourneyBase
import JourneyCrypto
import JourneyWire
import Synchronization

/// Caches the results of confirmations with an `Idempotency-Key` for one minute. In this process only: tokens are held in locked
/// memory and never stored.
///
/// A repeated request with the same key and content gets the same result, also while the first is still in progress.
final class CardAnswers: Sendable {
    /// The result of a confirmation.
    enum Answer: Sendable {
        case token(Secret)
        case refusal(CardRefusal)

        /// `true` if a repeated request can only have the same result.
        var isSettled: Bool {
            switch self {
            case .token: true
            // A challenge in use is released when the code turns out wrong, so CODE_USED may change.
            case .refusal(let refusal):
                refusal.code.status < 500 && refusal.code.status != 429 && refusal.code != .codeUsed
            }
        }
    }

    private struct Entry {
        /// Distinguishes successive entries with the same key.
        let id: UInt64
        let request: [UInt8]
        let task: Task<Answer, Never>
    }

    private struct State {
        var entries: [[UInt8]: Entry] = [:]
        /// Expiry times, one per entry, in ascending order.
        var ends: [(id: UInt64, key: [UInt8], end: Duration)] = []
        var lastID: UInt64 = 0
        var isSweeping = false
    }

    static let lifetime: Duration = .seconds(60)
    /// The maximum number of entries; further results aren't cached.
    private static let most = 10_000
    private let state = Mutex(State())
    private let clock: any Clock<Duration>
    private let elapsed: @Sendable () -> Duration

    init(clock: any Clock<Duration>) {
        self.clock = clock
        elapsed = clock.stopwatch
    }

    /// Returns the cached result for `key`, or starts `work`, which then completes even if the caller goes away. `request` is a
    /// digest of the request. Throws `REQUEST_INVALID` if another request used the key.
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

    /// Removes an entry and its expiry time, but no later entry with the same key.
    private static func drop(_ id: UInt64, _ key: [UInt8], _ state: inout State) {
        guard state.entries[key]?.id == id, let place = state.ends.lastIndex(where: { $0.id == id }) else { return }
        state.entries.removeValue(forKey: key)
        state.ends.remove(at: place)
    }

    /// The number of entries, or of expiry times if that is larger.
    var count: Int { state.withLock { max($0.entries.count, $0.ends.count) } }

    /// Schedules the removal of expired entries, so that they go without further requests.
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
