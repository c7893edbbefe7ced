package import JourneyBase

/// What a failed try says about whether the bank did what it was asked.
package enum CallRefusal: Hashable, Sendable {
    /// The bank looked at this very request and said no: also what was sent before under the same key was not done, unless
    /// the bank has said that it was.
    case judged
    /// This try was not done: it never went out, or was turned away before the bank looked at it.
    case notDone
    /// It may have been done.
    case unknown

    /// The verdict on a try that ended with `error` and, where there was an answer, `status`.
    package init(_ error: JourneyError, status: Int?) {
        guard let status else {
            if let fate = error.requestFate {
                self = fate == .notSent ? .notDone : .unknown
                return
            }
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
        case 408: self = .unknown
        // Under a key it is about an earlier request; without one it is an answer like any other no.
        case 409: self = error.code == .idempotentReplay ? .unknown : .notDone
        case 400...499: self = .notDone
        default: self = .unknown
        }
    }

    /// This verdict on the last try of `call`, where an earlier one may have been done (`mayBeDone`).
    ///
    /// Under one key, a bank that judges the last try speaks of all of them. Without a key each try stands alone, and a no to
    /// the last one takes nothing back.
    func after(mayBeDone: Bool, _ call: PendingCall) -> CallRefusal {
        mayBeDone && !(call.carriesKey && self == .judged) ? .unknown : self
    }
}
