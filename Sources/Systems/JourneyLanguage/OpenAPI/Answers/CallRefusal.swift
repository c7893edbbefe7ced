package import JourneyBase

/// The conclusion from a failed try: whether the bank executed the request.
package enum CallRefusal: Hashable, Sendable {
    /// The bank evaluated this request and rejected it. Earlier tries under the same key were not executed either, unless the
    /// bank has confirmed one.
    case judged
    /// Not executed: the try was never sent, or was rejected before evaluation.
    case notDone
    /// Possibly executed.
    case unknown

    /// Classifies a try that ended with `error` and, if there was a response, the HTTP status `status`.
    package init(_ error: JourneyError, status: Int?) {
        guard let status else {
            if let fate = error.requestFate {
                self = fate == .notSent ? .notDone : .unknown
                return
            }
            // Not `TLS_FAIL`: a peer's alert can arrive at any time, even instead of the response to an executed request.
            let unsent: Set<ErrorCode> = [
                .pinningFail, .originBlocked, .validationFail, .operationUnknown, .storeFailed,
            ]
            self = unsent.contains(error.code) ? .notDone : .unknown
            return
        }
        switch status {
        // Requests that are on hold or need more information may still proceed without the user.
        case _ where error.code == .complianceHold || error.code == .moreInfo: self = .unknown
        case 400, 422: self = .judged
        case 408: self = .unknown
        // Under a key, 409 concerns an earlier request; without a key it is a rejection like any other.
        case 409: self = error.code == .idempotentReplay ? .unknown : .notDone
        case 400...499: self = .notDone
        default: self = .unknown
        }
    }
}
