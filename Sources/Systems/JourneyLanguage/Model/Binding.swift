public import JourneyBase

/// A call to the bank that an event sets off.
public struct Binding: Sendable {
    public let onEvent: String
    public let operation: Operation
    public let arguments: Arguments
    /// Declared outputs of the response body's members; manifest 1.2.
    public let outputs: [String: ValueType]
    public let headers: HTTPFields
    public let onSuccessEmit: String?
    public let onErrorEmit: String?
    /// Its own rules, then those of the journey's error policy for other codes. Empty for what may not be repeated.
    public let retry: [RetryRule]
    /// Headers whose text is known at the call, by name; manifest 1.2.
    public internal(set) var headerTemplates: [String: HeaderTemplate] = [:]

    /// Whether a call of it may change something.
    var isWrite: Bool { ![.get, .head, .options].contains(operation.method) }

    /// Whether its calls carry an idempotency key.
    var carriesKey: Bool { isWrite && operation.takesIdempotencyKey }

    public enum Arguments: Sendable {
        case none
        /// Manifest 1.1: the object at this path of the event's payload is the arguments.
        case from(path: [String])
        /// Manifest 1.2: each argument's name and where its value stands.
        case declared([String: ContextPath])
    }
}

/// When a call is tried again.
public struct RetryRule: Hashable, Sendable {
    public let codes: Set<ErrorCode>
    /// Tries after the first.
    public let attempts: Int
    /// The longest wait before a try.
    public let cap: Duration
    public let jitter: Bool

    package init(codes: Set<ErrorCode>, attempts: Int, cap: Duration, jitter: Bool) {
        self.codes = codes
        self.attempts = attempts
        self.cap = cap
        self.jitter = jitter
    }
}
