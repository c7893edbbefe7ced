/// What headers, requests and responses say of themselves: in a log line, a debugger, an assertion, a crash report. Bodies,
/// queries and the values of all fields but a few are not among it: they hold tokens, and what people typed.

extension HTTPFields.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields that say how a message is written, and nothing of whom it is from.
    private static let plain = [
        "Accept", "Accept-Language", "Allow", "Cache-Control", "Connection", "Content-Language", "Content-Length",
        "Content-Type", "Date", "Host", "Server", "Transfer-Encoding", "User-Agent", "Vary",
    ]

    /// The name, and the value where the field is one of the plain ones.
    public var description: String {
        let isPlain = HTTPFields.Field.plain.contains { HTTPFields.isSame($0, name) }
        return "\(name): \(isPlain ? value : "‹hidden›")"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, origin and path, fields as they describe themselves, and the body's length.
    public var description: String {
        "\(method.rawValue) \(url.origin)\(url.path) \(headers.fields) \(body.count) bytes"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, fields as they describe themselves, and the body's length.
    public var description: String { "\(status) \(headers.fields) \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
