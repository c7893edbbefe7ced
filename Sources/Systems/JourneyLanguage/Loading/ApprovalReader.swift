internal import JourneyBase

/// Finds the values that approvals show: each argument and header of a call with `sca` that a page can influence.
enum ApprovalReader {
    /// Returns the values of each call that needs an approval.
    ///
    /// - Throws: `Refusal` with `SCA_NOT_SHOWN` if the approval can't show one of them, and with other rules if the step is none
    ///   that approves.
    static func approvals(of journey: Journey) throws(Refusal) -> [String: ApprovedValues] {
        var found: [String: ApprovedValues] = [:]
        var influence: PageInfluence?
        for (id, step) in journey.steps.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            for (index, binding) in step.bindings.enumerated() {
                guard let approval = binding.approval else { continue }
                let known = influence ?? PageInfluence(journey)
                influence = known
                let place = "steps.\(id).bindings[\(index)]"
                found[place] = try values(of: binding, step, approval, at: place, journey, known)
            }
        }
        return found
    }

    private static func values(
        of binding: Binding, _ caller: Step, _ approval: CallApproval, at place: String, _ journey: Journey,
        _ influence: PageInfluence
    ) throws(Refusal) -> ApprovedValues {
        let sca = "\(place).call.sca"
        guard let step = journey.steps[approval.step] else {
            throw refusal(
                "\(sca).step", "refers to an unknown step: \(Refusal.quote(approval.step.rawValue))", .unknownTarget)
        }
        guard case .native(CallApproval.plugin, _) = step.kind else {
            throw refusal(
                "\(sca).step",
                "must be a native step with the plugin \(CallApproval.plugin), which shows what it signs",
                .invalidValue)
        }
        var parts: [(name: String, place: String, expression: Expression)] = []
        if case .expressions(let arguments) = binding.arguments {
            for (name, expression) in arguments {
                let shown = binding.operation.takesWholeBody(as: name) ? "" : name
                parts.append((shown, "\(place).in.\(name)", expression))
            }
        }
        for (name, expression) in binding.headerValues {
            parts.append((name, "\(place).call.headers.\(name)", expression))
        }
        let own = Set(binding.headerValues.keys.map { $0.lowercased() })
        for (name, expression) in journey.headerValues where !own.contains(name.lowercased()) {
            parts.append((name, "headers.\(name)", expression))
        }
        var values: [ApprovedValues.Value] = []
        for part in parts.sorted(by: { $0.place < $1.place }) {
            guard let entry = influence.entry(of: part.expression, at: part.place, in: binding, caller) else {
                continue
            }
            if let name = part.expression.reads.intersection(changing).sorted().first {
                throw refusal(
                    part.place,
                    "can be influenced by a page, but reads \(name), which is not known when \(approval.step) asks for the approval",
                    .notShown)
            }
            let parameters = approval.shownAs[part.name.isEmpty ? RequestBody.wholeName : part.name]
            if let parameters { try check(parameters, stand: entry, step, part.place, influence) }
            values.append(
                ApprovedValues.Value(
                    name: part.name, place: part.place, expression: part.expression, hasRow: parameters == nil))
        }
        return ApprovedValues(approval: approval, values: values)
    }

    /// The variables whose values differ between the approval and the call.
    private static let changing: Set<String> = ["payload", "event", "result", "session.now", "step.id"]

    /// Refuses parameters that do not carry all that pages can influence in the value of `entry`.
    private static func check(
        _ parameters: Set<String>, stand entry: PageInfluence.Entry, _ step: Step, _ place: String,
        _ influence: PageInfluence
    ) throws(Refusal) {
        var shown: Set<String> = []
        for name in parameters.sorted() {
            guard CallApproval.parameters.contains(name), step.inputValues[name] != nil else {
                throw refusal(
                    place, "is shown as \(Refusal.quote(name)), which is no shown parameter of \(step.id)", .notShown)
            }
            shown.formUnion(influence.entry(ofInput: name, step)?.origins ?? [])
        }
        let hidden = entry.origins.subtracting(shown).sorted()
        guard hidden.isEmpty else {
            throw refusal(
                place,
                "can be influenced by \(hidden.joined(separator: ", ")), which \(parameters.sorted().joined(separator: ", ")) do not show",
                .notShown)
        }
    }

    private static func refusal(_ path: String, _ rest: String, _ rule: LintRule) -> Refusal {
        Refusal(.manifestInvalid, at: path, "\(path) \(rest).", rule)
    }
}
