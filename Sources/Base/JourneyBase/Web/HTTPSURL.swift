/// An absolute `https` URL in a plain spelling, the only kind of address that journeys know.
///
/// Refused, because URL parsers disagree about them: other schemes, user information, a backslash, spaces and control
/// characters, hosts that are not plain lower-case labels, a leading zero or an empty port, `.` and `..` segments.
/// The fragment is refused too: it never reaches a server.
public struct HTTPSURL: Hashable, Sendable, CustomStringConvertible {
    public let origin: Origin
    /// Starts with `/`; percent-encoded as written.
    public let path: String
    /// What follows the question mark, as written; `nil` when there is none.
    public let query: String?

    /// The URL of its parts, or `nil` when path or query hold what a URL may not.
    public init?(origin: Origin, path: String, query: String? = nil) {
        guard path.utf8.first == UInt8(ascii: "/"), HTTPSURL.isClean(path, extra: ""),
            query.map({ HTTPSURL.isClean($0, extra: "?") }) ?? true, path.utf8.count + (query?.utf8.count ?? 0) <= 8_000
        else { return nil }
        let segments = path.split(separator: "/")
        guard !segments.contains(where: { HTTPSURL.isDotSegment($0) }) else { return nil }
        self.origin = origin
        self.path = path
        self.query = query
    }

    /// The URL spelled as `text`, or `nil`.
    public init?(_ text: String) {
        let prefix = "https://"
        guard text.utf8.count <= 8_192, text.hasPrefix(prefix) else { return nil }
        let rest = text.dropFirst(prefix.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        var tail = rest.dropFirst(authority.count)
        guard let origin = HTTPSURL.origin(of: authority) else { return nil }
        let path = tail.prefix { $0 != "?" }
        tail = tail.dropFirst(path.count)
        let query = tail.isEmpty ? nil : String(tail.dropFirst())
        self.init(origin: origin, path: path.isEmpty ? "/" : String(path), query: query)
    }

    private static func origin(of authority: Substring) -> Origin? {
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return nil }
        var port = 443
        if parts.count == 2 {
            let digits = parts[1].utf8
            guard (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
                digits.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(parts[1])
            else { return nil }
            port = number
        }
        // A name of digits and dots only would be an IPv4 address to one parser and a name to another.
        let host = String(parts[0])
        if let last = host.split(separator: ".").last, last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            guard isIPv4(host) else { return nil }
        }
        return Origin(scheme: "https", host: host, port: port)
    }

    private static func isIPv4(_ host: String) -> Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { part in UInt8(part).map { String($0) == part } ?? false }
    }

    /// RFC 3986's unreserved and sub-delims, `:`, `@`, `/`, and whole percent escapes.
    private static func isClean(_ text: String, extra: String) -> Bool {
        let bytes = Array(text.utf8)
        var index = 0
        func isHex(_ byte: UInt8) -> Bool { Character(Unicode.Scalar(byte)).isHexDigit && byte < 0x80 }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) else { return false }
                index += 3
                continue
            }
            let isWord =
                (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
            guard isWord || "-._~!$&'()*+,;=:@/".utf8.contains(byte) || extra.utf8.contains(byte) else { return false }
            index += 1
        }
        return true
    }

    private static func isDotSegment(_ segment: Substring) -> Bool {
        let plain = segment.lowercased().replacing("%2e", with: ".")
        return plain == "." || plain == ".."
    }

    /// The address, spelled as a browser would.
    public var description: String { "\(origin)\(path)\(query.map { "?" + $0 } ?? "")" }
}
