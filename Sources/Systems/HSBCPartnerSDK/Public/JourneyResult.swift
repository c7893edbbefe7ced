public import JourneyBase

/// The result of a journey. A host gets exactly one for each start.
public enum JourneyResult: Hashable, Sendable {
    case completed(payload: [String: AnyCodable])
    /// Accepted but not final, or a payment whose outcome is unknown: ask the bank before offering it again.
    case pending(payload: [String: AnyCodable])
    case cancelled
    /// `code` is stable (see `ErrorCode`); `message` is for developers; `recoverable` is `true` when starting again can help.
    case failed(code: String, message: String, recoverable: Bool)
}

extension JourneyResult {
    init(_ outcome: Outcome<JSONValue>) {
        switch outcome {
        case .completed(let payload): self = .completed(payload: payload.object ?? [:])
        case .pending(let payload): self = .pending(payload: payload.object ?? [:])
        case .cancelled: self = .cancelled
        case .failed(let error):
            self = .failed(code: error.code.rawValue, message: error.message, recoverable: error.isRecoverable)
        }
    }
}
