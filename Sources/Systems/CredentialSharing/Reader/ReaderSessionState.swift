/// Where a transaction of a reader stands. Each state has its screen.
public enum ReaderSessionState: Equatable, Sendable {
    /// What it is read for was chosen, and nothing else happened.
    case notStarted
    /// Something that reading needs is not allowed, or not there.
    case preflight(missing: Set<Permission>)
    /// Nothing is missing.
    case readyToScan
    /// A holder's code is waited for.
    case scanning
    /// The code was read; its holder is looked for.
    case connecting
    /// The holder is connected, and the request is on its way.
    case requesting
    /// The holder's device has the request, and its person is asked.
    case awaitingResponse
    /// The whole response is here, and is being verified.
    case verifying
    /// Something was answered: what it is worth, `result` tells.
    case success(result: ReadResult)
    case failed(error: ReaderError)
    case cancelled(Cancellation)

    /// How a transaction ended without an answer.
    public enum Cancellation: String, Hashable, Sendable, CaseIterable {
        /// Whoever reads left.
        case here
        /// The holder said no.
        case declined
        /// The connection went before the whole response was here. Nothing is resumed.
        case dropped
    }
}

extension ReaderSessionState {
    /// A state without its value.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case notStarted, preflight, readyToScan, scanning, connecting, requesting, awaitingResponse, verifying
        case success, failed, cancelled

        /// Whether the transaction is over. Such a state never changes.
        public var isTerminal: Bool { ReaderSessionState.transitions[self, default: []].isEmpty }
    }

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

    /// Whether the transaction is over.
    public var isTerminal: Bool { kind.isTerminal }

    /// What may follow what, and two ways out of every step.
    public static let transitions: [Kind: Set<Kind>] = [
        .notStarted: [.preflight, .readyToScan, .failed, .cancelled],
        // Again, when more is missing than at first.
        .preflight: [.preflight, .readyToScan, .failed, .cancelled],
        .readyToScan: [.scanning, .failed, .cancelled],
        .scanning: [.connecting, .failed, .cancelled],
        .connecting: [.requesting, .failed, .cancelled],
        // An answer may be here before the radio has told that the whole request went.
        .requesting: [.awaitingResponse, .verifying, .failed, .cancelled],
        .awaitingResponse: [.verifying, .failed, .cancelled],
        .verifying: [.success, .failed, .cancelled],
        .success: [], .failed: [], .cancelled: [],
    ]

    /// Whether `next` may follow.
    func allows(_ next: ReaderSessionState) -> Bool {
        ReaderSessionState.transitions[kind, default: []].contains(next.kind)
    }
}
