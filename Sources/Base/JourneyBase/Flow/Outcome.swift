/// The result of a flow. Each flow ends exactly once, with one of these. Cancelled and pending are not errors.
public enum Outcome<Value: Sendable>: Sendable {
    /// The flow finished.
    case completed(Value)
    /// The request was accepted, but the result isn't final. The value identifies it for later queries.
    case pending(Value)
    /// The person cancelled.
    case cancelled
    /// The flow ended with an error.
    case failed(JourneyError)
}
