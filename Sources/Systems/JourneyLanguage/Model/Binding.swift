package import JourneyBase

/// A call to the bank that an event sets off.
package struct Binding: Sendable {
    package let onEvent: String
    package let operation: Operation
    let arguments: Arguments
    /// Declared outputs of the response body's members; manifest 1.2.
    let outputs: [String: ValueType]
    package let headers: HTTPFields
    let onSuccessEmit: String?
    let onErrorEmit: String?
    /// Its own rules, then those of the journey's error policy for other codes. Empty for what may not be repeated.
    package let retry: [RetryRule]
    /// Headers whose text is known at the call, by name; manifest 1.2.
    package internal(set) var headerTemplates: [String: HeaderTemplate] = [:]

    /// Whether a call of it may change something.
    var isWrite: Bool { ![.get, .head, .options].contains(operation.method) }

    /// Whether its calls carry an idempotency key.
    var carriesKey: Bool { isWrite && operation.takesIdempotencyKey }

    package enum Arguments: Sendable {
        case none
        /// Manifest 1.1: the object at this path of the event's payload is the arguments.
        case from(path: [String])
        /// Manifest 1.2: each argument's name and where its value stands.
        case declared([String: ContextPath])
    }
}

/// When a call is tried again.
package struct RetryRule: Hashable, Sendable {
    package let codes: Set<ErrorCode>
    /// Tries after the first.
    package let attempts: Int
    /// The longest wait before a try.
    package let cap: Duration
    package let jitter: Bool

    package init(codes: Set<ErrorCode>, attempts: Int, cap: Duration, jitter: Bool) {
        self.codes = codes
        self.attempts = attempts
        self.cap = cap
        self.jitter = jitter
    }
}
