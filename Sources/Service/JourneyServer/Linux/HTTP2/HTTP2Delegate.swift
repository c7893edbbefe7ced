/// The owner of an HTTP/2 session: receives requests, and provides the bodies of responses.
///
/// Every call comes from inside `receive` or `send` of the session. A delegate may call `respond`, `resume`, `consumed`, `reset`
/// and
/// `shutDown` at once, but neither `receive` nor `send`, and it keeps the session until the call has returned.
protocol HTTP2Delegate: AnyObject {
    /// Receives the head of a request, checked as that of HTTP/1.1.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - request: The head, with `:authority` as `Host`.
    ///   - stream: The stream, which is open until `closed`.
    ///   - isEnded: `true` if the request has no body; then `ended` is not called.
    func session(_ session: HTTP2Session, request: RequestHead, on stream: Int32, isEnded: Bool)

    /// Receives a request that is well-formed HTTP/2 but refused; the delegate answers it with `respond`.
    ///
    /// Its body is dropped, and `ended` is not called.
    func session(_ session: HTTP2Session, refused: RequestHead.Refusal, on stream: Int32)

    /// Learns that a request was reset that it does not know: a malformed one, or one above the limit. There is no `closed`.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - stream: The stream.
    ///   - code: The error code that the client has (RFC 9113, section 7).
    func session(_ session: HTTP2Session, rejected stream: Int32, code: UInt32)

    /// Receives a piece of a request's body, at least one byte, valid during the call; `consumed` returns its room.
    func session(_ session: HTTP2Session, data: UnsafeRawBufferPointer, on stream: Int32)

    /// Learns that a request's body is complete.
    func session(_ session: HTTP2Session, ended stream: Int32)

    /// Learns that a stream is closed, once for each `request` or `refused`, unless the session ends before.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - stream: The stream.
    ///   - code: Zero when the response was sent whole, or the error code (RFC 9113, section 7).
    func session(_ session: HTTP2Session, closed stream: Int32, code: UInt32)

    /// Reads the next bytes of a response's body.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - stream: The stream.
    ///   - buffer: At least one byte of room, as much as the client's windows allow.
    /// - Returns: The number of bytes written, or that there are none.
    func session(_ session: HTTP2Session, read stream: Int32, into buffer: UnsafeMutableRawBufferPointer)
        -> HTTP2BodyRead
}

/// The outcome of reading a response's body.
enum HTTP2BodyRead {
    /// So many bytes were written; zero only with the last.
    case bytes(Int, isLast: Bool)
    /// No bytes are available yet; `resume` announces them.
    case notYet
    /// The body broke off; the stream is reset with `INTERNAL_ERROR`.
    case failed
}
