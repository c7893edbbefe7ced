import CMicrohttpd

/// Why the server itself refused or cut a request, as codes for the request log. `docs/server.md` has the table.
enum RequestReason {
    static let clientTooSlow = "CLIENT_TOO_SLOW"
    static let serviceTooSlow = "SERVICE_TOO_SLOW"
    static let streamTooLong = "STREAM_TOO_LONG"
    static let tooManyStreams = "TOO_MANY_STREAMS"
    static let responseUnsafe = "RESPONSE_UNSAFE"
    static let withheld = "RESPONSE_WITHHELD"

    /// The reason of a refusal before any service saw the request.
    static func of(status: Int) -> String {
        switch status {
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

    /// The reason of a request that ended without an answer of ours.
    static func of(_ code: MHD_RequestTerminationCode) -> String {
        switch code {
        // The library answered what it could not read.
        case .REQUEST_TERMINATED_COMPLETED_OK: "REQUEST_MALFORMED"
        case .REQUEST_TERMINATED_TIMEOUT_REACHED: clientTooSlow
        case .REQUEST_TERMINATED_DAEMON_SHUTDOWN: "SERVER_STOPPED"
        default: "CLIENT_GONE"
        }
    }
}
