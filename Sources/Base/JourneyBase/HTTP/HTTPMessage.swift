/// Header fields in their original order. Names compare without regard to case (RFC 9110, section 5.1).
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One header field.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// All fields, in order.
    public private(set) var fields: [Field] = []

    public init() {}

    /// Creates an empty list with room for `minimumCapacity` fields.
    package init(minimumCapacity: Int) { fields.reserveCapacity(minimumCapacity) }

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// The first value of `name`. Setting it replaces all values; `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { HTTPFields.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { HTTPFields.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Adds a field, beside others of the same name.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The field's value.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// Returns these fields with those of `others` added. Fields of `others` replace fields of the same name.
    public func overridden(by others: HTTPFields) -> HTTPFields {
        var whole = self
        for field in others.fields { whole[field.name] = field.value }
        return whole
    }

    /// Returns the values of all fields named `name`, in order.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { HTTPFields.isSame($0.name, name) }.map(\.value)
    }

    /// Compares two field names without regard to case.
    ///
    /// - Parameters:
    ///   - a: A name.
    ///   - b: Another name.
    /// - Returns: `true` if they name the same field.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        guard a.utf8.count == b.utf8.count else { return false }
        var (a, b) = (a, b)
        return a.withUTF8 { a in b.withUTF8 { b in a.indices.allSatisfy { a[$0].lowerCased == b[$0].lowerCased } } }
    }

    /// `true` if every field may be sent (see `isSafe`). Senders check this first.
    package var areSafe: Bool { fields.allSatisfy { HTTPFields.isSafe(name: $0.name, value: $0.value) } }

    /// Checks that a field may be sent (RFC 9110, section 5.5). The name must be a token. The value must have no control
    /// characters, so no line breaks, and no space at its ends, which some parsers keep and some drop.
    ///
    /// - Parameters:
    ///   - name: The field's name.
    ///   - value: The field's value.
    /// - Returns: `true` if the field is safe.
    package static func isSafe(name: String, value: String) -> Bool {
        var (name, value) = (name, value)
        let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
        return name.withUTF8 { !$0.isEmpty && $0.allSatisfy(\.isToken) }
            && value.withUTF8 { bytes in
                bytes.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
                    && !isSpace(bytes.first) && !isSpace(bytes.last)
            }
    }
}

/// The HTTP methods that journeys and their services use.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// `true` if a repeat has the effect of one request (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }
}

/// An HTTP request, on the client's or the server's side.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    /// The absolute URL. A service sees the origin under which it was called.
    public var url: HTTPSURL
    public var headers: HTTPFields
    public var body: [UInt8]
    /// The body in chunks. If set, `body` is empty and ignored.
    public var stream: HTTPBodyStream?

    /// Creates a request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - url: The absolute URL.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - stream: The body in chunks, in place of `body`.
    public init(
        method: HTTPMethod = .get, url: HTTPSURL, headers: HTTPFields = [:], body: [UInt8] = [],
        stream: HTTPBodyStream? = nil
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.stream = stream
    }
}

/// An HTTP response.
public struct HTTPResponse: Sendable {
    /// The status code, 100 to 599 (RFC 9110, section 15).
    public var status: Int
    public var headers: HTTPFields
    public var body: [UInt8]
    /// The body in chunks. If set, `body` is empty and ignored.
    public var stream: HTTPBodyStream?
    /// Timings of the exchange, if it used the network. For a streamed body, as of the arrival of the header.
    public var trace: HTTPTrace? {
        get { traces.first }
        set { traces = newValue.map { [$0] } ?? [] }
    }
    /// At most one. An array, because the trace is the largest member and most responses have none.
    private var traces: [HTTPTrace] = []

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - headers: The header fields.
    ///   - body: The body.
    ///   - stream: The body in chunks, in place of `body`.
    public init(status: Int, headers: HTTPFields = [:], body: [UInt8] = [], stream: HTTPBodyStream? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.stream = stream
    }

    /// Returns this response with its body read into memory.
    ///
    /// - Parameter limit: The most bytes to accept.
    /// - Returns: The response, without a stream.
    /// - Throws: `RESPONSE_TOO_LARGE` if the body exceeds `limit`; the stream's own error.
    public func collected(limit: Int) async throws -> HTTPResponse {
        var whole = self
        if let stream {
            whole.body = try await stream.collected(limit: limit)
            whole.stream = nil
        }
        guard whole.body.count <= limit else {
            throw JourneyError(.responseTooLarge, "The response is longer than \(limit) bytes.")
        }
        return whole
    }

    /// Creates a JSON response.
    ///
    /// - Parameters:
    ///   - value: The body.
    ///   - status: The status code.
    ///   - headers: Further header fields. `Content-Type` is set to `application/json`.
    /// - Returns: The response.
    public static func json(_ value: JSONValue, status: Int = 200, headers: HTTPFields = [:]) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return HTTPResponse(status: status, headers: headers, body: value.compactBytes)
    }
}
