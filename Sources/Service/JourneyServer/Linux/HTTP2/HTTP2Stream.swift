/// A stream that the delegate of a session knows of.
struct HTTP2Stream {
    /// Bytes of the body that the delegate has and has not consumed.
    var unread = 0
    var isRequestEnded: Bool
    var isResponseEnded = false
    /// The body is dropped as it comes.
    var isRefused = false
    /// The server itself gave it up.
    var isAbandoned = false

    /// Whether what comes of the body is for the delegate.
    var takesBody: Bool { !isRefused && !isAbandoned }
}
