internal import JourneyBase

/// Reads retry rules.
enum RetryReader {
    /// Returns the rules of a binding.
    static func rules(_ list: Reading) throws(Refusal) -> [RetryRule] {
        try list.list(atMost: 8, "rules") { element throws(Refusal) in
            let codes = try element.required("on").elements().map(retryCode)
            return try rule(element, codes: Set(codes), ManifestGrammar.retry)
        }
    }

    private static func retryCode(_ element: Reading) throws(Refusal) -> ErrorCode {
        let code = ErrorCode(rawValue: try element.text())
        guard ManifestGrammar.retryCodes.contains(code) else { throw refusal(of: element) }
        return code
    }

    private static func refusal(of reading: Reading) -> Refusal {
        let all = ManifestGrammar.retryCodes.map(\.rawValue).sorted().joined(separator: ", ")
        return reading.refusal("is not a code that can be retried; use one of \(all)", .retryCode)
    }

    /// Reads `max`, `capMs` and `jitter` of one rule for `codes`.
    static func rule(
        _ rule: Reading, codes: Set<ErrorCode>, _ members: Set<String>
    ) throws(Refusal) -> RetryRule {
        try rule.onlyMembers(members)
        guard codes.isSubset(of: ManifestGrammar.retryCodes) else { throw refusal(of: rule) }
        return RetryRule(
            codes: codes, attempts: try rule.required("max").whole(in: 1...10),
            cap: try rule.member("capMs")?.milliseconds(upTo: 60_000) ?? .seconds(8),
            jitter: try rule.member("jitter")?.flag() ?? true)
    }
}
