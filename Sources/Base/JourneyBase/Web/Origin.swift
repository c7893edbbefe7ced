/// A canonical `https` origin. It is built from the parts that a web engine reports or a parsed URL has, never from a string
/// prefix.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// The host: lower-case ASCII labels, an internationalised name in `xn--` form, or an IPv4 address in canonical form.
    public let host: String
    /// The port, 1 to 65,535.
    public let port: Int

    /// Creates an origin from its parts.
    ///
    /// - Parameters:
    ///   - scheme: The scheme, which must be `https`.
    ///   - host: The host, in canonical form.
    ///   - port: The port. Zero means 443, because web views report the default port as zero.
    /// - Returns: The origin, or `nil` if a part is invalid.
    public init?(scheme: String, host: String, port: Int) {
        guard scheme == "https", Origin.isPlain(host), (0...65_535).contains(port) else { return nil }
        self.host = host
        self.port = port == 0 ? 443 : port
    }

    /// Returns `true` for labels of lower-case letters, digits and inner hyphens, 253 bytes at most, without empty labels and
    /// thus without a trailing dot.
    ///
    /// Browsers read a host that ends in a number as an IPv4 address (WHATWG URL, section 3.5). So such a host must be one, in
    /// the canonical form that browsers produce.
    private static func isPlain(_ host: String) -> Bool {
        let bytes = host.utf8
        guard (1...253).contains(bytes.count) else { return false }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let isPlain = labels.allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isLowerCaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
        }
        guard isPlain, let last = labels.last else { return false }
        return isNumber(last) ? isIPv4(labels) : true
    }

    /// Returns `true` for decimal digits, or `0x` with any number of hexadecimal ones.
    private static func isNumber(_ label: Substring.UTF8View) -> Bool {
        if label.allSatisfy(\.isDigit) { return true }
        return label.starts(with: "0x".utf8) && label.dropFirst(2).allSatisfy(\.isHexDigit)
    }

    private static func isIPv4(_ labels: [Substring.UTF8View]) -> Bool {
        labels.count == 4
            && labels.allSatisfy { label in
                label.allSatisfy(\.isDigit) && (label.count == 1 || label.first != UInt8(ascii: "0"))
                    && UInt8(Substring(label)) != nil
            }
    }

    /// The origin as `https://host`, with the port unless it is 443 (RFC 6454, section 6.2).
    public var description: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }
}
