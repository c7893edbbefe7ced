public import JourneyBase

/// What a failed try says about whether the bank did what it was asked.
public enum CallRefusal: Hashable, Sendable {
    /// The bank looked at this very request and said no: also what was sent before under the same key was not done, unless
    /// the bank has said that it was.
    case judged
    /// This try was not done: it never went out, or was turned away before the bank looked at it.
    case notDone
    /// It may have been done.
    case unknown

    /// The verdict on a try that ended with `error` and, where there was an answer, `status`.
    public init(_ error: JourneyError, status: Int?) {
        guard let status else {
            // Not `TLS_FAIL`: a peer's alert comes at any time, also instead of the answer to what it has already done.
            let unsent: Set<ErrorCode> = [
                .pinningFail, .originBlocked, .validationFail, .operationUnknown, .storeFailed,
            ]
            self = unsent.contains(error.code) ? .notDone : .unknown
            return
        }
        switch status {
        // What is held back, or waits for more, goes on without the person.
        case _ where error.code == .complianceHold || error.code == .moreInfo: self = .unknown
        case 400, 422: self = .judged
        case 408, 409: self = .unknown
        case 400...499: self = .notDone
        default: self = .unknown
        }
    }
}
