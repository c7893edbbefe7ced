package import JourneyBase

extension Proof {
    /// The proof as JSON: `journey`, `verdict`, `properties`, `counterexamples`, `bounds`, `reached`, `states` and `transitions`.
    package var json: JSONValue {
        [
            "journey": .string(journey), "verdict": .string(verdict.rawValue),
            "properties": .array(
                properties.map { property in
                    [
                        "property": .string(property.rawValue), "sentence": .string(property.sentence),
                        "holds": holds(property).map { .bool($0) } ?? .null,
                    ]
                }),
            "counterexamples": .array(counterexamples.map(\.json)),
            "bounds": [
                "states": Proof.number(bounds.states), "retries": Proof.number(bounds.retries),
                "kills": Proof.number(bounds.kills),
            ],
            "reached": .array(reached.map { .string($0) }), "states": Proof.number(states),
            "transitions": Proof.number(transitions),
        ]
    }

    /// Returns `true` if a property holds, `false` if it does not, and `nil` if a bound leaves it open.
    package func holds(_ property: ProofProperty) -> Bool? {
        if counterexamples.contains(where: { $0.property == property }) { return false }
        return reached.isEmpty ? true : nil
    }

    private static func number(_ value: Int) -> JSONValue { .number(JSONNumber(Int64(value))) }
}

extension Proof.Counterexample {
    var json: JSONValue {
        [
            "property": .string(property.rawValue), "subject": .string(subject), "message": .string(message),
            "steps": .array(steps.map(\.json)),
        ]
    }

    /// The steps that the counterexample enters, in order.
    package var path: [String] { steps.flatMap(\.entered) }
}

extension ProofStep {
    var json: JSONValue {
        [
            "step": .string(step), "event": .string(text),
            "conditions": .array(conditions.map { ["source": .string($0.source), "value": .string($0.value)] }),
            "entered": .array(entered.map { .string($0) }), "outcome": outcome.map { .string($0) } ?? .null,
        ]
    }
}

extension Proof {
    /// Returns a picture of a counterexample: the journey's graph with the way marked, and the events below it.
    package func picture(of counterexample: Counterexample) -> String {
        var lines = ["(\(counterexample.property.rawValue)) \(counterexample.message)"]
        for (index, step) in counterexample.steps.enumerated() {
            let move = step.entered.isEmpty ? "" : " → \(step.entered.joined(separator: " → "))"
            lines.append("\(index + 1). \(step.step): \(step.text)\(move)")
        }
        let path = counterexample.steps.isEmpty ? [counterexample.subject] : counterexample.path
        return Graph.svg(JourneyOutline(model.journey), marking: GraphPath(steps: path, caption: lines))
    }
}
