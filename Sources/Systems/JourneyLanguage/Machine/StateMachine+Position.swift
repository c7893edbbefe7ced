public import JourneyBase

extension StateMachine {
    /// Where a run is and what it has asked for: enough to take it up again, without what a person typed.
    ///
    /// Arguments of calls are kept as digests, and of the declared outputs only those that `resumePolicy.keep` names. A call
    /// that is made again with the same arguments is the same logical attempt, so it gets the key that was stored for it.
    public struct Position: Hashable, Sendable {
        public let step: StepID
        /// Steps entered.
        public let total: Int
        /// How often each was.
        public let visits: [StepID: Int]
        /// Kept outputs by step.
        public let outputs: JSONValue
        /// What was asked of the bank, and what is known of it.
        let ledger: Ledger
    }

    /// Where the run is now.
    public var position: Position {
        var kept: [String: JSONValue] = [:]
        for path in journey.resumePolicy?.keep ?? [] {
            guard case .name(let step)? = path.elements.first, path.elements.count == 2,
                case .name(let name) = path.elements[1], let value = outputs[step]?[name]
            else { continue }
            kept[step] = .object((kept[step]?.object ?? [:]).merging([name: value]) { $1 })
        }
        return Position(step: currentStep, total: visit, visits: visits, outputs: .object(kept), ledger: ledger)
    }

    /// A machine that takes a run up at `position`: `start` enters the step again. `nil` when the journey has no such step,
    /// or it is a terminal one.
    public init?(
        journey: Journey, session: JSONValue = [:], headerValues: [HeaderVariable: String] = [:],
        resuming position: Position
    ) {
        switch journey.steps[position.step]?.kind {
        case .web, .native, .server: break
        case .terminal, nil: return nil
        }
        self.init(journey: journey, session: session, headerValues: headerValues)
        currentStep = position.step
        visit = position.total
        visits = position.visits
        outputs = position.outputs.object ?? [:]
        outputOrder = outputs.keys.sorted().compactMap { StepID($0) }
        ledger = position.ledger
        ledger.interrupt()
    }
}

extension StateMachine.Position {
    /// As JSON, for a sealed snapshot.
    public var json: JSONValue {
        [
            "step": .string(step.rawValue), "total": .number(JSONNumber(Int64(total))),
            "visits": .object(
                Dictionary(visits.map { ($0.rawValue, .number(JSONNumber(Int64($1)))) }) { first, _ in first }),
            "outputs": outputs, "calls": ledger.json,
        ]
    }

    /// The position that `json` is, or `nil`.
    public init?(_ json: JSONValue) {
        guard let step = json["step"]?.string.flatMap({ StepID($0) }), let total = json["total"]?.int64,
            let list = json["visits"]?.object, let outputs = json["outputs"], outputs.object != nil,
            let ledger = json["calls"].flatMap({ Ledger($0) }), (1...100_000).contains(total)
        else { return nil }
        var visits: [StepID: Int] = [:]
        for (name, count) in list {
            guard let id = StepID(name), let count = count.int64, (1...100_000).contains(count) else { return nil }
            visits[id] = Int(count)
        }
        self.init(step: step, total: Int(total), visits: visits, outputs: outputs, ledger: ledger)
    }
}
