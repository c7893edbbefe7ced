import Foundation

/// Patterns of secrets committed by mistake: credentials of common providers, and private keys.
struct SecretPatterns {
    /// The patterns with their names. A line must contain one of `signs` before the expression runs: the expressions are slow,
    /// and there are a hundred thousand lines.
    static var all: [(name: String, signs: [String], pattern: Regex<Substring>)] {
        [
            (
                "a private key", ["PRIVATE KEY-----"],
                /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY-----\s*[A-Za-z0-9+\/]{40}/
            ),
            ("a cloud's access key", ["AKIA", "ASIA"], /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/),
            (
                "a source host's token", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-"],
                /\b(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{50}|glpat-[A-Za-z0-9_-]{20})/
            ),
            ("a chat's token", ["xox"], /\bxox[abeoprs]-[0-9A-Za-z-]{12}/),
            (
                "a payment service's key", ["sk_live_", "sk_test_", "rk_live_", "rk_test_"],
                /\b[rs]k_(?:live|test)_[0-9A-Za-z]{16}/
            ),
            ("an API key", ["AIza"], /\bAIza[0-9A-Za-z_-]{35}\b/),
            ("a signed token", ["eyJ"], /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{20,}\.[A-Za-z0-9_-]{30,}/),
            (
                "a password in an address", ["://"],
                /\b[a-z][a-z0-9+.-]*:\/\/[A-Za-z0-9._-]+:[^\s@\/"'$\\{}<>]{6,}@[a-z0-9]/
            ),
            (
                "a secret that is set",
                [
                    "client_secret", "api_key", "access_token", "auth_token", "CLIENT_SECRET", "API_KEY",
                    "ACCESS_TOKEN", "AUTH_TOKEN",
                ],
                /(?i)\b(?:client_secret|api_key|access_token|auth_token)["']?\s*[:=]\s*["'][A-Za-z0-9+\/_-]{24,}["']/
            ),
        ]
    }

    /// Returns the matches in `text` by line, one per line and pattern.
    static func complaints(_ path: String, _ text: Data) -> [String] {
        all.flatMap { name, signs, pattern in
            let starts = Set(signs.flatMap { lines(of: text, holding: Data($0.utf8)) })
            return starts.sorted().filter { start in
                // A key continues on the next line.
                let rest = text[start...].split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
                let first = String(decoding: rest.first ?? Data(), as: UTF8.self)
                let both = String(decoding: Data(rest.prefix(2).joined(separator: [0x0A])), as: UTF8.self)
                guard let match = both.firstMatch(of: pattern) else { return false }
                return both.distance(from: both.startIndex, to: match.startIndex) < first.count
            }
            .map { start in "\(path):\(text[..<start].count { $0 == 0x0A } + 1): looks like \(name)" }
        }
    }

    /// Returns the offsets of the lines that contain `sign`.
    private static func lines(of text: Data, holding sign: Data) -> [Int] {
        var starts: [Int] = []
        var from = text.startIndex
        while let found = text.range(of: sign, in: from..<text.endIndex) {
            starts.append(text[..<found.lowerBound].lastIndex(of: 0x0A).map { $0 + 1 } ?? text.startIndex)
            from = found.upperBound
        }
        return starts
    }
}
