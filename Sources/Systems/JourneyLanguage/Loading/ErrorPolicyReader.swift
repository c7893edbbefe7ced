internal import JourneyBase

/// Reads the journey's error policy: which code is tried again, leads to which step, or ends the journey, and how.
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
                throw end.refusal("and to are both there; one of them is enough", .policyAction)
            }
            action = .go(try target(to, codes))
        } else if let end = reading.member("end") {
            action = .end(try ending(end))
        }
        try reading.require(retry != nil || action != nil, "says neither retry, to nor end", .policyAction)
        return ErrorRule(codes: codes, retry: retry, action: action)
    }

    private func codes(_ reading: Reading) throws(Refusal) -> Set<ErrorCode> {
        let codes = try reading.elements().map { element throws(Refusal) in
            let code = ErrorCode(rawValue: try element.text())
            guard ManifestGrammar.policyCodes.contains(code) else {
                let near = SpellingSuggestion.nearest(
                    to: code.rawValue, in: ManifestGrammar.policyCodes.map(\.rawValue))
                throw element.refusal(
                    "is no code that a step can meet" + (near.map { "; \(Refusal.quote($0)) is one" } ?? ""),
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
        // There is no time, and there are no steps, left for anything else; and nothing goes on unattested.
        let last = codes.intersection([.journeyTimeout, .limitExceeded, .attestationFail, .attestationUnavailable])
        guard last.isEmpty || names.isTerminal(id) else {
            throw reading.refusal(
                "leads on after \(last.map(\.rawValue).sorted()[0]), which only a terminal step may follow",
                .timeLeadsOn)
        }
        return id
    }

    private func ending(_ reading: Reading) throws(Refusal) -> ErrorRule.Ending {
        try reading.onlyMembers(ManifestGrammar.ending)
        let member = try reading.required("outcome")
        guard let outcome = Terminal.Kind(rawValue: try member.text()), outcome != .completed else {
            throw member.refusal("is none of pending, cancelled and failed", .invalidValue)
        }
        let recoverable = reading.member("recoverable")
        if outcome != .failed, let recoverable {
            throw recoverable.refusal("belongs to the outcome failed alone", .policyAction)
        }
        return ErrorRule.Ending(outcome: outcome, isRecoverable: try recoverable?.flag() ?? false)
    }
}
