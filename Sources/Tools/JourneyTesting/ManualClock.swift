internal import Synchronization

/// A clock that stands still until a test moves it. Sleeping tasks wake in the order of their deadlines.
///
/// A `hurried` clock jumps to each sleeper's deadline at once, for code that waits without timers. With `hurriedUpTo`, it jumps
/// only to deadlines within the limit, so that short pauses pass and long timers stand.
public final class ManualClock: Clock {
    /// A point in time of the clock.
    public struct Instant: InstantProtocol {
        /// The time since the clock's creation.
        public var offset: Duration
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (a: Instant, b: Instant) -> Bool { a.offset < b.offset }
    }

    private struct Sleeper {
        let id: Int
        let deadline: Instant
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var now = Instant(offset: .zero)
        var lastID = 0
        var sleepers: [Sleeper] = []
        var cancelled: Set<Int> = []
        var naps: [Duration] = []
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    /// The longest sleep that ends at once; `nil` for none.
    private let longestPause: Duration?

    /// Creates a clock.
    ///
    /// - Parameter hurried: `true` to end every sleep at once.
    public init(hurried: Bool = false) { longestPause = hurried ? .seconds(Int64.max) : nil }

    /// Creates a clock that ends sleeps of up to `limit` at once.
    public init(hurriedUpTo limit: Duration) { longestPause = limit }

    public var now: Instant { state.withLock(\.now) }
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// The requested durations of all sleeps so far, in the order of their start.
    public var naps: [Duration] { state.withLock(\.naps) }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let wasCancelled = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                add(Sleeper(id: id, deadline: deadline, continuation: continuation))
            }
        } onCancel: {
            cancel(id)
        }
        if wasCancelled { throw CancellationError() }
    }

    /// Moves the time forward and wakes the tasks whose deadlines have passed.
    public func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.deadline <= state.now }.sorted { $0.deadline < $1.deadline }
            state.sleepers.removeAll { $0.deadline <= state.now }
            return due
        }
        for sleeper in due { sleeper.continuation.resume(returning: false) }
    }

    /// Waits until `count` sleeps in all have started, finished ones included.
    public func waitForNaps(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.naps.count >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    private func add(_ sleeper: Sleeper) {
        enum Verdict { case sleep, awake, cancelled }
        let (verdict, watchers) = state.withLock { state in
            state.naps.append(state.now.duration(to: sleeper.deadline))
            let ready = state.watchers.filter { $0.count <= state.naps.count }.map(\.continuation)
            state.watchers.removeAll { $0.count <= state.naps.count }
            if state.cancelled.remove(sleeper.id) != nil { return (Verdict.cancelled, ready) }
            if let longestPause, state.now.duration(to: sleeper.deadline) <= longestPause {
                state.now = max(state.now, sleeper.deadline)
            }
            if sleeper.deadline <= state.now { return (.awake, ready) }
            state.sleepers.append(sleeper)
            return (.sleep, ready)
        }
        for watcher in watchers { watcher.resume() }
        switch verdict {
        case .sleep: break
        case .awake: sleeper.continuation.resume(returning: false)
        case .cancelled: sleeper.continuation.resume(returning: true)
        }
    }

    private func cancel(_ id: Int) {
        let sleeper = state.withLock { state -> Sleeper? in
            guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.sleepers.remove(at: index)
        }
        sleeper?.continuation.resume(returning: true)
    }
}
