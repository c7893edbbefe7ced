internal import JourneyBase

/// The form of bearer tokens (RFC 6750, section 2.1).
enum BearerToken {
    /// The longest token, in bytes.
    static let limit = 4_096

    /// Returns `true` when `token` has the form of a bearer token and at most `limit` bytes.
    static func isUsable(_ token: Secret) -> Bool {
        token.withBytes { bytes in
            (1...limit).contains(bytes.count)
                && bytes.allSatisfy { $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }
        }
    }
}
