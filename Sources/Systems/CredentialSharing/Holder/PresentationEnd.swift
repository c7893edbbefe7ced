public import MobileDocument

/// The end of a transaction. Each transaction ends once.
public enum PresentationEnd: Equatable, Sendable {
    /// The radio accepted the whole response. It has no documents if the reader requested none that were chosen.
    case success(DeviceResponse)
    case cancelled(Cancellation)
    case failed(SessionError)

    /// The last state of the session.
    var state: HolderSessionState {
        switch self {
        case .success(let response): .success(data: response)
        case .cancelled: .cancelled
        case .failed(let error): .failed(error: error)
        }
    }
}
