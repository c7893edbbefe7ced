/// A stream that the delegate of a session knows of.
struct HTTP2Stream {
    /// Bytes of the body that the delegate has and has not consumed.
    var unread = 0
    var isRequestEnded: Bool
    /// Bytes of the body that are still to come; `nil` where the request does not announce them.
    var announced: Int?
    var isResponseEnded = false
    /// The body is dropped as it comes.
    var isRefused = false
    /// The server itself gave it up.
    var isAbandoned = false

    /// `true` if the delegate receives the body.
    var takesBody: Bool { !isRefused && !isAbandoned }
}
