/// Why a transaction was cancelled.
public enum Cancellation: Hashable, Sendable {
    /// The person, or the app for them, left.
    case person
    /// The person allowed nothing.
    case denied
    /// The reader ended it before it was answered.
    case readerLeft
    /// The connection went before the response was taken in full.
    case dropped(TransportError)
    /// Nobody did anything for too long.
    case timedOut(Wait)
    /// Something that a transaction needs went away, such as a radio that was switched off.
    case prerequisites(Set<Permission>)

    /// What was waited for.
    public enum Wait: String, CaseIterable, Hashable, Sendable {
        /// A reader that connects.
        case connect
        /// Anything from the reader, or room for the response.
        case inactivity
        /// The person's decision.
        case consent
    }
}
