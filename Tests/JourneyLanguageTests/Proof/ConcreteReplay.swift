import JourneyBase

@testable import JourneyLanguage

/// Plays a counterexample with values: the state machine evaluates guards, arguments and results as on a device, and nothing is
/// assumed.
struct ConcreteReplay {
    private let journey: Journey
    private let texts: [String]
    private let members: [String: JSONValue]

    init(_ journey: Journey) {
        self.journey = journey
        var texts: Set<String> = ["other"]
        var names: Set<String> = []
        for step in journey.steps.values {
            let paths = step.bindings.flatMap(\.argumentPaths)
            for transition in step.transitions.values.joined() {
                switch transition.guardExpression {
                case .guarded(let condition):
                    for case .text(let text) in condition.program.literals { texts.insert(text) }
                    names.formUnion(condition.program.paths.compactMap(ConcreteReplay.member))
                case .expression(let expression):
                    for case .string(let text) in expression.program.constants { texts.insert(text) }
                    names.formUnion(expression.paths.compactMap(ConcreteReplay.member))
                case nil: break
                }
            }
            names.formUnion(paths.compactMap(ConcreteReplay.member))
        }
        self.texts = texts.sorted()
        members = Dictionary(uniqueKeysWithValues: names.map { ($0, "value") })
    }

    private static func member(of path: ContextPath) -> String? {
        guard ["payload", "event"].contains(path.root), case .name(let name)? = path.elements.first else { return nil }
        return name
    }

    /// Returns `true` if values lead the same way, to the same fault.
    func shows(_ counterexample: Proof.Counterexample, of proof: Proof) -> Bool {
        var run = AbstractRun(proof.model.exact)
        for node in counterexample.way {
            let next = candidates.lazy.map { values in
                var next = run
                next.values = values
                next.apply(node.event, plan: [], time: node.depth)
                return next
            }.first { next in
                next.entered.map(\.rawValue) == node.step.entered
                    && next.end?.outcome.rawValue == node.step.outcome
            }
            guard let next else { return false }
            run = next
        }
        return run.faults.contains { $0.property == counterexample.property && $0.subject == counterexample.subject }
    }

    /// Returns `true` if the same events with the same values lead two journeys to other steps, calls or outcomes. `way` is one of
    /// `model`.
    func differs(_ way: [Explorer.Node], of model: ProofModel, from other: ProofModel) -> Bool {
        var (run, twin) = (AbstractRun(model.exact), AbstractRun(other.exact))
        for node in way {
            let next = candidates.lazy.map { values in
                [run, twin].map { run in
                    var next = run
                    next.values = values
                    next.apply(node.event, plan: [], time: node.depth)
                    return next
                }
            }.first { next in
                next[0].entered.map(\.rawValue) == node.step.entered
                    && next[0].end?.outcome.rawValue == node.step.outcome
            }
            guard let next else { return false }
            if ConcreteReplay.seen(next[0]) != ConcreteReplay.seen(next[1]) { return true }
            (run, twin) = (next[0], next[1])
        }
        return false
    }

    private static func seen(_ run: AbstractRun) -> [String] {
        let calls = run.machine.callsUnderWay.map { call in
            "\(call.binding.operation.id) \(call.carriesKey) \(JSONValue.object(call.arguments).compactText)"
        }
        return run.entered.map(\.rawValue) + calls + [run.end.map { "\($0.outcome)" } ?? ""]
    }

    /// Values to try: each text of a guard in turn in all members, then none.
    private var candidates: [AbstractRun.Values] {
        texts.map { values($0) } + [AbstractRun.Values(payload: [:], bodies: bodies("value"), problem: "OTHER")]
    }

    private func values(_ text: String) -> AbstractRun.Values {
        AbstractRun.Values(
            payload: .object(members.mapValues { _ in .string(text) }), bodies: bodies(text),
            problem: CallProblem.isCode(text) ? text : "OTHER")
    }

    private func bodies(_ text: String) -> [PendingCall.Slot: JSONValue] {
        var bodies: [PendingCall.Slot: JSONValue] = [:]
        for step in journey.steps.values {
            for (index, binding) in step.bindings.enumerated() {
                var body: [String: JSONValue] = [:]
                for (name, type) in binding.operation.outputs.merging(binding.outputs, uniquingKeysWith: { $1 }) {
                    body[name] = type == .string ? .string(text) : Assumptions.placeholder(type)
                }
                bodies[PendingCall.Slot(step: step.id, binding: index)] = .object(body)
            }
        }
        return bodies
    }
}
