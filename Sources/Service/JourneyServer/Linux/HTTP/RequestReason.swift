/// The reasons for which the server itself refuses or cuts a request, as codes for the request log. `docs/reference/server.md`
/// lists them.
enum RequestReason {
    static let clientTooSlow = "CLIENT_TOO_SLOW"
    static let serviceTooSlow = "SERVICE_TOO_SLOW"
    static let streamTooLong = "STREAM_TOO_LONG"
    static let tooManyStreams = "TOO_MANY_STREAMS"
    static let responseUnsafe = "RESPONSE_UNSAFE"
    static let withheld = "RESPONSE_WITHHELD"
    static let clientGone = "CLIENT_GONE"
    static let serverFull = "SERVER_FULL"
    static let serverStopped = "SERVER_STOPPED"

    /// The reason of a refusal before any service saw the request.
    static func of(status: Int) -> String {
        switch status {
        case 408: clientTooSlow
        case 413: "BODY_TOO_LARGE"
        case 414: "TARGET_TOO_LONG"
        case 421: "HOST_UNKNOWN"
        case 431: "HEAD_TOO_LARGE"
        case 501: "METHOD_UNSUPPORTED"
        case 503: tooManyStreams
        case 505: "VERSION_UNSUPPORTED"
        default: "REQUEST_MALFORMED"
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
