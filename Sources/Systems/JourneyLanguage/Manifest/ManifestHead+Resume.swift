internal import JourneyBase

extension ManifestHead {
    static func resumePolicy(
        _ manifest: Reading, _ version: Journey.Version, _ declared: DeclaredOutputs
    ) throws(Refusal) -> ResumePolicy? {
        guard let policy = manifest.member("resumePolicy") else { return nil }
        try policy.onlyMembers(ManifestGrammar.resumePolicy(version))
        let events = try policy.member("snapshotOn")?.list(atMost: 64, "events") { event throws(Refusal) in
            try event.name()
        }
        return ResumePolicy(
            snapshotOn: events ?? [], keep: try kept(policy.member("keep"), declared),
            maxAge: try policy.member("maxAgeMs").map { age throws(Refusal) in
                try age.milliseconds(in: 60_000...2_592_000_000)
            } ?? ResumePolicy.standardAge)
    }

    /// Reads paths such as `steps.amount.quoteId`. Each must be a string that a call of the step declares as an output.
    private static func kept(
        _ list: Reading?, _ declared: DeclaredOutputs
    ) throws(Refusal) -> [StepID: Set<String>] {
        guard let list else { return [:] }
        try list.atMost(32, "paths")
        var kept: [StepID: Set<String>] = [:]
        for element in try list.elements() {
            let parts = try element.text().split(separator: ".", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, parts[0] == "steps", let step = StepID(parts[1]) else {
                throw element.refusal("is not a path such as steps.amount.quoteId", .resumePath)
            }
            guard declared.mayBeString(parts[2], of: parts[1]) else {
                throw element.refusal("is not a string output that a call of that step declares", .resumePath)
            }
            kept[step, default: []].insert(parts[2])
        }
        return kept
    }
}
