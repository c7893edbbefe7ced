/// A canonical `https` origin, built from the parts that an engine reports or that a checked URL has, never by looking
/// at the start of a string.
public struct Origin: Hashable, Sendable, CustomStringConvertible {
    /// Lower-case ASCII labels; an international name in its `xn--` form.
    public let host: String
    /// 1 to 65,535.
    public let port: Int

    /// The origin of the three parts, or `nil` when the scheme is not `https`, the host is not plain lower-case ASCII
    /// labels, or the port is out of range. Web views report the default port as zero, so zero means 443.
    public init?(scheme: String, host: String, port: Int) {
        guard scheme == "https", Origin.isPlain(host), (0...65_535).contains(port) else { return nil }
        self.host = host
        self.port = port == 0 ? 443 : port
    }

    /// Labels of letters, digits and inner hyphens; no empty label, so no trailing dot; 253 bytes at most.
    static func isPlain(_ host: String) -> Bool {
        guard (1...253).contains(host.utf8.count) else { return false }
        return host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-")
                }
        }
    }

    /// `https://host`, with the port unless it is 443 (RFC 6454, section 6.2).
    public var description: String { port == 443 ? "https://\(host)" : "https://\(host):\(port)" }
}

/// The origins that may take part in a journey. An empty list admits nothing, and one bad entry voids the list.
public struct SourcePolicy: Hashable, Sendable {
    public let allowed: Set<Origin>

    /// The policy of `entries`; one that is `nil` voids all.
    public init(_ entries: [Origin?]) {
        let origins = entries.compactMap { $0 }
        allowed = origins.count == entries.count ? Set(origins) : []
    }

    /// Whether a page of `origin`, shown in the main frame, may take part.
    public func admits(_ origin: Origin?, isMainFrame: Bool) -> Bool {
        guard isMainFrame, let origin else { return false }
        return allowed.contains(origin)
    }
}
