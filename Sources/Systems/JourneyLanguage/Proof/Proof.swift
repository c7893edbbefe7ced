package import JourneyBase

/// One event of a counterexample.
package struct ProofStep: Sendable {
    /// The step in which the event happened.
    package let step: String
    /// The event in words.
    package let text: String
    /// The conditions that were free, as source and value.
    package let conditions: [(source: String, value: String)]
    /// The steps that were entered because of the event.
    package let entered: [String]
    /// The outcome, if the run ended.
    package let outcome: String?
}

/// The result of exploring a journey: what holds in every run within the bounds, and for what doesn't, a shortest way to it.
///
/// The state machine, the retries and the resuming of runs are those of an app; values are placeholders, and conditions that they
/// would decide are true, false or an error. `docs/reference/prove.md` has the abstraction.
package struct Proof: Sendable {
    package enum Verdict: String, Sendable {
        /// Every property holds in every run within the bounds.
        case proved
        /// A property does not hold.
        case refuted
        /// No property was refuted, but a bound ended the exploration.
        case bounded
    }

    /// A property that does not hold, with a shortest way to show it.
    package struct Counterexample: Sendable {
        package let property: ProofProperty
        /// The operation or step that is concerned.
        package let subject: String
        /// The message, as one sentence.
        package let message: String
        /// The events that lead to the fault; empty where no single run shows it.
        package let steps: [ProofStep]
        let way: [Explorer.Node]
        /// `true` if the way is one of the accepted version.
        var isOfAccepted = false
    }

    package let journey: String
    package let bounds: ProofBounds
    package let counterexamples: [Counterexample]
    /// The bounds that cut the exploration, in words.
    package let reached: [String]
    /// The number of states and of events between them.
    package let states: Int
    package let transitions: Int
    /// The properties that were looked at.
    package let properties: [ProofProperty]
    let model: ProofModel

    package var verdict: Verdict { !counterexamples.isEmpty ? .refuted : reached.isEmpty ? .proved : .bounded }

    /// Explores a manifest. Validity period, signature and `minSdk` are not checked.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - openAPI: Its bundle.
    ///   - bounds: The bounds of the exploration.
    ///   - approvingSteps: Web steps whose page asks for the approval, such as a bank's own; an event of it counts as given.
    ///   - accepted: The accepted version to compare with, and its bundle.
    /// - Throws: `JourneyError` with the loader's codes, and `MANIFEST_INVALID` if the manifest has no such step.
    package init(
        manifest: [UInt8], openAPI: [UInt8], bounds: ProofBounds = ProofBounds(), approvingSteps: [String] = [],
        accepted: (manifest: [UInt8], openAPI: [UInt8])? = nil
    ) throws(JourneyError) {
        let journey = try Proof.journey(manifest: manifest, openAPI: openAPI)
        var steps: Set<StepID> = []
        for name in approvingSteps {
            guard let id = StepID(name), case .web = journey.steps[id]?.kind else {
                let hint = SpellingSuggestion.hint(for: name, in: journey.steps.keys.map(\.rawValue))
                throw JourneyError(.manifestInvalid, "The journey has no web step \(Refusal.quote(name))\(hint)")
            }
            steps.insert(id)
        }
        var model: ProofModel?
        if let accepted {
            let journey = try Proof.journey(manifest: accepted.manifest, openAPI: accepted.openAPI)
            model = ProofModel(
                journey, bounds: bounds, approvingSteps: steps.filter { journey.steps[$0] != nil })
        }
        self.init(ProofModel(journey, bounds: bounds, approvingSteps: steps), accepted: model)
    }

    /// Explores a journey, and `accepted` too if it is to be compared. `isHasty` ends the exploration with the first fault.
    init(_ model: ProofModel, isHasty: Bool = false, accepted: ProofModel? = nil) {
        var explorer = Explorer(model, isHasty: isHasty, isObserving: accepted != nil)
        explorer.explore()
        self.model = model
        journey = model.journey.id.rawValue
        bounds = model.bounds
        var reached = explorer.reached
        states = explorer.states
        transitions = explorer.transitions
        properties = ProofProperty.allCases.filter { $0 != .accepted || accepted != nil }
        var counterexamples = explorer.found.map { found in
            let way = found.state.map { explorer.way(to: $0) } ?? []
            return Counterexample(
                property: found.fault.property, subject: found.fault.subject, message: found.fault.message,
                steps: way.map(\.step), way: way)
        }
        if let accepted {
            var other = Explorer(accepted, isObserving: true)
            other.explore()
            reached += other.reached.filter { !reached.contains($0) }
            counterexamples += [
                Proof.difference(explorer, other, "This journey has %@ that its accepted version does not have."),
                Proof.difference(
                    other, explorer, "The accepted version has %@ that this journey does not have.", isOfAccepted: true),
            ].compactMap { $0 }
        }
        self.reached = reached
        self.counterexamples = counterexamples.sorted {
            ($0.property.rawValue, $0.steps.count, $0.subject) < ($1.property.rawValue, $1.steps.count, $1.subject)
        }
    }

    /// Returns a shortest way to a move of `one` that `other` does not have.
    private static func difference(
        _ one: Explorer, _ other: Explorer, _ text: String, isOfAccepted: Bool = false
    ) -> Counterexample? {
        guard let (way, count) = one.difference(from: other), let last = way.last else { return nil }
        let moves = count == 1 ? "a move" : "\(count) moves"
        return Counterexample(
            property: .accepted, subject: last.step.step, message: text.replacing("%@", with: moves),
            steps: way.map(\.step), way: way, isOfAccepted: isOfAccepted)
    }

    /// Loads a journey without its signature.
    static func journey(manifest: [UInt8], openAPI: [UInt8]) throws(JourneyError) -> Journey {
        try reporting { () throws(Refusal) in
            let document = try JourneyLoader.read(manifest)
            let hash = try document.canonicalForm()
            return try JourneyBuilder.journey(try ManifestHead(document), hash: hash, openAPI: openAPI)
        }
    }

    /// Returns `true` if a counterexample shows the same fault again with a new machine.
    func isReproduced(_ counterexample: Counterexample) -> Bool {
        Explorer.replay(counterexample.way, of: model).contains {
            $0.property == counterexample.property && $0.subject == counterexample.subject
        }
    }
}
