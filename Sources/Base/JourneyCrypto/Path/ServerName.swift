#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The host that a client connects to: a DNS name or an IP address (RFC 9525, section 6.1).
package struct ServerName: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// A DNS name of lower-case labels of letters, digits and hyphens.
        case dns(String)
        /// An IP address of 4 or 16 bytes.
        case ip([UInt8])
    }

    let kind: Kind

    /// Parses a host: an IPv4 address, an IPv6 address with or without brackets, or a DNS name without a trailing dot. Returns
    /// `nil` for everything else. Internationalised names must be A-labels.
    package init?(_ text: String) {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if let bytes = ServerName.address(inner) {
            guard inner == text || bytes.count == 16 else { return nil }
            kind = .ip(bytes)
        } else {
            let name = DNSName.lowerCased(text)
            // A name whose last label is a number is a mistyped address.
            guard DNSName.isPlain(name), !(name.split(separator: ".").last ?? "").utf8.allSatisfy(\.isDigit) else {
                return nil
            }
            kind = .dns(name)
        }
    }

    /// Returns `true` if the certificate's subjectAltName names this host; the subject's common name never counts.
    ///
    /// DNS names are compared without regard to ASCII case. A wildcard is the complete leftmost label, matches one label, and
    /// needs at least two more labels. Addresses must have the same bytes.
    package func isNamed(by certificate: Certificate) -> Bool {
        (certificate.subjectAltName ?? []).contains { name in
            switch (kind, name) {
            case (.dns(let host), .dns(let pattern)): DNSName.matches(host, pattern: DNSName.lowerCased(pattern))
            case (.ip(let address), .ip(let bytes)): address == bytes
            default: false
            }
        }
    }

    private static func address(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            if inet_pton(family, text, &bytes) == 1 { return bytes }
        }
        return nil
    }
}

/// DNS names in the form that certificates have.
enum DNSName {
    /// Returns the name with ASCII letters in lower case, and all else unchanged.
    static func lowerCased(_ name: String) -> String {
        String(decoding: name.utf8.map(\.lowerCased), as: UTF8.self)
    }

    /// Returns `true` if a lower-case name consists of labels of letters, digits and inner hyphens, separated by dots (RFC 1123,
    /// section 2.1).
    static func isPlain(_ name: some StringProtocol) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 253 else { return false }
        return name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isDigit || $0.isLowerCaseLetter || $0 == UInt8(ascii: "-") }
        }
    }

    /// Returns `true` if `host`, a plain name, matches `pattern` in lower case.
    static func matches(_ host: String, pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        let rest = pattern.dropFirst(2)
        guard isPlain(rest), rest.contains("."), let dot = host.firstIndex(of: ".") else { return false }
        return host[host.index(after: dot)...] == rest
    }
}
