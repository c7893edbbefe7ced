/// The fate of a request: what is known of whether the server has acted on it.
///
/// Transports state it on the errors that they throw (`JourneyError.requestFate`). Every product that moves money decides by
/// it, so that the same network failure means the same everywhere.
public enum RequestFate: String, Hashable, Sendable {
    /// No byte of the request was written, or the server said that it did not process it (`REFUSED_STREAM`, RFC 9113,
    /// section 8.7). Sending it again can't do it twice.
    case notSent
    /// The server answered, and the answer decides the outcome.
    case answered
    /// A part of the request was written and no deciding answer arrived: it may have been done.
    case unknown

    /// The fate of a request that ended with `error`.
    ///
    /// - Parameter error: The error that a transport threw. One that states no fate counts as `unknown`.
    public init(of error: any Error) {
        self = (error as? JourneyError)?.requestFate ?? .unknown
    }
}

extension JourneyError {
    /// This error, of a request of which no byte was written.
    package func beforeSending() -> JourneyError {
        var error = self
        error.requestFate = .notSent
        return error
    }
}
