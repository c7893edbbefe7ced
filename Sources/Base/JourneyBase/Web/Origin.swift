/// A canonical `https` origin, built from the parts that an engine reports or that a checked URL has, never by looking
/// at the start of a string.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case ASCII labels; an international name in its `xn--` form; or an IPv4 address in its usual spelling.
    public let host: String
    /// 1 to 65,535.
    public let port: Int

    /// The origin of the three parts, or `nil` when the scheme is not `https`, the host is not plain, or the port is out
    /// of range. Web views report the default port as zero, so zero means 443.
    public init?(scheme: String, host: String, port: Int) {
        guard scheme == "https", Origin.isPlain(host), (0...65_535).contains(port) else { return nil }
        self.host = host
        self.port = port == 0 ? 443 : port
    }

    /// Whether `host` is labels of lower-case letters, digits and inner hyphens, 253 bytes at most: no empty label, so no
    /// trailing dot. Browsers read a host that ends in a number as an IPv4 address (WHATWG URL, section 3.5), so such a
    /// host has to be one, in the one spelling that they would give it.
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

    /// Decimal digits, or `0x` with hexadecimal ones or none.
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

    /// `https://host`, with the port unless it is 443 (RFC 6454, section 6.2).
    public var description: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }
}
