import JourneyBase

/// Checks the header fields that a caller may send.
enum RequestHeaders {
    /// Fields that frame a message or control a connection. The client writes them itself, so that a manifest's headers can
    /// neither split a request nor redirect it (RFC 9112, sections 3.2, 6 and 9).
    static let reserved: Set<String> = [
        "connection", "content-length", "expect", "host", "keep-alive", "proxy-authorization", "proxy-connection", "te",
        "trailer", "transfer-encoding", "upgrade",
    ]

    /// Throws `VALIDATION_FAIL`, with the fate of an unsent request, for an invalid or reserved field, or for a streamed body
    /// where none is allowed.
    static func check(_ request: HTTPRequest) throws(JourneyError) {
        if request.stream != nil, !request.body.isEmpty || [.get, .head].contains(request.method) {
            throw refusal("The request has a streamed body in addition to another one, or in a GET or HEAD.")
        }
        for field in request.headers.fields {
            guard HTTPFields.isSafe(name: field.name, value: field.value) else {
                throw refusal("A header field has an invalid name or value.")
            }
            guard !reserved.contains(field.name.lowercased()) else {
                throw refusal("The header field \(field.name) is reserved for the HTTP client.")
            }
        }
    }

    private static func refusal(_ message: String) -> JourneyError {
        JourneyError(.validationFail, message).beforeSending()
    }
}
