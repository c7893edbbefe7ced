/// How a flow ended. Each flow ends exactly once, with one of these; cancelled and pending are no errors.
public enum Outcome<Value: Sendable>: Sendable {
    case completed(Value)
    /// Accepted, but not final; the value says what to ask for later.
    case pending(Value)
    case cancelled
    case failed(JourneyError)
}
