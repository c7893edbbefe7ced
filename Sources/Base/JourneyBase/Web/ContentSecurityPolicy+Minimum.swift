/// The minimum policy of a journey's page, which keeps injected text from becoming a script with access to the bridge.
extension ContentSecurityPolicy {
    /// Returns the error for which a document with these headers is not shown; `nil` when it may be shown. The sentence contains
    /// only directives and keywords of the standard, nothing from the server.
    package static func fault(headers: [String]) -> JourneyError? {
        let policy = ContentSecurityPolicy(headers: headers)
        guard !policy.policies.isEmpty else {
            return JourneyError(
                .cspRequired, "The page has no readable Content-Security-Policy header.")
        }
        let missing = policy.shortcomings
        guard !missing.isEmpty else { return nil }
        return JourneyError(
            .cspRequired, "The page's Content-Security-Policy is too permissive: \(missing.joined(separator: ", ")).")
    }

    /// The requirements that no policy meets. Each requirement must be met entirely by one of the policies.
    var shortcomings: [String] {
        Policy.demands.compactMap { demand in
            let answers = policies.map(demand)
            return answers.contains(nil) ? nil : answers.first ?? nil
        }
    }
}

extension ContentSecurityPolicy.Policy {
    typealias Source = ContentSecurityPolicy.Source

    /// Each returns the reason for which a policy does not meet it, or `nil`.
    static let demands: [@Sendable (ContentSecurityPolicy.Policy) -> String?] = [
        { $0.scriptFault },
        { $0.isNothing($0.sources("object-src", "default-src")) ? nil : "object-src is not 'none'" },
        { $0.isOwn($0.sources("base-uri")) ? nil : "base-uri is neither 'none' nor 'self'" },
        { $0.isOwn($0.sources("frame-ancestors")) ? nil : "frame-ancestors is neither 'none' nor 'self'" },
        { $0.fault("form-action", $0.sources("form-action"), letting: [.nothing, .own, .host]) },
    ]

    /// The fault of the script directives. Elements and attributes have directives of their own, which fall back on `script-src`.
    private var scriptFault: String? {
        let elements = sources("script-src-elem", "script-src", "default-src")
        let attributes = sources("script-src-attr", "script-src", "default-src")
        // Evaluating text at run time is governed by `script-src` itself.
        let text = sources("script-src", "default-src")
        let allowed: [Source] = [.nothing, .own, .host, .vouched, .neutral, .modules]
        return [("script-src", text), ("script-src-elem", elements), ("script-src-attr", attributes)].lazy
            .compactMap { fault($0, $1, letting: allowed) }.first
    }

    private func fault(_ name: String, _ sources: [Source]?, letting allowed: [Source]) -> String? {
        guard let sources else { return "\(name) is missing" }
        guard let first = sources.first(where: { !allowed.contains($0) }) else { return nil }
        return switch first {
        case .unsafe(let word): "\(name) allows \(word)"
        case .wide: "\(name) allows a wildcard, a whole scheme or plain http"
        default: "\(name) allows an unknown source"
        }
    }

    private func isNothing(_ sources: [Source]?) -> Bool { sources?.allSatisfy { $0 == .nothing } ?? false }

    private func isOwn(_ sources: [Source]?) -> Bool { sources?.allSatisfy { $0 == .nothing || $0 == .own } ?? false }
}
