/// The reason for the cancellation of a transaction.
public enum Cancellation: Hashable, Sendable {
    /// The user, or the app, cancelled.
    case person
    /// The user approved nothing.
    case denied
    /// The reader ended the session before it had the answer.
    case readerLeft
    /// The connection ended before the whole response was sent.
    case dropped(TransportError)
    /// A time limit was exceeded.
    case timedOut(Wait)
    /// A prerequisite was lost, for example because Bluetooth was switched off.
    case prerequisites(Set<Permission>)

    /// The event that a time limit waits for.
    public enum Wait: String, CaseIterable, Hashable, Sendable {
        /// A reader that connects.
        case connect
        /// A message of the reader, or the radio's acceptance of the response.
        case inactivity
        /// The user's decision.
        case consent
    }
}
