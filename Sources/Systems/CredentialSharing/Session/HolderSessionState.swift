public import MobileDocument

/// Where a transaction of a holder stands. Each state has its screen.
public enum HolderSessionState: Equatable, Sendable {
    /// The documents that were chosen are being looked up.
    case notStarted
    /// Something that the transaction needs is not allowed, or not there.
    case preflight(missing: Set<Permission>)
    /// Nothing is missing.
    case readyToPresent
    /// The code is shown, and a reader is waited for.
    case presentingEngagement
    /// A reader is connected and has not asked yet.
    case connecting
    /// The person is asked what the reader may have.
    case requestReceived
    /// The response is made and sent.
    case processingResponse
    /// The radio took the whole response; `data` is what was sent.
    case success(data: DeviceResponse)
    case failed(error: SessionError)
    /// The person left, said no, or the connection went.
    case cancelled
}

extension HolderSessionState {
    /// A state without its value.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case notStarted, preflight, readyToPresent, presentingEngagement, connecting, requestReceived
        case processingResponse, success, failed, cancelled

        /// Whether the transaction is over. Such a state never changes.
        public var isTerminal: Bool { HolderSessionState.transitions[self, default: []].isEmpty }
    }

    public var kind: Kind {
        switch self {
        case .notStarted: .notStarted
        case .preflight: .preflight
        case .readyToPresent: .readyToPresent
        case .presentingEngagement: .presentingEngagement
        case .connecting: .connecting
        case .requestReceived: .requestReceived
        case .processingResponse: .processingResponse
        case .success: .success
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }

    /// Whether the transaction is over.
    public var isTerminal: Bool { kind.isTerminal }

    /// What may follow what: the order of ISO/IEC 18013-5, and two ways out of every step.
    public static let transitions: [Kind: Set<Kind>] = [
        .notStarted: [.preflight, .readyToPresent, .failed, .cancelled],
        // Again, when more is missing than at first.
        .preflight: [.preflight, .readyToPresent, .failed, .cancelled],
        .readyToPresent: [.presentingEngagement, .failed, .cancelled],
        .presentingEngagement: [.connecting, .failed, .cancelled],
        .connecting: [.requestReceived, .failed, .cancelled],
        .requestReceived: [.processingResponse, .failed, .cancelled],
        .processingResponse: [.success, .failed, .cancelled],
        .success: [], .failed: [], .cancelled: [],
    ]

    /// Whether `next` may follow.
    func allows(_ next: HolderSessionState) -> Bool {
        HolderSessionState.transitions[kind, default: []].contains(next.kind)
    }
}
