/// Decides when a failed server may be called again. A value: callers pass the time as the duration since any fixed start.
///
/// `threshold` consecutive failures open the circuit for `rest`, during which no request goes out. Then one request is the probe:
/// success closes the circuit, failure opens it for another `rest`. A probe without a recorded result is ignored after `rest`.
///
/// A failure may name the user whose request could have caused it. Each user counts once towards `threshold`, and a probe that
/// fails this way admits a probe by another user. So no single user can block the others.
struct CircuitBreaker: Sendable {
    private enum State: Sendable {
        /// `users` are the users named by the counted failures.
        case closed(failures: Int, users: Set<String> = [])
        case open(until: Duration)
        case probing(until: Duration)
    }

    private let threshold: Int
    private let rest: Duration
    private var state = State.closed(failures: 0)

    init(threshold: Int = 5, rest: Duration = .seconds(15)) {
        self.threshold = threshold
        self.rest = rest
    }

    /// Returns `nil` if a request may go out at `now`, otherwise the time to wait.
    mutating func wait(at now: Duration) -> Duration? {
        switch state {
        case .closed: return nil
        case .open(let end) where now < end, .probing(let end) where now < end: return end - now
        case .open, .probing:
            state = .probing(until: now + rest)
            return nil
        }
    }

    /// Records the result of a request. A refusal by the server is an answer and so a success. `user` names the sender if the
    /// request's content may have caused the failure.
    mutating func record(isFailure: Bool, of user: String? = nil, at now: Duration) {
        switch state {
        case _ where !isFailure: state = .closed(failures: 0)
        case .closed(_, let users) where user.map(users.contains) ?? false: break
        case .closed(let failures, let users) where failures + 1 < threshold:
            state = .closed(failures: failures + 1, users: user.map { users.union([$0]) } ?? users)
        case .probing where user != nil: state = .closed(failures: threshold - 1, users: user.map { [$0] } ?? [])
        // A request that was in flight when the circuit opened adds no information.
        case .open: break
        case .closed, .probing: state = .open(until: now + rest)
        }
    }

    /// `true` while requests are held back.
    var isOpen: Bool { if case .closed = state { false } else { true } }
}
