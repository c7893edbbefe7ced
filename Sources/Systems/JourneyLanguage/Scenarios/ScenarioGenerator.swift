package import JourneyBase

/// Finds scenarios that reach what others have not reached: steps, transitions, both results of guards, ends of calls, and resumed
/// runs.
///
/// It searches the runs of the state machine breadth first, with values that the OpenAPI document and the journey's conditions
/// suggest. Each state is explored once, so what depends on the way to a state can be missed.
package struct ScenarioGenerator {
    private let journey: Journey
    private let replies: JSONValue
    private let script: EventScript
    private let candidates: EventCandidates
    private var queue: [Run] = []
    private var known: Set<String> = []
    private var found: [(run: Run, goals: Set<String>)] = []
    private var reached: Set<String> = []
    /// The faults that were tried, with the step and the event.
    private var faults: Set<String> = []
    private var tries = 0

    /// The most events that are tried.
    private static let tryLimit = 50_000

    /// A run that an explainer has played, with the entries that led there.
    private struct Run {
        var explainer: Explainer
        var entries: [JSONValue] = []
        /// A short text for the last event, and the step in which it came.
        var words = "the start"
        var step = ""
        var goals: Set<String> = []
    }

    /// Searches for scenarios.
    ///
    /// - Parameters:
    ///   - scripts: The journey.
    ///   - samples: Values for replies and arguments.
    ///   - explanations: The runs of the scenarios that exist.
    /// - Returns: A file of scenarios, the longest first; `nil` if none was found. The file has the members `replies` and
    ///   `scenarios`.
    /// - Throws: `JourneyError` with `SCRIPT_INVALID` if the samples are no replies.
    package static func scenarios(
        for scripts: JourneyScripts, samples: ScenarioSamples, beside explanations: [Explanation]
    ) throws(JourneyError) -> JSONValue? {
        var generator = try ScenarioGenerator(scripts.journey, samples)
        for explanation in explanations {
            generator.reached.formUnion(ScenarioGenerator.goals(of: explanation, from: ""))
        }
        generator.search()
        let scenarios = generator.chosen()
        return scenarios.isEmpty ? nil : ["replies": generator.replies, "scenarios": .array(scenarios)]
    }

    private init(_ journey: Journey, _ samples: ScenarioSamples) throws(JourneyError) {
        self.journey = journey
        let operations = journey.operations
        replies = .object(samples.replies.filter { operations.contains($0.key) }.mapValues(\.json))
        script = try EventScript(["replies": replies, "events": []])
        candidates = EventCandidates(journey, samples)
    }

    // MARK: Search

    private mutating func search() {
        var root = Run(explainer: Explainer(journey, script))
        guard root.explainer.start() else { return }
        visit(&root, from: "")
        var next = 0
        while next < queue.count, tries < ScenarioGenerator.tryLimit {
            let run = queue[next]
            next += 1
            for event in candidates.events(of: run.explainer) { explore(event, from: run) }
        }
    }

    /// Plays an event with the bank's own replies, then with others to the calls that it led to.
    private mutating func explore(_ event: JSONValue, from run: Run) {
        guard let next = played([], event, from: run) else { return }
        let calls = next.explainer.explanation.entries[next.explainer.observed...].compactMap { entry in
            if case .reply(let operation, _, _) = entry { operation } else { nil }
        }
        for operation in Set(calls).sorted() {
            for fault in candidates.faults(of: operation) {
                // What a fault does depends on the event that it follows, hardly on how the run got there.
                let key = "\(run.explainer.machine.currentStep) \(event.compactText) \(fault.compactText)"
                guard faults.insert(key).inserted else { continue }
                _ = played([fault], event, from: run)
            }
        }
    }

    /// Plays faults and an event; returns the run, or `nil` if it can't use them.
    private mutating func played(_ faults: [JSONValue], _ event: JSONValue, from run: Run) -> Run? {
        tries += 1
        var next = run
        next.step = run.explainer.machine.currentStep.rawValue
        for entry in faults + [event] {
            guard let parsed = try? EventScript.entry(Reading(entry, code: .scriptInvalid)),
                next.explainer.play(parsed)
            else { return nil }
            next.entries.append(entry)
            next.words = faults.isEmpty ? parsed.words : "\(parsed.words), \(faults[0].words)"
        }
        next.entries.append(["expect": next.explainer.observation.json])
        let calls = next
        visit(&next, from: run.explainer.machine.currentStep.rawValue)
        return calls
    }

    /// Records what the last event of a run has reached, and queues the run if its state is new.
    private mutating func visit(_ run: inout Run, from step: String) {
        let goals = ScenarioGenerator.goals(of: run.explainer.explanation, from: step)
        run.goals.formUnion(goals)
        // What was noted is not needed again, and each further event would copy it.
        run.explainer.explanation.entries = []
        run.explainer.observed = 0
        if !goals.isSubset(of: reached) {
            reached.formUnion(goals)
            found.append((run, run.goals))
        }
        guard !run.explainer.machine.isFinished,
            known.insert(run.explainer.state(comparing: candidates.compared)).inserted
        else { return }
        queue.append(run)
    }

    /// Returns what a run that began in `step` has reached, as texts.
    private static func goals(of explanation: Explanation, from step: String) -> Set<String> {
        var goals = Set(Coverage.parts(of: explanation.entries[...]).map(\.words))
        var step = step
        for entry in explanation.entries {
            switch entry {
            case .enter(let entered, _, let visit):
                step = entered
                if visit > 1 { goals.insert("again \(entered)") }
            case .reply(let operation, let number, let words):
                // All refusals are one to a journey that tells none of them apart.
                let kind = words.hasPrefix("4") && !words.hasPrefix("429") ? "refused" : words
                goals.insert("\(operation) \(kind)\(number > 1 ? " again" : "")")
            case .effect(let name, _) where name == "kill": goals.insert("kill in \(step)")
            case .diagnostic(let code, _): goals.insert("\(code) in \(step)")
            default: continue
            }
        }
        if let outcome = explanation.outcome { goals.insert("\(step) \(outcome.name)") }
        return goals
    }

    // MARK: Choice

    /// Chooses runs that together reach everything found, the ones that reach most first.
    private func chosen() -> [JSONValue] {
        var open = found.reduce(into: Set<String>()) { $0.formUnion($1.goals) }
        var scenarios: [JSONValue] = []
        for (run, goals) in found.sorted(by: { ($0.goals.count, $1.run.words) > ($1.goals.count, $0.run.words) })
        where !goals.isDisjoint(with: open) {
            open.subtract(goals)
            scenarios.append(scenario(run))
        }
        return scenarios
    }

    private func scenario(_ run: Run) -> JSONValue {
        let end = run.explainer.explanation.outcome.map(\.name) ?? "in \(run.explainer.machine.currentStep)"
        return ["name": .string("\(run.step): \(run.words), \(end)"), "events": .array(run.entries)]
    }
}

