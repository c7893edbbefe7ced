internal import Foundation
internal import JourneyBase
internal import Synchronization

/// Wakes the polls of a run: when the app returns to the front they ask at once, and when the run ends they stop.
final class PollSignal: Sendable {
    private struct State {
        var returns = 0
        var isEnded = false
        var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    /// The number of returns so far.
    var returns: Int { state.withLock(\.returns) }
    /// `true` when no poll may go on.
    var isEnded: Bool { state.withLock(\.isEnded) }

    /// Wakes all polls, because the app has returned to the front.
    func appReturned() { wake { $0.returns += 1 } }

    /// Ends all polls, those of the future too.
    func end() { wake { $0.isEnded = true } }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [:] }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns once the app has returned more often than `returns`, the polls have ended, or the task is cancelled.
    func wait(after returns: Int) async {
        let number = state.withLock { state in
            state.lastWaiter += 1
            return state.lastWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    guard state.returns == returns, !state.isEnded, !Task.isCancelled else { return true }
                    state.waiters[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: number) }?.resume()
        }
    }
}

/// Asks again and again until there is an answer or the time is over.
struct Poller: Sendable {
    /// The wait between two questions.
    let interval: Duration
    /// The time from the first question, in this process or an earlier one, after which there is no further one.
    let limit: Duration
    let clock: any Clock<Duration>
    /// Returns the time since the poller was made, by `clock`.
    let elapsed: @Sendable () -> Duration
    let now: @Sendable () -> Date
    let front: PollSignal

    /// Asks at once, then after each interval, at the end of the time, and when the app returns to the front.
    ///
    /// - Parameters:
    ///   - began: The time of the first question, which an earlier process may have asked.
    ///   - ask: Asks, and returns an answer, or `nil` to ask again. Its parameter counts the questions of this process from 1.
    /// - Returns: The answer; `nil` when the time is over, the run ends or the task is cancelled.
    func run<Answer: Sendable>(since began: Date, _ ask: (Int) async -> Answer?) async -> Answer? {
        // A clock that was set back gives no more time than the process itself has seen.
        let before = abs(now().timeIntervalSince(began))
        var count = 0
        while true {
            let returns = front.returns
            count += 1
            if let answer = await ask(count) { return answer }
            let passed = max(.seconds(now().timeIntervalSince(began)), .seconds(before) + elapsed())
            guard !Task.isCancelled, !front.isEnded, passed < limit else { return nil }
            await wait(min(interval, limit - passed), after: returns)
            guard !Task.isCancelled, !front.isEnded else { return nil }
        }
    }

    private func wait(_ duration: Duration, after returns: Int) async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { [clock] in try? await clock.sleep(for: duration) }
            group.addTask { [front] in await front.wait(after: returns) }
            await group.next()
            group.cancelAll()
        }
    }
}
