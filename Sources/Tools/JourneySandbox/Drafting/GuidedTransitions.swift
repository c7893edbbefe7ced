import JourneyBase
import JourneyLanguage

/// Writes where a step of a workflow leads: its conditions as guards, its actions as transitions.
struct GuidedTransitions {
    let operation: DraftOperation
    let guide: DraftGuide.Step
    /// The steps of the draft, by their names in the workflow.
    let steps: [String: String]
    /// The outputs of all steps, by their names in the workflow as `step.output`.
    let known: [String: (expression: String, type: ValueType)]
    /// The step that follows in the workflow.
    let next: String
    let schemas: DraftSchema
    private(set) var omissions: [String] = []

    /// The event at which a condition is judged.
    private enum Event {
        /// The call's success, whose payload is the response's body.
        case answered
        /// The call's failure, whose payload has the status and the members of the bank's error.
        case refused
        /// A press on a page that shows the response.
        case shown
    }

    init(
        _ operation: DraftOperation, _ guide: DraftGuide.Step, steps: [String: String],
        known: [String: (expression: String, type: ValueType)], next: String, schemas: DraftSchema
    ) {
        (self.operation, self.guide, self.steps) = (operation, guide, steps)
        (self.known, self.next, self.schemas) = (known, next, schemas)
    }

    /// The transitions of a step by event, and the repeats of its call.
    struct Found {
        var on: [(String, OrderedJSON)] = []
        var retry: OrderedJSON?
        var usesUnmet = false
        var usesRefused = false
    }

    mutating func transitions() -> Found {
        var found = Found()
        let criteria = conditions(guide.criteria, at: .answered)
        if operation.isShown {
            if let criteria {
                found.on.append(("answered", [["guardExpr": .text(criteria)], ["to": "unmet"]]))
                found.usesUnmet = true
            }
            found.on.append(("submit", .array(success(nil, at: .shown, &found))))
        } else {
            found.on.append(("answered", .array(success(criteria, at: .answered, &found))))
        }
        failure(&found)
        return found
    }

    private mutating func success(_ criteria: String?, at event: Event, _ found: inout Found) -> [OrderedJSON] {
        var list: [OrderedJSON] = []
        var isOpen = true
        for action in guide.onSuccess where isOpen {
            guard let target = target(of: action) else { continue }
            let guards = [criteria, conditions(action.criteria, at: event)].compactMap { $0 }
            guard
                action.criteria.isEmpty || !guards.isEmpty
                    || action.criteria.allSatisfy({ GuidedStep.isAlways($0, for: operation.entry) })
            else { continue }
            isOpen = !guards.isEmpty
            list.append(GuidedTransitions.transition(guards, to: target))
        }
        guard isOpen else { return list }
        let gate = event == .shown ? operation.outputs.first.map { "has(steps.\(operation.step).\($0.name))" } : nil
        let last = [criteria ?? gate].compactMap { $0 }
        list.append(GuidedTransitions.transition(last, to: next))
        if criteria != nil {
            list.append(["to": "unmet"])
            found.usesUnmet = true
        } else if gate != nil {
            list.append([:])
        }
        return list
    }

    private mutating func failure(_ found: inout Found) {
        var list: [OrderedJSON] = []
        var retries: [OrderedJSON] = []
        var isOpen = true
        for action in guide.onFailure {
            if case .retry(let wait, let limit) = action.kind {
                let mayRepeat = operation.isRead || [.keyed, .idempotent].contains(operation.call.effect)
                guard mayRepeat, let codes = codes(of: action.criteria) else {
                    omissions.append(
                        "\(action.place): The action is not carried over: \(mayRepeat ? "it depends on more than a status" : "\(operation.id) must not be sent twice")."
                    )
                    continue
                }
                retries.append([
                    "on": .array(codes.map { .text($0) }), "max": .value(.number(JSONNumber(limit))),
                    "capMs": .value(.number(JSONNumber(wait))),
                ])
                continue
            }
            guard isOpen else { continue }
            let isEnd = if case .end = action.kind { true } else { false }
            guard let target = isEnd ? "refused" : target(of: action) else { continue }
            let guards = [conditions(action.criteria, at: .refused)].compactMap { $0 }
            guard action.criteria.isEmpty || !guards.isEmpty else { continue }
            found.usesRefused = found.usesRefused || isEnd
            isOpen = !guards.isEmpty
            list.append(GuidedTransitions.transition(guards, to: target))
        }
        if !list.isEmpty {
            // Without an action, the page shows what was refused.
            found.on.append(("refused", .array(list + (isOpen ? [[:]] : []))))
        }
        if !retries.isEmpty { found.retry = .array(retries) }
    }

