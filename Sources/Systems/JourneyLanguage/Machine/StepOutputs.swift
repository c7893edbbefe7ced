internal import JourneyBase

/// The declared outputs that a run has stored, by step.
struct StepOutputs: Sendable {
    private var values: [String: JSONValue] = [:]
    /// The steps in the order in which their outputs arrived.
    private var order: [StepID] = []

    init() {}

    /// Restores the outputs of `point`, in the order of their steps' names.
    init(_ point: ResumePoint) {
        for (name, kept) in point.outputs.sorted(by: { $0.key < $1.key }) {
            guard let step = StepID(name) else { continue }
            values[name] = .object(kept.mapValues { .string($0) })
            order.append(step)
        }
    }

    /// Returns the outputs of the step called `name`, as an object.
    subscript(name: String) -> JSONValue? { values[name] }

    /// All outputs by step: `steps` in guards.
    var json: JSONValue { .object(values) }

    /// The outputs of each step, newest first.
    var newestFirst: [JSONValue] { order.reversed().compactMap { values[$0.rawValue] } }

    /// Stores the `declared` members of `body` as outputs of `step`.
    ///
    /// - Returns: The stored members, or `nil` if none is declared.
    @discardableResult
    mutating func store(_ body: JSONValue, _ declared: [String: ValueType], in step: StepID) -> JSONValue? {
        guard !declared.isEmpty else { return nil }
        let result = (body.object ?? [:]).filter { declared[$0.key] != nil }
        let kept = values[step.rawValue]?.object ?? [:]
        values[step.rawValue] = .object(kept.merging(result) { $1 })
        order.removeAll { $0 == step }
        order.append(step)
        return .object(result)
    }

    /// Returns the outputs that `names` lists and that a snapshot may hold.
    func kept(_ names: [StepID: Set<String>]) -> [String: [String: String]] {
        var kept: [String: [String: String]] = [:]
        for (step, names) in names {
            for name in names {
                guard let text = values[step.rawValue]?[name]?.string, ResumePoint.mayKeep(text) else { continue }
                kept[step.rawValue, default: [:]][name] = text
            }
        }
        return kept
    }
}
