/// The reasons for which the server itself refuses or cuts a request, as codes for the request log. `docs/reference/server.md`
/// lists them.
enum RequestReason {
    /// The client sent or read too slowly, so the connection was closed.
    ///
    /// Next step: Check the client and its network; `docs/reference/server.md` has the limits.
    static let clientTooSlow = "CLIENT_TOO_SLOW"
    /// The service didn't respond in time, so the connection was closed.
    ///
    /// Next step: Look for what the service waits for, such as the database or a backend.
    static let serviceTooSlow = "SERVICE_TOO_SLOW"
    /// A streamed response took longer than allowed.
    ///
    /// Next step: Send less, or raise the limit in the configuration.
    static let streamTooLong = "STREAM_TOO_LONG"
    /// The server streams the maximum number of bodies.
    ///
    /// Next step: Try again later, or raise the limit in the configuration.
    static let tooManyStreams = "TOO_MANY_STREAMS"
    /// The service's response has a header or status that can't be sent safely.
    ///
    /// Next step: Correct the service: header values need printable characters and no line breaks.
    static let responseUnsafe = "RESPONSE_UNSAFE"
    /// The service gave no response.
    ///
    /// Next step: Correct the service; its log has the cause.
    static let withheld = "RESPONSE_WITHHELD"
    /// The client closed the connection before the response was complete.
    ///
    /// Next step: Nothing needs to be done, unless it happens often: then look at response times.
    static let clientGone = "CLIENT_GONE"
    /// The server has the maximum number of connections.
    ///
    /// Next step: Raise the limit of connections, or add a server.
    static let serverFull = "SERVER_FULL"
    /// The server stopped before the response was complete.
    ///
    /// Next step: Repeat the request if it is idempotent.
    static let serverStopped = "SERVER_STOPPED"
    /// The request's body exceeds the limit.
    ///
    /// Next step: Send less.
    static let bodyTooLarge = "BODY_TOO_LARGE"
    /// The request's target exceeds the limit.
    ///
    /// Next step: Shorten the path or query.
    static let targetTooLong = "TARGET_TOO_LONG"
    /// The server isn't configured for the request's host.
    ///
    /// Next step: Add the host to the configuration, or correct the client's URL.
    static let hostUnknown = "HOST_UNKNOWN"
    /// The request's header section exceeds the limit.
    ///
    /// Next step: Send fewer or shorter header fields.
    static let headTooLarge = "HEAD_TOO_LARGE"
    /// The server doesn't support the request's method or transfer coding.
    ///
    /// Next step: Use a method of the service's contract, and no transfer coding but chunked.
    static let methodUnsupported = "METHOD_UNSUPPORTED"
    /// The request's HTTP version is not 1.1 or 2.
    ///
    /// Next step: Use HTTP/1.1 or HTTP/2.
    static let versionUnsupported = "VERSION_UNSUPPORTED"
    /// The request isn't valid HTTP.
    ///
    /// Next step: Check the client, and any proxy between it and the server.
    static let requestMalformed = "REQUEST_MALFORMED"

    /// The reason of a refusal before any service saw the request.
    static func of(status: Int) -> String {
        switch status {
        case 408: clientTooSlow
        case 413: bodyTooLarge
        case 414: targetTooLong
        case 421: hostUnknown
        case 431: headTooLarge
        case 501: methodUnsupported
        case 503: tooManyStreams
        case 505: versionUnsupported
        default: requestMalformed
        }
    }

    /// The same for people, in one sentence.
    static func title(of status: Int) -> String {
        switch status {
        case 408: "The request took too long to come."
        case 413: "The request's body is longer than is allowed here."
        case 414: "The request's target is longer than is allowed here."
        case 421: "This server does not answer for that host."
        case 431: "The request's header section is longer than is allowed here."
        case 501: "This server does not know the request's method or transfer coding."
        case 503: "Too many bodies are being streamed."
        case 505: "This server speaks HTTP/1.1 and HTTP/2."
        default: "The request is malformed."
        }
    }
}
