import JourneyBase

/// Which header fields a caller may send.
enum RequestHeaders {
    /// Fields that frame a message or steer a connection: the client writes them itself, so that a header of a manifest
    /// can neither split a request nor point it elsewhere (RFC 9112, sections 3.2, 6 and 9).
    static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    /// Throws `VALIDATION_FAIL`, of a request that was not sent, when a field may not go on the wire, or when a body in pieces stands where there can be
    /// none.
    static func check(_ request: HTTPRequest) throws(JourneyError) {
        if request.stream != nil, !request.body.isEmpty || [.get, .head].contains(request.method) {
            throw refusal("A body in pieces stands beside another one, or in a GET or HEAD.")
        }
        for field in request.headers.fields {
            guard HTTPFields.isSafe(name: field.name, value: field.value) else {
                throw refusal("A header field holds what may not go on the wire.")
            }
            guard !reserved.contains(field.name.lowercased()) else {
                throw refusal("The header field \(field.name) is the client's own to write.")
            }
        }
    }

    private static func refusal(_ message: String) -> JourneyError {
        JourneyError(.validationFail, message).beforeSending()
    }
}
