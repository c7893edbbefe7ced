internal import JourneyBase

/// Explores the states of a run, breadth first, so that the first way to a fault is a shortest one.
struct Explorer {
    /// The way to a state: the state before it, the event, and what was seen.
    struct Node: Sendable {
        let parent: Int
        let event: AbstractEvent
        let plan: [Assumptions.Truth]
        let depth: Int
        let step: ProofStep
    }

    /// A fault with the state in which it shows; `nil` where the whole exploration shows it.
    struct Found: Sendable {
        let fault: ProofFault
        let state: Int?
    }

    private let model: ProofModel
    /// `true` if the exploration ends with the first fault.
    private let isHasty: Bool
    private let isObserving: Bool
    private var seen: [AbstractRun.Key: Int] = [:]
    private(set) var nodes: [Node?] = []
    private(set) var found: [Found] = []
    private(set) var transitions = 0
    /// Everything that can be seen of the runs: each event with what it leads to, and the first move that shows it. Journeys that
    /// behave alike have the same.
    private(set) var behaviour: [String: Node] = [:]
    /// The bounds that cut the exploration.
    private(set) var reached: [String] = []
    /// The states before each state, by steps that count as a way out.
    private var before: [[Int32]] = []
    private var ended: [Int] = []
    private var enteredSteps: Set<StepID> = []
    private var obtained: [StepID: Set<String>] = [:]
    /// The facts that decided how killed runs went on.
    private var killed: Set<AbstractRun.ResumeKey> = []
    /// `true` if states after a fault were left out.
    private var isPartial = false

    init(_ model: ProofModel, isHasty: Bool = false, isObserving: Bool = false) {
        self.model = model
        self.isHasty = isHasty
        self.isObserving = isObserving
    }

    /// The number of states.
    var states: Int { nodes.count }

    mutating func explore() {
        let first = AbstractRun(model)
        seen[first.key] = 0
        nodes.append(nil)
        before.append([])
        var ring = [(index: 0, run: first)]
        while !ring.isEmpty {
            var next: [(index: Int, run: AbstractRun)] = []
            for (index, run) in ring {
                expand(run, index, &next)
                if isHasty, !found.isEmpty { return }
                guard nodes.count < model.bounds.states else {
                    return reached.append("\(model.bounds.states) states (--states)")
                }
            }
            ring = next
        }
        checkWhole()
    }

    private mutating func expand(_ run: AbstractRun, _ index: Int, _ next: inout [(index: Int, run: AbstractRun)]) {
        let (events, isCut) = run.events(isKilled: run.resumeKey.map { killed.insert($0).inserted } ?? false)
        if isCut { add(bound: "\(model.bounds.retries) retries of a call (--retries)") }
        let depth = nodes[index].map(\.depth) ?? 0
        for event in events {
            var plan: [Assumptions.Truth]? = []
            while let current = plan {
                var successor = run
                successor.apply(event, plan: current, time: depth + 1)
                plan = Assumptions.next(after: successor.choices)
                transitions += 1
                add(successor, after: run, index, event, current, depth + 1, &next)
                if isHasty, !found.isEmpty { return }
            }
        }
    }

    private mutating func add(
        _ run: AbstractRun, after last: AbstractRun, _ index: Int, _ event: AbstractEvent, _ plan: [Assumptions.Truth],
        _ depth: Int, _ next: inout [(index: Int, run: AbstractRun)]
    ) {
        enteredSteps.formUnion(run.entered)
        if isObserving {
            let observation = last.observation(of: event, leadingTo: run)
            if behaviour[observation] == nil { behaviour[observation] = node(run, last, index, event, plan, depth) }
        }
        if let terminal = run.end?.terminal { obtained[terminal, default: []].formUnion(run.obtained) }
        let key = run.key
        let place: Int
        if let known = seen[key] {
            place = known
            if !run.faults.isEmpty { record(run, last, index, event, plan, depth) }
        } else {
            place = nodes.count
            seen[key] = place
            nodes.append(node(run, last, index, event, plan, depth))
            before.append([])
            if run.end != nil || run.isGone { ended.append(place) }
            for fault in run.faults { record(fault, at: place) }
            // A payment that was made too often is not made more often.
            if run.faults.contains(where: { $0.property == .oneEffect }) {
                isPartial = true
            } else {
                next.append((place, run))
            }
        }
        if event.isWayOut { before[place].append(Int32(truncatingIfNeeded: index)) }
    }

    private func node(
        _ run: AbstractRun, _ last: AbstractRun, _ index: Int, _ event: AbstractEvent, _ plan: [Assumptions.Truth],
        _ depth: Int
    ) -> Node {
        Node(
            parent: index, event: event, plan: plan, depth: depth,
            step: ProofStep(
                step: last.machine.currentStep.rawValue, text: last.text(of: event),
                conditions: run.choices.filter(\.isFree).map { ($0.condition, $0.truth.rawValue) },
                entered: run.entered.map(\.rawValue), outcome: run.end?.outcome.rawValue))
    }

