extension ContentSecurityPolicy {
    /// A source expression (section 2.3.1), classified by what it allows.
    enum Source: Equatable, Sendable {
        case nothing
        case own
        /// One server, by its name.
        case host
        /// A single script that the server authorises, and what it loads: nonces, hashes, `'strict-dynamic'`.
        case vouched
        /// No effect on what is allowed.
        case neutral
        /// Bytes as WebAssembly, never text as script: `'wasm-unsafe-eval'` (section 4.5.1).
        case modules
        /// Text as script: `'unsafe-inline'`, `'unsafe-eval'`, `'unsafe-hashes'`.
        case unsafe(String)
        /// Any number of servers, or an unauthenticated one: a wildcard, a whole scheme, a host without encryption.
        case wide
        /// An unknown expression, which may allow anything.
        case unknown

        init(_ text: String) {
            let text = text.lowercased()
            switch text {
            case "'none'": self = .nothing
            case "'self'": self = .own
            case "'strict-dynamic'": self = .vouched
            case "'report-sample'": self = .neutral
            case "'wasm-unsafe-eval'": self = .modules
            case "'unsafe-inline'", "'unsafe-eval'", "'unsafe-hashes'": self = .unsafe(text)
            case _ where text.hasPrefix("'"): self = Source.isVouched(text) ? .vouched : .unknown
            case _ where text.contains("*") || text.hasSuffix(":") || text.hasPrefix("http:"): self = .wide
            default: self = Source.isHost(text) ? .host : .unknown
            }
        }

        /// Returns `true` for `'nonce-…'` and `'sha256-…'` with a value in base64 or base64url.
        private static func isVouched(_ text: String) -> Bool {
            guard let kind = ["'nonce-", "'sha256-", "'sha384-", "'sha512-"].first(where: text.hasPrefix),
                text.hasSuffix("'"), text.utf8.count > kind.utf8.count + 1
            else { return false }
            let value = text.dropFirst(kind.count).dropLast().utf8
            return value.allSatisfy { $0.isLetterOrDigit || "+/-_=".utf8.contains($0) }
        }

        /// Returns `true` for `https://name:443/path`, of which all but the name may be absent: without a scheme the page's own
        /// applies, which is `https`.
        private static func isHost(_ text: String) -> Bool {
            let rest = text.hasPrefix("https://") ? text.dropFirst("https://".count) : text[...]
            let authority = rest.prefix { $0 != "/" }
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2, let name = parts.first, !name.isEmpty else { return false }
            let isName = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty && label.utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") }
            }
            let isPort = parts.count == 1 || (parts[1].utf8.allSatisfy(\.isDigit) && UInt16(parts[1]) != nil)
            return isName && isPort
        }
    }
}
