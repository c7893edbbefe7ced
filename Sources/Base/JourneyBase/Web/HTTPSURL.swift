/// An absolute `https` URL in a restricted form, the only kind of URL that journeys use.
///
/// Refused, because URL parsers disagree about them: other schemes, user information, a backslash, spaces and control characters,
/// hosts that aren't plain (see `Origin`), a port that is empty or has a leading zero, `.` and `..` segments. A fragment is
/// refused too: it never reaches a server.
public struct HTTPSURL: Hashable, Sendable, CustomStringConvertible {
    /// The origin.
    public let origin: Origin
    /// The path, which starts with `/`; percent-encoded as written.
    public let path: String
    /// The query after the question mark, as written; `nil` if there is none.
    public let query: String?

    /// The most bytes of path and query together.
    private static let limit = 8_000

    /// Creates a URL from its parts.
    ///
    /// - Parameters:
    ///   - origin: The origin.
    ///   - path: The path.
    ///   - query: The query, without the question mark.
    /// - Returns: The URL, or `nil` if path or query are invalid or too long.
    public init?(origin: Origin, path: String, query: String? = nil) {
        var (path, query) = (path, query)
        guard path.utf8.count + (query?.utf8.count ?? 0) <= HTTPSURL.limit,
            path.withUTF8({
                $0.first == UInt8(ascii: "/") && HTTPSURL.isClean($0) && !HTTPSURL.hasDotSegment($0[...])
            }),
            query?.withUTF8({ HTTPSURL.isClean($0, isQuery: true) }) ?? true
        else { return nil }
        self.origin = origin
        self.path = path
        self.query = query
    }

    /// Parses a URL, or returns `nil` if it doesn't have that form.
    public init?(_ text: String) {
        let prefix = "https://".utf8
        guard text.utf8.count <= HTTPSURL.limit + 300, text.utf8.starts(with: prefix) else { return nil }
        let rest = text.utf8.dropFirst(prefix.count)
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let path = rest[authority.endIndex...].prefix { $0 != UInt8(ascii: "?") }
        let tail = rest[path.endIndex...]
        guard let origin = HTTPSURL.origin(of: authority) else { return nil }
        self.init(
            origin: origin, path: path.isEmpty ? "/" : String(Substring(path)),
            query: tail.isEmpty ? nil : String(Substring(tail.dropFirst())))
    }

    private static func origin(of authority: Substring.UTF8View) -> Origin? {
        guard let colon = authority.firstIndex(of: UInt8(ascii: ":")) else {
            return Origin(scheme: "https", host: String(Substring(authority)), port: 443)
        }
        let digits = authority[colon...].dropFirst()
        guard (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"), digits.allSatisfy(\.isDigit),
            let port = Int(Substring(digits))
        else { return nil }
        return Origin(scheme: "https", host: String(Substring(authority[..<colon])), port: port)
    }

    /// Returns `true` if `text` holds only unreserved characters and sub-delims of RFC 3986, `:`, `@`, `/`, in a query also `?`,
    /// and complete percent escapes.
    private static func isClean(_ text: UnsafeBufferPointer<UInt8>, isQuery: Bool = false) -> Bool {
        // The number of hexadecimal digits that the current escape still needs.
        var owed = 0
        for byte in text {
            if owed > 0 {
                guard byte.isHexDigit else { return false }
                owed -= 1
            } else if byte == UInt8(ascii: "%") {
                owed = 2
            } else {
                guard byte.isLetterOrDigit || isMark(byte) || (isQuery && byte == UInt8(ascii: "?")) else {
                    return false
                }
            }
        }
        return owed == 0
    }

    private static func isMark(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
            UInt8(ascii: "$"), UInt8(ascii: "&")...UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func hasDotSegment(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var rest = path
        while let slash = rest.firstIndex(of: UInt8(ascii: "/")) {
            rest = rest[slash...].dropFirst()
            // Cheap test first: few segments start like this.
            guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "%") else { continue }
            if isDotSegment(rest.prefix { $0 != UInt8(ascii: "/") }) { return true }
        }
        return false
    }

    /// Returns `true` for `.` and `..`, with each dot literal or as `%2e` (WHATWG URL, section 4.1).
    private static func isDotSegment(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard segment.count <= 6 else { return false }
        return [".", "%2e", "%2e%2e", ".%2e", "%2e.", ".."].contains { spelling in
            segment.elementsEqual(spelling.utf8) { $0.lowerCased == $1 }
        }
    }

    /// The URL, in a browser's spelling.
    public var description: String { "\(origin)\(path)\(query.map { "?" + $0 } ?? "")" }
}
