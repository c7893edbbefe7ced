public import MobileDocument

/// The state of a holder transaction. Each state has a screen.
public enum HolderSessionState: Equatable, Sendable {
    /// The chosen documents are being loaded.
    case notStarted
    /// Prerequisites of the transaction are not granted or not available.
    case preflight(missing: Set<Permission>)
    /// No prerequisite is missing.
    case readyToPresent
    /// The code is shown, waiting for a reader.
    case presentingEngagement
    /// A reader is connected and has not sent its request.
    case connecting
    /// The user is being asked for consent.
    case requestReceived
    /// The response is being created and sent.
    case processingResponse
    /// The radio accepted the whole response, `data`.
    case success(data: DeviceResponse)
    case failed(error: SessionError)
    /// The user left or declined, or the connection was lost.
    case cancelled
}

extension HolderSessionState {
    /// A state without its associated value.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case notStarted, preflight, readyToPresent, presentingEngagement, connecting, requestReceived
        case processingResponse, success, failed, cancelled

        /// `true` if the transaction is over. Such a state never changes.
        public var isTerminal: Bool { HolderSessionState.transitions[self, default: []].isEmpty }
    }

    /// The state without its associated value.
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

    /// `true` if the transaction is over.
    public var isTerminal: Bool { kind.isTerminal }

    /// The allowed transitions, in the order of ISO/IEC 18013-5; every step may also fail or be cancelled.
    public static let transitions: [Kind: Set<Kind>] = [
        .notStarted: [.preflight, .readyToPresent, .failed, .cancelled],
        // Repeated when more permissions are missing than at first.
        .preflight: [.preflight, .readyToPresent, .failed, .cancelled],
        .readyToPresent: [.presentingEngagement, .failed, .cancelled],
        .presentingEngagement: [.connecting, .failed, .cancelled],
        .connecting: [.requestReceived, .failed, .cancelled],
        .requestReceived: [.processingResponse, .failed, .cancelled],
        .processingResponse: [.success, .failed, .cancelled],
        .success: [], .failed: [], .cancelled: [],
    ]

    /// Returns `true` if a transition to `next` is allowed.
    func allows(_ next: HolderSessionState) -> Bool {
        HolderSessionState.transitions[kind, default: []].contains(next.kind)
    }
}
