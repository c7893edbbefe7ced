internal import JourneyBase

/// The declared outputs that a run has kept, by step.
struct StepOutputs: Sendable {
    private var values: [String: JSONValue] = [:]
    /// In the order in which they came.
    private var order: [StepID] = []

    init() {}

    /// The outputs that `point` has kept, in the order of their steps' names.
    init(_ point: ResumePoint) {
        for (name, kept) in point.outputs.sorted(by: { $0.key < $1.key }) {
            guard let step = StepID(name) else { continue }
            values[name] = .object(kept.mapValues { .string($0) })
            order.append(step)
        }
    }

    /// The outputs of the step called `name`, an object.
    subscript(name: String) -> JSONValue? { values[name] }

    /// All, by step: `steps` in guards.
    var json: JSONValue { .object(values) }

    /// Each step's, the newest first.
    var newestFirst: [JSONValue] { order.reversed().compactMap { values[$0.rawValue] } }

    /// Keeps the `declared` members of `body` as outputs of `step`.
    ///
    /// - Returns: These members; `nil` where none is declared.
    @discardableResult
    mutating func keep(_ body: JSONValue, _ declared: [String: ValueType], in step: StepID) -> JSONValue? {
        guard !declared.isEmpty else { return nil }
        let result = (body.object ?? [:]).filter { declared[$0.key] != nil }
        let kept = values[step.rawValue]?.object ?? [:]
        values[step.rawValue] = .object(kept.merging(result) { $1 })
        order.removeAll { $0 == step }
        order.append(step)
        return .object(result)
    }

    /// Those that `names` lists and a snapshot may hold.
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
