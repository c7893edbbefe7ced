/// The fate of a request: whether the server has acted on it, as far as the client knows.
///
/// Transports set it on the errors that they throw (`JourneyError.requestFate`). Every product that moves money uses it, so the
/// same network failure means the same everywhere.
public enum RequestFate: String, Hashable, Sendable {
    /// No byte of the request was written, or the server declared it unprocessed (`REFUSED_STREAM`, RFC 9113, section 8.7). A
    /// repeat can't have a double effect.
    case notSent
    /// The server answered, and the answer decides the outcome.
    case answered
    /// A part of the request was written and no deciding answer arrived. The server may have acted on it.
    case unknown

    /// Reads the fate of a request that ended with `error`.
    ///
    /// - Parameter error: The error that a transport threw. An error without a fate counts as `unknown`.
    public init(of error: any Error) {
        self = (error as? JourneyError)?.requestFate ?? .unknown
    }
}

extension JourneyError {
    /// Returns this error with the fate `notSent`.
    package func beforeSending() -> JourneyError {
        var error = self
        error.requestFate = .notSent
        return error
    }
}
