/// Whether a server that has failed may be asked again. A value: moments come from outside, as time since any start.
///
/// `threshold` failures in a row open it: for `rest`, nobody asks. Then one request is a probe: its success closes the
/// circuit, its failure opens it for another rest. A probe of which nothing is heard counts for nothing after a rest.
///
/// A failure may be one that a single user can bring about; of those, one for each user counts in a row, and a probe that
/// ends so leaves the way to a probe of somebody else's. So no user shuts the others out.
struct CircuitBreaker: Sendable {
    private enum State: Sendable {
        /// `users` are those of failures that have one.
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

    /// `nil` where a request may go out at `now`; else, how long to wait.
    mutating func wait(at now: Duration) -> Duration? {
        switch state {
        case .closed: return nil
        case .open(let end) where now < end, .probing(let end) where now < end: return end - now
        case .open, .probing:
            state = .probing(until: now + rest)
            return nil
        }
    }

    /// What came of a request. A server that refuses one has answered: that is a success here. `user` is whose request it was
    /// where its content may have caused the failure.
    mutating func record(isFailure: Bool, of user: String? = nil, at now: Duration) {
        switch state {
        case _ where !isFailure: state = .closed(failures: 0)
        case .closed(_, let users) where user.map(users.contains) ?? false: break
        case .closed(let failures, let users) where failures + 1 < threshold:
            state = .closed(failures: failures + 1, users: user.map { users.union([$0]) } ?? users)
        case .probing where user != nil: state = .closed(failures: threshold - 1, users: user.map { [$0] } ?? [])
        // What was under way when the circuit opened says nothing new.
        case .open: break
        case .closed, .probing: state = .open(until: now + rest)
        }
    }

    /// Whether requests are kept back.
    var isOpen: Bool { if case .closed = state { false } else { true } }
}
