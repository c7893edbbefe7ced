public import MobileDocument

/// How a transaction ended: each ends once.
public enum PresentationEnd: Equatable, Sendable {
    /// The radio took the whole response, which is this; it has no documents when the reader asked for none that were chosen.
    case success(DeviceResponse)
    case cancelled(Cancellation)
    case failed(SessionError)

    /// The session's last state.
    var state: HolderSessionState {
        switch self {
        case .success(let response): .success(data: response)
        case .cancelled: .cancelled
        case .failed(let error): .failed(error: error)
        }
    }
}
