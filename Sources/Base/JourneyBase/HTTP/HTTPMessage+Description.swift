/// Redacted descriptions of headers, requests and responses for logs, debuggers, assertions and crash reports. Bodies, queries
/// and most field values are left out: they hold tokens and personal input.

extension HTTPFields.Field: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Fields that describe the message's form and identify nobody.
    private static let plain = [
        "Accept", "Accept-Language", "Allow", "Cache-Control", "Connection", "Content-Language", "Content-Length",
        "Content-Type", "Date", "Host", "Server", "Transfer-Encoding", "User-Agent", "Vary",
    ]

    /// The name, with the value if the field is in the list of plain ones.
    public var description: String {
        let isPlain = HTTPFields.Field.plain.contains { HTTPFields.isSame($0, name) }
        return "\(name): \(isPlain ? value : "‹hidden›")"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Method, origin, path, redacted fields and the body's length.
    public var description: String {
        "\(method.rawValue) \(url.origin)\(url.path) \(headers.fields) \(body.count) bytes"
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Status, redacted fields and the body's length.
    public var description: String { "\(status) \(headers.fields) \(body.count) bytes" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
