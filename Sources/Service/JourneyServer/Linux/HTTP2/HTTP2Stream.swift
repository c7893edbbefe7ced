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

    /// `true` if the delegate receives the body.
    var takesBody: Bool { !isRefused && !isAbandoned }
}
