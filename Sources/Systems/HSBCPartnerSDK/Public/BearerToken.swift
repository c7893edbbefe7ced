internal import JourneyBase

/// The form of the tokens that follow `Bearer` (RFC 6750, section 2.1).
enum BearerToken {
    /// The longest token, in bytes.
    static let limit = 4_096

    /// Whether `token` may follow `Bearer`, and is no longer than it may be.
    static func isUsable(_ token: Secret) -> Bool {
        token.withBytes { bytes in
            (1...limit).contains(bytes.count)
                && bytes.allSatisfy { $0.isLetterOrDigit || "-._~+/=".utf8.contains($0) }
        }
    }
}
