/// The state of a reader transaction. Each state has a screen.
public enum ReaderSessionState: Equatable, Sendable {
    /// The request was chosen; nothing else has happened.
    case notStarted
    /// Prerequisites of reading are not granted or not available.
    case preflight(missing: Set<Permission>)
    /// No prerequisite is missing.
    case readyToScan
    /// Waiting for the holder's code.
    case scanning
    /// Connecting to the holder of the scanned code.
    case connecting
    /// The holder is connected; the request is being sent.
    case requesting
    /// The holder's device has the request and asks its user.
    case awaitingResponse
    /// The whole response has arrived and is being verified.
    case verifying
    /// The holder answered; `result` has the verdict.
    case success(result: ReadResult)
    case failed(error: ReaderError)
    case cancelled(Cancellation)

    /// The end of a transaction without an answer.
    public enum Cancellation: String, Hashable, Sendable, CaseIterable {
        /// The reader's side cancelled.
        case here
        /// The holder declined.
        case declined
        /// The connection was lost before the whole response arrived. It cannot be resumed.
        case dropped
    }
}

extension ReaderSessionState {
    /// A state without its associated value.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case notStarted, preflight, readyToScan, scanning, connecting, requesting, awaitingResponse, verifying
        case success, failed, cancelled

        /// `true` if the transaction is over. Such a state never changes.
        public var isTerminal: Bool { ReaderSessionState.transitions[self, default: []].isEmpty }
    }

    /// The state without its associated value.
    public var kind: Kind {
        switch self {
        case .notStarted: .notStarted
        case .preflight: .preflight
        case .readyToScan: .readyToScan
        case .scanning: .scanning
        case .connecting: .connecting
        case .requesting: .requesting
        case .awaitingResponse: .awaitingResponse
        case .verifying: .verifying
        case .success: .success
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// `true` if the transaction is over.
    public var isTerminal: Bool { kind.isTerminal }

    /// The allowed transitions; every step may also fail or be cancelled.
    public static let transitions: [Kind: Set<Kind>] = [
        .notStarted: [.preflight, .readyToScan, .failed, .cancelled],
        // Repeated when more permissions are missing than at first.
        .preflight: [.preflight, .readyToScan, .failed, .cancelled],
        .readyToScan: [.scanning, .failed, .cancelled],
        .scanning: [.connecting, .failed, .cancelled],
        .connecting: [.requesting, .failed, .cancelled],
        // The answer may arrive before the radio confirms that the whole request was sent.
        .requesting: [.awaitingResponse, .verifying, .failed, .cancelled],
        .awaitingResponse: [.verifying, .failed, .cancelled],
        .verifying: [.success, .failed, .cancelled],
        .success: [], .failed: [], .cancelled: [],
    ]

    /// Returns `true` if a transition to `next` is allowed.
    func allows(_ next: ReaderSessionState) -> Bool {
        ReaderSessionState.transitions[kind, default: []].contains(next.kind)
    }
}
