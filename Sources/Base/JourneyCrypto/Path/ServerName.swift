#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// The host that a client wants to talk to: a DNS name or an address (RFC 9525, section 6.1).
package struct ServerName: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
        /// Lower-case labels of letters, digits and hyphens.
        case dns(String)
        /// 4 or 16 bytes.
        case ip([UInt8])
    }

    let kind: Kind

    /// The host that `text` spells: an IPv4 address, an IPv6 address with or without brackets, or a DNS name without a dot
    /// at its end; `nil` for everything else. Names beyond ASCII have to be in their A-label form.
    package init?(_ text: String) {
        let inner = text.hasPrefix("[") && text.hasSuffix("]") ? String(text.dropFirst().dropLast()) : text
        if let bytes = ServerName.address(inner) {
            guard inner == text || bytes.count == 16 else { return nil }
            kind = .ip(bytes)
        } else {
            let name = DNSName.lowerCased(text)
            // What ends in a number is a mistyped address and no name.
            guard DNSName.isPlain(name), !(name.split(separator: ".").last ?? "").utf8.allSatisfy(\.isDigit) else {
                return nil
            }
            kind = .dns(name)
        }
    }

    /// Whether the certificate's subjectAltName names this host; the subject's common name never counts.
    ///
    /// DNS names are compared without regard to ASCII case. A wildcard is the whole leftmost label, stands for one label,
    /// and needs two more behind it. Addresses are the same bytes.
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

/// DNS names as certificates have them.
enum DNSName {
    /// ASCII letters in lower case; everything else as it is.
    static func lowerCased(_ name: String) -> String {
        String(decoding: name.utf8.map(\.lowerCased), as: UTF8.self)
    }

    /// Whether a lower-case name is labels of letters, digits and inner hyphens, with dots between (RFC 1123, section 2.1).
    static func isPlain(_ name: some StringProtocol) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 253 else { return false }
        return name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy { label in
            (1...63).contains(label.count) && label.first != UInt8(ascii: "-") && label.last != UInt8(ascii: "-")
                && label.allSatisfy { $0.isDigit || $0.isLowerCaseLetter || $0 == UInt8(ascii: "-") }
        }
    }

    /// Whether `host`, a plain name, is what `pattern`, in lower case, stands for.
    static func matches(_ host: String, pattern: String) -> Bool {
        guard pattern.hasPrefix("*.") else { return host == pattern }
        let rest = pattern.dropFirst(2)
        guard isPlain(rest), rest.contains("."), let dot = host.firstIndex(of: ".") else { return false }
        return host[host.index(after: dot)...] == rest
    }
}
