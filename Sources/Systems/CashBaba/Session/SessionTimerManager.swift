public import Foundation
internal import JourneyBase
internal import Synchronization

/// A timer that counts a session down by the second, on the given clock, and reports its expiry once.
public final class SessionTimerManager: Sendable {
    /// Posted with each tick. The object is the timer.
    public static let sessionTimerDidTick = Notification.Name("SessionTimerManagerDidTick")

    private struct State {
        /// The number of starts. Tasks of an earlier start report nothing.
        var turn = 0
        var deadline: HTTPDeadline?
        var task: Task<Void, Never>?
    }

    private let clock: any Clock<Duration>
    private let state = Mutex(State())

    public init(clock: any Clock<Duration> = ContinuousClock()) { self.clock = clock }

    deinit { state.withLock { $0.task }?.cancel() }

    /// The remaining whole seconds, rounded up; zero if the timer is not running.
    public var remainingSeconds: Int {
        state.withLock { $0.deadline }.map { SessionTimerManager.seconds($0.remaining) } ?? 0
    }

    /// Starts the countdown. A running one stops without a callback.
    ///
    /// - Parameters:
    ///   - expiresIn: The lifetime of the session.
    ///   - onTick: Called every second with the remaining seconds.
    ///   - onExpiry: Called once, at zero.
    public func start(
        expiresIn: Duration, onTick: @escaping @Sendable (Int) -> Void = { _ in },
        onExpiry: @escaping @Sendable () -> Void
    ) {
        let deadline = HTTPDeadline(after: expiresIn, clock: clock)
        let clock = clock
        state.withLock { state in
            state.task?.cancel()
            state.turn += 1
            state.deadline = deadline
            let turn = state.turn
            state.task = Task { [weak self] in
                while true {
                    let left = SessionTimerManager.seconds(deadline.remaining)
                    // Sleep until the remaining whole seconds decrease by one.
                    let nap = deadline.remaining - .seconds(max(left - 1, 0))
                    guard left > 0 else { break }
                    do { try await clock.sleep(for: nap) } catch { return }
                    guard let self, self.isCurrent(turn) else { return }
                    onTick(SessionTimerManager.seconds(deadline.remaining))
                    NotificationCenter.default.post(name: SessionTimerManager.sessionTimerDidTick, object: self)
                }
                guard let self, self.finish(turn) else { return }
                onExpiry()
            }
        }
    }

    /// Stops the countdown without a callback.
    public func stop() {
        state.withLock { state in
            state.task?.cancel()
            state = State(turn: state.turn + 1)
        }
    }

    private func isCurrent(_ turn: Int) -> Bool { state.withLock { $0.turn == turn } }

    /// Ends the countdown `turn`. Returns `false` if it is not the current one.
    private func finish(_ turn: Int) -> Bool {
        state.withLock { state in
            guard state.turn == turn else { return false }
            state = State(turn: turn + 1)
            return true
        }
    }

    private static func seconds(_ duration: Duration) -> Int {
        let (whole, rest) = duration.components
        return max(0, Int(whole) + (rest > 0 ? 1 : 0))
    }
}
