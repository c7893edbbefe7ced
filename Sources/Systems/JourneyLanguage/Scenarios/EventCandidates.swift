internal import JourneyBase

/// The events and replies that a generated scenario tries in each state of a run.
struct EventCandidates {
    private let journey: Journey
    private let samples: ScenarioSamples
    /// The constants of all conditions, by the name of a member that is compared with them.
    private let constants: [String: [JSONValue]]
    /// The codes that conditions compare with the code or the problem of an error.
    private let problems: [String]

    init(_ journey: Journey, _ samples: ScenarioSamples) {
        (self.journey, self.samples) = (journey, samples)
        var constants: [String: [JSONValue]] = [:]
        for step in journey.steps.values {
            for condition in step.transitions.values.joined().compactMap(\.guardExpression) {
                let (names, values) = condition.comparison
                for name in names { constants[name, default: []] += values }
            }
        }
        self.constants = constants.mapValues { values in
            values.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        }
        let codes = ["code", "problem"].flatMap { constants[$0] ?? [] }
        problems = Set(codes.compactMap(\.string).filter(CallProblem.isCode)).sorted()
    }

    /// The names of the members that conditions compare.
    var compared: Set<String> { Set(constants.keys) }

    // MARK: Events

    /// Returns the events that may come next, as entries of a script.
    func events(of explainer: Explainer) -> [JSONValue] {
        let machine = explainer.machine
        guard let step = machine.step, !machine.isEnding else { return [["close": true]] }
        var events: [JSONValue] = []
        if case .web = step.kind {
            for name in step.pageEvents {
                events += payloads(of: name, in: step).map {
                    $0 == [:] ? ["page": .string(name)] : ["page": .string(name), "payload": $0]
                }
            }
            events.append(["lost": .string(ErrorCode.pageLoadFailed.rawValue)])
        }
        if case .plugin = machine.phase.stay?.activity {
            events += payloads(of: StateMachine.EngineEvent.success.rawValue, in: step).map {
                ["plugin": "success", "payload": $0]
            }
            events += [["plugin": "cancelled"], ["plugin": "error", "code": .string(ErrorCode.unknown.rawValue)]]
        }
        if machine.phase.stay?.isTimerRunning == true { events.append(["timeout": "step"]) }
        if journey.limits.journeyTimeout != nil { events.append(["timeout": "journey"]) }
        if journey.resumePolicy != nil, explainer.saved != nil { events.append(["kill": true]) }
        return events + [["close": true]]
    }

    /// Returns payloads of an event: one that its calls can use, then some with other values, and an empty one.
    private func payloads(of event: String, in step: Step) -> [JSONValue] {
        let base = payload(of: event, in: step)
        var payloads = [base]
        for (name, value) in base.object ?? [:] {
            for other in others(value, of: name) { payloads.append(base.with(other, for: [name])) }
        }
        for (name, values) in constants where base[name] == nil && reads(name, event, step) {
            payloads += values.flatMap { [$0] + $0.neighbours }.map { base.with($0, for: [name]) }
        }
        if base != [:] { payloads.append([:]) }
        return payloads.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    /// Returns `true` if a condition on the event reads the member `name` of its payload.
    private func reads(_ name: String, _ event: String, _ step: Step) -> Bool {
        (step.transitions[event] ?? []).compactMap(\.guardExpression).flatMap(\.contextPaths).contains { path in
            ["payload", "event"].contains(path.root) && path.elements.first == .name(name)
        }
    }

    /// Returns other values for the member `name`: those that conditions compare it with, and their neighbours.
    private func others(_ value: JSONValue, of name: String) -> [JSONValue] {
        let values = (constants[name] ?? []).flatMap { [$0] + $0.neighbours }
        return values.filter { $0 != value }
    }

    private func payload(of event: String, in step: Step) -> JSONValue {
        var payload: JSONValue = [:]
        for (name, type) in step.outputs where event == StateMachine.EngineEvent.success.rawValue {
            payload = payload.with(Assumptions.placeholder(type), for: [name])
        }
        for binding in step.bindings where binding.onEvent == event {
            let sample = samples.arguments[binding.operation.id] ?? [:]
            switch binding.arguments {
            case .none: continue
            case .from(let path): payload = payload.with(.object(sample), for: path)
            case .declared(let paths):
                for (name, path) in paths { payload = payload.with(sample[name], for: path) }
            case .expressions(let expressions):
                for (name, expression) in expressions {
                    for path in expression.paths {
                        let isWhole = path.description == expression.source
                        let last = path.elements.last.flatMap { if case .name(let name) = $0 { name } else { nil } }
                        let value = isWhole ? sample[name] : last.flatMap { JSONValue.object(sample).first(named: $0) }
                        payload = payload.with(value ?? "value", for: path)
                    }
                }
            }
        }
        return payload
    }

    // MARK: Replies

    /// Returns replies to the next calls of an operation other than its own, as entries of a script.
    func faults(of operation: String) -> [JSONValue] {
        let bindings = journey.steps.values.lazy.flatMap(\.bindings)
        guard let binding = bindings.first(where: { $0.operation.id == operation }) else { return [] }
        let policy = RetryPolicy(
            rules: binding.retry, mayRepeat: binding.mayRepeat(hasKey: binding.carriesKey))
        let attempts = policy.mayRepeat ? (policy.rules.map(\.attempts).max() ?? 0) + 1 : 1
        func fault(_ members: [String: JSONValue], times: Int = 1) -> JSONValue {
            var members = members
            members["fault"] = .string(operation)
            if times > 1 { members["times"] = .number(JSONNumber(Int64(times))) }
            return .object(members)
        }
        var faults = [fault(["lost": true], times: attempts), fault(["unreachable": true], times: attempts)]
        if attempts > 1 { faults += [fault(["lost": true]), fault(["status": 503])] }
        faults += [fault(["status": 503], times: attempts), fault(["status": 422])]
        faults.append(fault(["unanswered": true]))
        for refusal in samples.refusals[operation] ?? [] {
            let status = JSONValue.number(JSONNumber(Int64(refusal.status)))
            faults += problems.map { fault(["status": status, "body": refusal.body.with(.string($0), for: ["code"])]) }
        }
        return faults + bodies(of: binding).map { fault(["status": $0.0, "body": $0.1]) }
    }

    /// Returns successful replies with other values of the members that conditions compare.
    private func bodies(of binding: Binding) -> [(JSONValue, JSONValue)] {
        guard let own = samples.replies[binding.operation.id] else { return [] }
        let status = JSONValue.number(JSONNumber(Int64(own.status)))
        var bodies: [(JSONValue, JSONValue)] = []
        for (name, values) in constants.sorted(by: { $0.key < $1.key }) {
            guard let path = own.body.path(of: name) ?? binding.bodyPath(of: name) else { continue }
            let known = path.reduce(own.body) { $0[$1] ?? .null }
            // Conditions also compare values of two calls.
            let values = values + (known.string.map { [.string("\($0)2")] } ?? [])
            for value in values.flatMap({ [$0] + $0.neighbours }) {
                let body = own.body.with(value, for: path)
                guard body != own.body, (try? binding.operation.accepted(body, status: own.status)) != nil else {
                    continue
                }
                bodies.append((status, body))
            }
        }
        return bodies + own.alternatives.map { (status, $0) } + [(status, ["unexpected": true] as JSONValue)]
    }
}

extension Binding {
    /// Returns the members of the response's body that lead to the output `name`, if its expression is a path.
    fileprivate func bodyPath(of name: String) -> [String]? {
        guard let expression = outputValues[name], let path = expression.paths.first,
            path.description == expression.source, path.root == "result"
        else { return nil }
        let names = path.elements.compactMap { if case .name(let name) = $0 { name } else { nil } }
        return names.count == path.elements.count ? names : nil
    }
}

extension Condition {
    /// The paths that the condition reads.
    var contextPaths: [ContextPath] {
        switch self {
        case .guarded(let condition): condition.program.paths
        case .expression(let expression): expression.paths
        }
    }

