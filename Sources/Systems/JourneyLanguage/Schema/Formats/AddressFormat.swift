internal import JourneyBase

/// Validates URIs (RFC 3986): the characters of each component, and percent signs with two digits.
enum AddressFormat {
    typealias Text = Slice<UnsafeBufferPointer<UInt8>>

    static func isAddress(_ text: UnsafeBufferPointer<UInt8>, mayBeRelative: Bool) -> Bool {
        var rest = text[...]
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            guard isMade(rest[(hash + 1)...], of: "/?:@") else { return false }
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            guard isMade(rest[(mark + 1)...], of: "/?:@") else { return false }
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: UInt8(ascii: ":")), isScheme(rest[..<colon]) {
            rest = rest[(colon + 1)...]
        } else {
            guard mayBeRelative else { return false }
            // A colon in the first segment would make it a scheme.
            let segment = rest.prefix { $0 != UInt8(ascii: "/") }
            guard !segment.contains(UInt8(ascii: ":")) else { return false }
        }
        let slashes = Array("//".utf8)
        if rest.starts(with: slashes) {
            rest = rest.dropFirst(2)
            let authority = rest.prefix { $0 != UInt8(ascii: "/") }
            guard isAuthority(authority) else { return false }
            rest = rest[authority.endIndex...]
        }
        return isMade(rest, of: "/:@")
    }

    private static func isScheme(_ text: Text) -> Bool {
        guard let first = text.first, first.isLetterOrDigit, !first.isDigit else { return false }
        return text.allSatisfy { $0.isLetterOrDigit || "+-.".utf8.contains($0) }
    }

    private static func isAuthority(_ text: Text) -> Bool {
        var host = text
        if let mark = host.lastIndex(of: UInt8(ascii: "@")) {
            guard isMade(host[..<mark], of: ":") else { return false }
            host = host[(mark + 1)...]
        }
        if host.first == UInt8(ascii: "[") {
            guard let end = host.firstIndex(of: UInt8(ascii: "]")),
                NetworkFormat.isIPv6(host[(host.startIndex + 1)..<end])
            else { return false }
            let port = host[(end + 1)...]
            return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit)
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")) {
            guard host[(colon + 1)...].allSatisfy(\.isDigit) else { return false }
            host = host[..<colon]
        }
        return isMade(host, of: "")
    }

    /// Returns `true` if `text` consists of unreserved characters, sub-delimiters, percent-encoded bytes and those of `more`.
    private static func isMade(_ text: Text, of more: StaticString) -> Bool {
        var at = text.startIndex
        while at < text.endIndex {
            let byte = text[at]
            if byte == UInt8(ascii: "%") {
                guard at + 2 < text.endIndex, text[at + 1].isHexDigit, text[at + 2].isHexDigit else { return false }
                at += 3
                continue
            }
            let isMore = more.withUTF8Buffer { $0.contains(byte) }
            guard byte.isLetterOrDigit || isMore || "-._~!$&'()*+,;=".utf8.contains(byte) else { return false }
            at += 1
        }
        return true
    }
}
