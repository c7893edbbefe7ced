/// An absolute `https` URL in a plain spelling, the only kind of address that journeys know.
///
/// Refused, because URL parsers disagree about them: other schemes, user information, a backslash, spaces and control
/// characters, hosts that are not plain (see `Origin`), a leading zero or an empty port, `.` and `..` segments.
/// The fragment is refused too: it never reaches a server.
public struct HTTPSURL: Hashable, Sendable, CustomStringConvertible {
    /// Where it leads.
    public let origin: Origin
    /// Starts with `/`; percent-encoded as written.
    public let path: String
    /// What follows the question mark, as written; `nil` when there is none.
    public let query: String?

    /// The most bytes of path and query together.
    private static let limit = 8_000

    /// The URL of its parts, or `nil` when path or query hold what a URL may not.
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

    /// The URL spelled as `text`, or `nil`.
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

    /// RFC 3986's unreserved and sub-delims, `:`, `@`, `/`, in a query also `?`, and whole percent escapes.
    private static func isClean(_ text: UnsafeBufferPointer<UInt8>, isQuery: Bool = false) -> Bool {
        // How many hexadecimal digits a percent sign still needs.
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
            // Few segments begin like one, so that few are looked at.
            guard rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: "%") else { continue }
            if isDotSegment(rest.prefix { $0 != UInt8(ascii: "/") }) { return true }
        }
        return false
    }

    /// `.` and `..`, with each dot as it is or as `%2e` (WHATWG URL, section 4.1).
    private static func isDotSegment(_ segment: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard segment.count <= 6 else { return false }
        return [".", "%2e", "%2e%2e", ".%2e", "%2e.", ".."].contains { spelling in
            segment.elementsEqual(spelling.utf8) { $0.lowerCased == $1 }
        }
    }

    /// The address, spelled as a browser would.
    public var description: String { "\(origin)\(path)\(query.map { "?" + $0 } ?? "")" }
}