    private static func transition(_ guards: [String], to target: String) -> OrderedJSON {
        guard !guards.isEmpty else { return ["to": .text(target)] }
        let text = guards.count == 1 ? guards[0] : guards.map { "(\($0))" }.joined(separator: " && ")
        return ["guardExpr": .text(text), "to": .text(target)]
    }

    private mutating func target(of action: DraftGuide.Action) -> String? {
        switch action.kind {
        case .end: return "completed"
        case .go(let name):
            if let step = steps[name] { return step }
            omissions.append("\(action.place): The action is not carried over: there is no step \(name).")
            return nil
        case .retry: return nil
        }
    }

    /// Returns the error codes after which a call is repeated; `nil` for conditions over anything but a status.
    private func codes(of criteria: [DraftGuide.Condition]) -> [String]? {
        guard !criteria.isEmpty else { return ["NET_TIMEOUT", "NET_UNREACHABLE", "RATE_LIMITED", "SERVER_ERROR"] }
        var codes: Set<String> = []
        for condition in criteria {
            guard case .binary(.value(.answer(.status)), "==", .value(.constant(.number(let number)))) = condition.term,
                let status = number.int64
            else { return nil }
            guard status == 429 || status >= 500 else { return nil }
            codes.insert(status == 429 ? "RATE_LIMITED" : "SERVER_ERROR")
        }
        return codes.sorted()
    }

    // MARK: Conditions

    /// Returns the guard that all conditions make, or `nil` for none. What can't be judged is left out and named.
    private mutating func conditions(_ list: [DraftGuide.Condition], at event: Event) -> String? {
        var guards: [String] = []
        for condition in list where event == .refused || !GuidedStep.isAlways(condition, for: operation.entry) {
            if let text = self.text(condition.term, at: event) {
                guards.append(text)
            } else {
                omissions.append("\(condition.place): The condition is not carried over: a guard can't judge it.")
            }
        }
        guard !guards.isEmpty else { return nil }
        return guards.count == 1 ? guards[0] : guards.map { "(\($0))" }.joined(separator: " && ")
    }

    private func text(_ term: DraftGuide.Term, at event: Event) -> String? {
        switch term {
        case .value(let value): return self.text(value, at: event)
        case .not(let term): return self.text(term, at: event).map { "!(\($0))" }
        case .matches(let value, let pattern):
            return self.text(value, at: event).map { "string(\($0)).matches(\(DraftValue.quoted(pattern)))" }
        case .binary(let left, let sign, let right):
            guard let first = self.text(left, at: event), let second = self.text(right, at: event) else { return nil }
            if ["&&", "||"].contains(sign) { return "(\(first)) \(sign) (\(second))" }
            // Arazzo compares texts without regard to case.
            if let folded = folded(left, first, sign, right) { return folded }
            if let folded = folded(right, second, sign, left) { return folded }
            return "\(first) \(sign) \(second)"
        }
    }

    private func folded(
        _ term: DraftGuide.Term, _ text: String, _ sign: String, _ other: DraftGuide.Term
    ) -> String? {
        guard ["==", "!="].contains(sign), case .value(.constant(.string(let constant))) = other,
            case .value(let value) = term, type(of: value) == .string
        else { return nil }
        return "\(text).lowerAscii() \(sign) \(DraftValue.quoted(constant.lowercased()))"
    }

    private func type(of value: DraftGuide.Value) -> ValueType? {
        switch value {
        case .output(let step, let name, let path): return path.isEmpty ? known["\(step).\(name)"]?.type : nil
        case .answer(.header): return .string
        case .answer(.status): return .integer
        case .answer(.body(let path)):
            let schema = ExampleAnswer.success(of: operation.entry, schemas)?.media?["schema"] ?? .null
            return GuidedStep.type(of: path, in: schema, schemas)
        default: return nil
        }
    }

    private func text(_ value: DraftGuide.Value, at event: Event) -> String? {
        switch value {
        case .constant(let constant): return DraftValue.constant(constant).expression
        case .output(let step, let name, let path):
            return known["\(step).\(name)"].map { GuidedStep.selection($0.expression, path) }
        case .answer(let part): return text(part, at: event)
        case .input, .object, .list, .text: return nil
        }
    }

    private func text(_ part: DraftGuide.Answer, at event: Event) -> String? {
        switch (part, event) {
        case (.status, .refused): return "payload.status"
        case (.body(let path), .answered), (.body(let path), .refused): return GuidedStep.selection("payload", path)
        case (.body(let path), .shown):
            return operation.outputs.first { $0.source == nil && $0.path == path }.map {
                "steps.\(operation.step).\($0.name)"
            }
        case (.header, .refused): return nil
        case (_, .answered): return GuidedStep.outputName(of: part).map { "result.\($0)" }
        case (_, .shown): return GuidedStep.outputName(of: part).map { "steps.\(operation.step).\($0)" }
        }
    }
}
