/// Header fields in the order they stand; names compare without case (RFC 9110, section 5.1).
public struct HTTPFields: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    /// One line of a header.
    public struct Field: Hashable, Sendable {
        public var name: String
        public var value: String
    }

    /// All fields, in order.
    public private(set) var fields: [Field] = []

    public init() {}

    /// No fields yet, with room for so many.
    package init(minimumCapacity: Int) { fields.reserveCapacity(minimumCapacity) }

    public init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { add(name, value) }
    }

    /// The first value of `name`; setting replaces every value, and `nil` removes them.
    public subscript(name: String) -> String? {
        get { fields.first { HTTPFields.isSame($0.name, name) }?.value }
        set {
            fields.removeAll { HTTPFields.isSame($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Adds a value beside those that stand.
    public mutating func add(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// These fields and those of `others`, which win.
    public func overridden(by others: HTTPFields) -> HTTPFields {
        var whole = self
        for field in others.fields { whole[field.name] = field.value }
        return whole
    }

    /// The values of every field called `name`, in order.
    public func values(of name: String) -> [String] {
        fields.lazy.filter { HTTPFields.isSame($0.name, name) }.map(\.value)
    }

    /// Whether two names are one: letters compare without case.
    package static func isSame(_ a: String, _ b: String) -> Bool {
        a.utf8.count == b.utf8.count && a.utf8.elementsEqual(b.utf8) { $0.lowerCased == $1.lowerCased }
    }

    /// Whether every field may go on the wire; whoever puts them there asks first.
    package var areSafe: Bool { fields.allSatisfy { HTTPFields.isSafe(name: $0.name, value: $0.value) } }

    /// Whether name and value may go on the wire (RFC 9110, section 5.5): a token, and no control characters, so no line
    /// breaks; no space at the ends, which some readers keep and some drop.
    package static func isSafe(name: String, value: String) -> Bool {
        let isSpace = { (byte: UInt8?) in byte == 0x20 || byte == 0x09 }
        return !name.isEmpty && name.utf8.allSatisfy { $0.isLetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
            && value.utf8.allSatisfy { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }
            && !isSpace(value.utf8.first) && !isSpace(value.utf8.last)
    }
}

/// The methods that journeys and their services use.
public enum HTTPMethod: String, Hashable, Sendable, CaseIterable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
    case options = "OPTIONS"

    /// Whether a repeat has the effect of one request (RFC 9110, section 9.2.2).
    public var isIdempotent: Bool { self != .post && self != .patch }
}

/// A request, as a client sends it and as a service sees it.
public struct HTTPRequest: Sendable {
    public var method: HTTPMethod
    /// Whole: a service sees the origin it was asked under.
    public var url: HTTPSURL
    public var headers: HTTPFields
    public var body: [UInt8]
    /// The body in pieces; then `body` is empty and does not count.
    public var stream: HTTPBodyStream?

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

/// A response.
public struct HTTPResponse: Sendable {
    /// 100 to 599 (RFC 9110, section 15).
    public var status: Int
    public var headers: HTTPFields
    public var body: [UInt8]
    /// The body in pieces; then `body` is empty and does not count.
    public var stream: HTTPBodyStream?
    /// Where the time went, when it came over a network; as far as it had come when the header was there for a body that
    /// is still in pieces.
    public var trace: HTTPTrace?

    public init(status: Int, headers: HTTPFields = [:], body: [UInt8] = [], stream: HTTPBodyStream? = nil) {
        self.status = status
        self.headers = headers
        self.body = body
        self.stream = stream
    }

    /// The same response with its body collected. Throws `RESPONSE_TOO_LARGE` when that is longer than `limit`, and what
    /// the stream throws.
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

    /// A JSON response.
    public static func json(_ value: JSONValue, status: Int = 200, headers: HTTPFields = [:]) -> HTTPResponse {
        var headers = headers
        headers["Content-Type"] = "application/json"
        return HTTPResponse(status: status, headers: headers, body: value.compactBytes)
    }
}
