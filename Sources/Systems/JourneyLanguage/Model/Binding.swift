package import JourneyBase

/// A call to the bank that an event starts.
package struct Binding: Sendable {
    package let onEvent: String
    package let operation: Operation
    let arguments: Arguments
    /// The declared outputs, which are members of the response body; manifest 1.2.
    let outputs: [String: ValueType]
    package let headers: HTTPFields
    let onSuccessEmit: String?
    let onErrorEmit: String?
    /// The binding's own rules, then those of the journey's error policy for other codes. Empty for calls that must not be
    /// repeated.
    package let retry: [RetryRule]
    /// Header templates, filled in at each call, by header name; manifest 1.2.
    public internal(set) var headerTemplates: [String: HeaderTemplate] = [:]

    /// `true` if a call may change data: any method except GET, HEAD and OPTIONS.
    var isWrite: Bool { ![.get, .head, .options].contains(operation.method) }

    /// `true` if calls carry an idempotency key.
    var carriesKey: Bool { isWrite && operation.takesIdempotencyKey }

    package enum Arguments: Sendable {
        case none
        /// Manifest 1.1: the object at this path of the event's payload holds the arguments.
        case from(path: [String])
        /// Manifest 1.2: each argument's name and the path of its value.
        case declared([String: ContextPath])
    }
}

/// A rule for retrying a call.
package struct RetryRule: Hashable, Sendable {
    package let codes: Set<ErrorCode>
    /// The maximum number of retries.
    package let attempts: Int
    /// The longest wait before a retry.
    package let cap: Duration
    package let jitter: Bool

    package init(codes: Set<ErrorCode>, attempts: Int, cap: Duration, jitter: Bool) {
        self.codes = codes
        self.attempts = attempts
        self.cap = cap
        self.jitter = jitter
    }
}
