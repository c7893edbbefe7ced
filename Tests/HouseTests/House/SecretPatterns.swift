import Foundation

/// What looks like a secret that somebody forgot in a file: credentials of the usual makers, and private keys.
struct SecretPatterns {
    /// Each with what it is called.
    static var all: [(name: String, pattern: Regex<Substring>)] {
        [
            ("a private key", /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+\/]{40}/),
            ("a cloud's access key", /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/),
            (
                "a source host's token",
                /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50}|glpat-[A-Za-z0-9_-]{20})/
            ),
            ("a chat's token", /\bxox[abeoprs]-[0-9A-Za-z-]{12}/),
            ("a payment service's key", /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16}/),
            ("an API key", /\bAIza[0-9A-Za-z_-]{35}\b/),
            ("a signed token", /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}/),
            ("a password in an address", /\b[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._-]+:[^\s@\/"'$\\{}<>]{6,}@[a-z0-9]/),
            (
                "a secret that is set",
                /(?i)\b(?:client_secret|api_key|access_token|auth_token)["']?\s*[:=]\s*["'][A-Za-z0-9+\/_-]{24,}["']/
            ),
        ]
    }

    /// One of which a file holds before it is worth a closer look.
    static let tokens = [
        "PRIVATE KEY-----", "AKIA", "ASIA", "ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox",
        "sk_live_",
        "sk_test_", "rk_live_", "rk_test_", "AIza", "eyJ", "client_secret", "api_key", "access_token", "auth_token",
        "CLIENT_SECRET", "API_KEY", "ACCESS_TOKEN", "AUTH_TOKEN", "://",
    ].map { Data($0.utf8) }

    /// What `text` holds of them, by line.
    static func complaints(_ path: String, _ text: String) -> [String] {
        all.flatMap { name, pattern in
            text.matches(of: pattern).map { match in
                "\(path):\(text[..<match.startIndex].count { $0.isNewline } + 1): looks like \(name)"
            }
        }
    }
}
