import JourneyBase

/// The head of an HTTP/1.1 response (RFC 9112, section 4): what the service said, and what is said here about the message's framing
/// and the connection.
struct ResponseHead {
    let status: Int
    let fields: HTTPFields
    let id: String
    let isLast: Bool
    /// The body's length, where it is known and to be said.
    var length: Int?
    var isChunked = false

    init(status: Int, fields: HTTPFields, id: String, isLast: Bool) {
        self.status = status
        self.fields = fields
        self.id = id
        self.isLast = isLast
    }

    /// Returns `true` if the server says it itself, and what a service says is left out.
    static func isOurs(_ name: String) -> Bool {
        // Most names differ in length from all of these.
        switch name.utf8.count {
        case 4: HTTPFields.isSame(name, "Date")
        case 10: HTTPFields.isSame(name, "Connection") || HTTPFields.isSame(name, "Keep-Alive")
        case 12: HTTPFields.isSame(name, ServerCore.requestID)
        case 14: HTTPFields.isSame(name, "Content-Length")
        case 17: HTTPFields.isSame(name, "Transfer-Encoding")
        default: false
        }
    }

    /// Returns the reason phrase of a status (RFC 9110, section 15; RFC 6585).
    static func phrase(of status: Int) -> StaticString {
        switch status {
        case 200: "OK"
        case 201: "Created"
        case 202: "Accepted"
        case 204: "No Content"
        case 206: "Partial Content"
        case 301: "Moved Permanently"
        case 302: "Found"
        case 303: "See Other"
        case 304: "Not Modified"
        case 307: "Temporary Redirect"
        case 308: "Permanent Redirect"
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 406: "Not Acceptable"
        case 408: "Request Timeout"
        case 409: "Conflict"
        case 410: "Gone"
        case 411: "Length Required"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 423: "Locked"
        case 425: "Too Early"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 431: "Request Header Fields Too Large"
        case 500: "Internal Server Error"
        case 501: "Not Implemented"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        case 504: "Gateway Timeout"
        case 505: "HTTP Version Not Supported"
        default: "Other"
        }
    }
}

extension OutputBuffer {
    /// Adds `head`. `false`, and nothing is added, when there is no room for it.
    func append(_ head: ResponseHead, date: [UInt8]) -> Bool {
        let size = head.fields.fields.reduce(512) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
        guard size <= room else { return false }
        if head.status == 200 {
            append("HTTP/1.1 200 OK\r\nDate: ")
        } else {
            append("HTTP/1.1 ")
            append(decimal: head.status)
            append(" ")
            append(ResponseHead.phrase(of: head.status))
            append("\r\nDate: ")
        }
        append(date)
        for field in head.fields.fields where !ResponseHead.isOurs(field.name) {
            append("\r\n")
            append(field.name)
            append(": ")
            append(field.value)
        }
        append("\r\nX-Request-Id: ")
        append(head.id)
        if head.isChunked {
            append("\r\nTransfer-Encoding: chunked")
        } else if let length = head.length {
            append("\r\nContent-Length: ")
            append(decimal: length)
        }
        if head.isLast { append("\r\nConnection: close") }
        append("\r\n\r\n")
        return true
    }
}