extension Explainer {
    /// Plays one more entry after those of the script; returns `false` if the run can't use it.
    mutating func play(_ entry: EventScript.Entry) -> Bool {
        guard !machine.isFinished else { return false }
        observed = explanation.entries.count
        explanation.entries.append(.script(index: 0, words: entry.words))
        return play(entry.happening, 0) && answerCalls(before: script.entries.count)
    }

    /// Returns a text that is equal for runs that behave alike as far as the search looks: the step, the calls under way, and which
    /// outputs there are, with the values of those that conditions compare.
    func state(comparing names: Set<String>) -> String {
        let calls = machine.callsUnderWay.map(\.scope).joined(separator: " ")
        let outputs = (machine.outputs.json.object ?? [:]).sorted { $0.key < $1.key }.flatMap { step, values in
            (values.object ?? [:]).sorted { $0.key < $1.key }.map { name, value in
                "\(step).\(name)\(names.contains(name) ? "=\(value.compactText)" : "")"
            }
        }.joined(separator: " ")
        return "\(machine.currentStep) \(machine.isPageOpen) \(calls) \(outputs) \(saved == nil)"
    }
}

extension JSONValue {
    /// The text of a fault in a scenario's name.
    fileprivate var words: String {
        let operation = self["fault"]?.string ?? ""
        let times = self["times"]?.int64 ?? 1
        if self["lost"] != nil { return "\(operation) lost\(times > 1 ? " \(times) times" : "")" }
        if self["unreachable"] != nil { return "\(operation) not reached" }
        let code = self["body"]?["code"]?.string.map { " \($0)" } ?? ""
        if self["unanswered"] != nil { return "\(operation) not answered" }
        if (200...299).contains(self["status"]?.int64 ?? 0) { return "\(operation) replies otherwise" }
        return "\(operation) \(self["status"]?.compactText ?? "")\(code)\(times > 1 ? " \(times) times" : "")"
    }
}

extension Observation {
    /// The observation as an expectation of all that it has.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "step": .string(step), "calls": .array(calls), "events": .array(events.map { .string($0) }),
            "emits": .array(emits.map { ["event": $0["event"] ?? ""] }),
            "diagnostics": .array(diagnostics.map { .string($0) }),
        ]
        for name in ["shows", "timeout", "outcome", "code", "recoverable", "result"] { members[name] = value(of: name) }
        let writes = executions.mapValues { JSONValue.number(JSONNumber(Int64($0))) }
        if !writes.isEmpty { members["executed"] = .object(writes) }
        return .object(members)
    }
}