    /// Records the faults of a move to a known state, as a way of its own.
    private mutating func record(
        _ run: AbstractRun, _ last: AbstractRun, _ index: Int, _ event: AbstractEvent, _ plan: [Assumptions.Truth],
        _ depth: Int
    ) {
        guard run.faults.contains(where: { !isKnown($0) }) else { return }
        nodes.append(node(run, last, index, event, plan, depth))
        before.append([])
        // No state of its own: it counts as one that ends.
        ended.append(nodes.count - 1)
        for fault in run.faults { record(fault, at: nodes.count - 1) }
    }

    private func isKnown(_ fault: ProofFault) -> Bool {
        found.contains { $0.fault.property == fault.property && $0.fault.subject == fault.subject }
    }

    private mutating func record(_ fault: ProofFault, at state: Int?) {
        if !isKnown(fault) { found.append(Found(fault: fault, state: state)) }
    }

    private mutating func add(bound: String) { if !reached.contains(bound) { reached.append(bound) } }

    // MARK: The whole

    /// Checks what only all states together show.
    private mutating func checkWhole() {
        guard !isPartial else { return }
        for step in model.journey.steps.values.sorted(by: { $0.id.rawValue < $1.id.rawValue }) {
            guard case .terminal(let terminal) = step.kind else { continue }
            guard enteredSteps.contains(step.id) else {
                if !isAssumedReachable(step.id) {
                    record(
                        ProofFault(.results, subject: step.id.rawValue, "No run reaches the terminal step \(step.id)."),
                        at: nil)
                }
                continue
            }
            guard terminal.outcome == .completed || terminal.outcome == .pending else { continue }
            let missing = terminal.memberNames.subtracting(obtained[step.id] ?? []).sorted()
            guard !missing.isEmpty, obtained[step.id] != nil else { continue }
            record(
                ProofFault(
                    .results, subject: step.id.rawValue,
                    "No run that ends in \(step.id) has a value for \(missing.joined(separator: ", "))."), at: nil)
        }
        for fault in model.journey.progressFaults() { record(fault, at: nil) }
        checkEnds()
    }

    /// Returns `true` if the error policy leads to `step` for an error that can happen and that no explored event raises: the limits
    /// of a run, whose counters are not explored, and an answer that is too large.
    private func isAssumedReachable(_ step: StepID) -> Bool {
        let journey = model.journey
        func leads(_ code: ErrorCode) -> Bool { journey.errorPolicy.action(for: code) == .go(step) }
        return leads(.limitExceeded) && journey.mayExceedLimits || leads(.responseTooLarge) && journey.leavesErrors
    }

    /// Finds a state from which no end can be reached, unless the person closes the window or the process ends.
    private mutating func checkEnds() {
        var canEnd = Array(repeating: false, count: nodes.count)
        var queue = ended
        while let state = queue.popLast() {
            guard !canEnd[state] else { continue }
            canEnd[state] = true
            queue += before[state].map { Int($0) }
        }
        guard let stuck = canEnd.firstIndex(of: false) else { return }
        let step = nodes[stuck]?.step.entered.last ?? nodes[stuck]?.step.step ?? model.journey.startStep.rawValue
        record(
            ProofFault(.wayOut, subject: step, "The run can't end after \(step), unless the person closes it."),
            at: stuck)
    }

    // MARK: Ways

    /// Returns the way to `state`.
    func way(to state: Int) -> [Node] { nodes[state].map { way(with: $0) } ?? [] }

    /// Returns the way that ends with `last`.
    func way(with last: Node) -> [Node] {
        var way = [last]
        while let node = nodes[way[way.count - 1].parent] { way.append(node) }
        return way.reversed()
    }

    /// Returns the shortest way to a move that `other` does not have, and the number of such moves.
    func difference(from other: Explorer) -> (way: [Node], count: Int)? {
        let moves = behaviour.filter { other.behaviour[$0.key] == nil }
        let first = moves.min { ($0.value.depth, $0.key) < ($1.value.depth, $1.key) }
        return first.map { (way(with: $0.value), moves.count) }
    }

    /// Plays a way with a new machine and returns the faults of its last event.
    static func replay(_ way: [Node], of model: ProofModel) -> [ProofFault] {
        var run = AbstractRun(model)
        for node in way { run.apply(node.event, plan: node.plan, time: node.depth) }
        return run.faults
    }
}

extension Journey {
    /// `true` if a run may enter a step again and again, or has more steps than it may enter.
    fileprivate var mayExceedLimits: Bool {
        let targets = steps.mapValues { Set($0.transitions.values.joined().compactMap(\.target)) }
        // What is left after taking away the steps that lead to nothing that is left, again and again, lies on a cycle or leads to one.
        var left = targets
        while let last = left.first(where: { $0.value.isDisjoint(with: left.keys) })?.key { left[last] = nil }
        return !left.isEmpty || steps.count > limits.totalSteps
    }

    /// `true` if a step leaves the failure of a call to the error policy.
    fileprivate var leavesErrors: Bool {
        steps.values.contains { step in
            step.bindings.contains { binding in
                binding.onErrorEmit.map { event in
                    step.transitions[event]?.isEmpty != false && !step.bindings.contains { $0.onEvent == event }
                } ?? true
            }
        }
    }
}

extension AbstractEvent {
    /// `true` if the event is one that a run may count on: not the person's or the bank's closing it, and no accident.
    fileprivate var isWayOut: Bool {
        switch self {
        case .closed, .stopped, .barred, .pageLost, .resume, .timer(.journey): false
        default: true
        }
    }
}
