internal import JourneyBase

/// Reads the journey's error policy: the codes that are retried, lead to a step, or end the journey.
struct ErrorPolicyReader {
    let names: StepNames

    static let limit = 32

    func read(_ reading: Reading) throws(Refusal) -> ErrorPolicy {
        ErrorPolicy(rules: try reading.list(atMost: ErrorPolicyReader.limit, "rules", rule))
    }

    private func rule(_ reading: Reading) throws(Refusal) -> ErrorRule {
        try reading.onlyMembers(ManifestGrammar.errorRule)
        let codes = try codes(reading.required("on"))
        let retry = try reading.member("retry").map { (member) throws(Refusal) in
            try RetryReader.rule(member, codes: codes, ManifestGrammar.policyRetry)
        }
        var action: ErrorRule.Action?
        if let to = reading.member("to") {
            if let end = reading.member("end") {
                throw end.refusal("must not be combined with 'to'; use one of them", .policyAction)
            }
            action = .go(try target(to, codes))
        } else if let end = reading.member("end") {
            action = .end(try ending(end))
        }
        try reading.require(retry != nil || action != nil, "must have at least one of retry, to and end", .policyAction)
        return ErrorRule(codes: codes, retry: retry, action: action)
    }

    private func codes(_ reading: Reading) throws(Refusal) -> Set<ErrorCode> {
        let codes = try reading.elements().map { element throws(Refusal) in
            let code = ErrorCode(rawValue: try element.text())
            guard ManifestGrammar.policyCodes.contains(code) else {
                let near = SpellingSuggestion.nearest(
                    to: code.rawValue, in: ManifestGrammar.policyCodes.map(\.rawValue))
                throw element.refusal(
                    "is not a code that a step can fail with"
                        + (near.map { "; did you mean \(Refusal.quote($0))?" } ?? ""),
                    .policyCode)
            }
            return code
        }
        try reading.require(!codes.isEmpty, "is empty", .invalidValue)
        return Set(codes)
    }

    private func target(_ reading: Reading, _ codes: Set<ErrorCode>) throws(Refusal) -> StepID {
        let name = try reading.text()
        guard let id = names.target(name) else { throw names.unknown(name, at: reading.path) }
        // After these codes, no time or steps are left for anything else, and an unattested run must not continue.
        let last = codes.intersection([.journeyTimeout, .limitExceeded, .attestationFail, .attestationUnavailable])
        guard last.isEmpty || names.isTerminal(id) else {
            throw reading.refusal(
                "leads to a non-terminal step after \(last.map(\.rawValue).sorted()[0]), which must end the journey",
                .timeLeadsOn)
        }
        return id
    }

    private func ending(_ reading: Reading) throws(Refusal) -> ErrorRule.Ending {
        try reading.onlyMembers(ManifestGrammar.ending)
        let member = try reading.required("outcome")
        guard let outcome = Terminal.Kind(rawValue: try member.text()), outcome != .completed else {
            throw member.refusal("must be one of pending, cancelled and failed", .invalidValue)
        }
        let recoverable = reading.member("recoverable")
        if outcome != .failed, let recoverable {
            throw recoverable.refusal("is only allowed with the outcome failed", .policyAction)
        }
        return ErrorRule.Ending(outcome: outcome, isRecoverable: try recoverable?.flag() ?? false)
    }
}