    /// The names of the members that the condition reads, and the constants that it has.
    fileprivate var comparison: (names: [String], constants: [JSONValue]) {
        let names = contextPaths.compactMap { path in
            path.elements.last.flatMap { if case .name(let name) = $0 { name } else { nil } }
        }
        switch self {
        case .guarded(let condition):
            let values = condition.program.literals.compactMap { literal -> JSONValue? in
                switch literal {
                case .text(let text): .string(text)
                case .integer(let number): .number(JSONNumber(number))
                case .bool(let flag): .bool(flag)
                case .null, .decimal, .composite, .fault: nil
                }
            }
            return (names, values)
        case .expression(let expression):
            let values = expression.program.constants.compactMap { constant -> JSONValue? in
                switch constant {
                case .string(let text): .string(text)
                case .int(let number): .number(JSONNumber(number))
                case .bool(let flag): .bool(flag)
                default: nil
                }
            }
            return (names, values)
        }
    }
}

extension JSONValue {
    /// Values next to a number, for both sides of a bound; the other value of a flag.
    fileprivate var neighbours: [JSONValue] {
        if let flag = bool { return [.bool(!flag)] }
        guard let number = int64 else { return [] }
        return [number &- 1, number &+ 1].map { .number(JSONNumber($0)) }
    }

    /// Returns the value with another one at the path of an event's payload; unchanged for another path.
    fileprivate func with(_ value: JSONValue?, for path: ContextPath) -> JSONValue {
        guard ["payload", "event"].contains(path.root), let value else { return self }
        let names = path.elements.compactMap { if case .name(let name) = $0 { name } else { nil } }
        return names.count == path.elements.count ? with(value, for: names) : self
    }

    /// Returns the value with another one at the path of members.
    fileprivate func with(_ value: JSONValue, for names: [String]) -> JSONValue {
        guard let name = names.first else { return value }
        var members = object ?? [:]
        members[name] = (members[name] ?? [:]).with(value, for: Array(names.dropFirst()))
        return .object(members)
    }

    /// Returns the first member called `name`, in this object or one below.
    fileprivate func first(named name: String) -> JSONValue? {
        path(of: name).map { $0.reduce(self) { $0[$1] ?? .null } }
    }

    /// Returns the path to the first member called `name`, in this object or one below.
    fileprivate func path(of name: String) -> [String]? {
        guard let members = object else { return nil }
        if members[name] != nil { return [name] }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            if let rest = value.path(of: name) { return [key] + rest }
        }
        return nil
    }
}
