package import JourneyBase

/// The event that a state machine handled, with what followed from it, as lines of a trace.
package struct MachineRecord: Sendable {
    /// The lines in order, each with its `kind`: `input`, those of `Explanation.json`, and `state`.
    package let lines: [JSONValue]
    /// The outcome of the run, if it ended.
    package let outcome: Outcome<JSONValue>?
}

/// Records the events, decisions and states of a run that is traced, without its secrets. Runs in production have none.
package struct MachineRecorder: Sendable {
    var mask = SecretMask()
    private var visits: [StepID: Int] = [:]
    /// The operations of the journey's calls, whose schemas tell secrets.
    private(set) var operations: [String: Operation] = [:]

    package init() {}

    /// Has `machine` record its decisions from now on.
    package mutating func begin(_ machine: inout StateMachine) {
        machine.startTracing()
        for binding in machine.journey.steps.values.flatMap(\.bindings) {
            operations[binding.operation.id] = binding.operation
            if let query = binding.statusQuery { operations[query.operation.id] = query.operation }
        }
    }

    /// Has `machine` handle `event` of the time `now`.
    ///
    /// - Returns: The effects, as `StateMachine.handle` returns them, and the record.
    package mutating func handle(
        _ event: StateMachine.Event, at now: ExpressionTimestamp? = nil, by machine: inout StateMachine
    ) -> (effects: [StateMachine.Effect], record: MachineRecord) {
        let input = line(of: event, in: machine)
        let effects = machine.handle(event, at: now)
        var outcome: Outcome<JSONValue>?
        for effect in effects {
            switch effect {
            case .call(let call): learn(from: call)
            // The parameters of a plugin are a part of a text.
            case .enterStep(let step, _): if case .native(_, let params) = step.kind { _ = mask.masked(params) }
            case .finish(let end): outcome = end
            default: continue
            }
        }
        let entries = Explanation.Entry.entries(of: effects, machine.drainTrace(), counting: &visits)
        let lines = [input] + entries.map { line(of: $0) } + [state(of: machine)]
        return (effects, MachineRecord(lines: lines.map { mask.covered($0) }, outcome: outcome))
    }

    /// Returns the line of an entry, without the values of paths that end in a secret name.
    private mutating func line(of entry: Explanation.Entry) -> JSONValue {
        guard case .condition(let place, let source, let value, let error, var seen, let emit, let target) = entry
        else {
            return mask.masked(entry.json)
        }
        for index in seen.indices {
            let last = seen[index].path.split { $0 == "." || $0 == "[" }.last.map(String.init) ?? ""
            seen[index].value = seen[index].value.flatMap { mask.masked(.object([last: $0]))[last] }
        }
        return Explanation.Entry.condition(
            place, source: source, value: value, error: error, seen: seen, emit: emit, target: target
        ).json
    }

    /// Learns the secrets of a call's arguments.
    private mutating func learn(from call: PendingCall) {
        let operation = call.binding.operation
        for (name, value) in call.arguments {
            _ = mask.masked(.object([name: value]))
            _ = mask.masked(value, by: operation.parameters[name]?.check.schema)
        }
        if let body = operation.body, call.arguments.keys.contains(where: operation.isInBody) {
            _ = mask.masked(operation.bodyValue(of: body, call.arguments), by: body.check.schema)
        }
    }

    /// Returns what the machine knows after an event: its step, its phase, the outputs of its steps and its calls.
    private mutating func state(of machine: StateMachine) -> JSONValue {
        let phase =
            switch machine.phase {
            case .idle: "idle"
            case .running: "running"
            case .closing: "closing"
            case .settling: "settling"
            case .inquiring: "inquiring"
            case .finished: "finished"
            }
        return [
            "kind": "state", "step": .string(machine.currentStep.rawValue),
            "visit": .number(JSONNumber(Int64(machine.visit))), "phase": .string(phase),
            "steps": mask.masked(machine.outputs.json),
            "calls": .array(machine.callsUnderWay.map { .string($0.binding.operation.id) }),
        ]
    }

    private mutating func line(of event: StateMachine.Event, in machine: StateMachine) -> JSONValue {
        func input(_ name: String, _ members: [String: JSONValue] = [:]) -> JSONValue {
            .object(
                members.merging(
                    ["kind": "input", "input": .string(name), "step": .string(machine.currentStep.rawValue)]) { $1 })
        }
        func failed(_ error: JourneyError) -> [String: JSONValue] {
            ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        switch event {
        case .start: return input("start")
        case .barred(let error): return input("barred", failed(error))
        case .pageOpened: return input("pageOpened")
        case .page(let name, let payload):
            // An encrypted payload is secret as a whole.
            let isSecret = machine.step?.encrypted[name] != nil
            if isSecret { _ = mask.masked(["secret": payload]) }
            return input(
                "page",
                ["name": .string(name), "payload": isSecret ? .string(SecretWalk.mark) : mask.masked(payload)])
        case .approved: return input("approved")
        case .pageLost(_, let error): return input("pageLost", failed(error))
        case .pageRefused(let error): return input("pageRefused", failed(error))
        case .native(_, .success(let result)): return input("plugin", ["result": mask.masked(result)])
        case .native(_, .cancelled): return input("plugin", ["cancelled": true])
        case .native(_, .error(let error)): return input("plugin", failed(error))
        case .callFinished(let id, let answer):
            let operation = machine.callsUnderWay.first { $0.id == id }?.binding.operation
            var members = answered(answer, of: operation)
            members["operation"] = operation.map { .string($0.id) }
            return input("answer", members)
        case .inquiryAnswered(let fates):
            return input(
                "inquiry",
                [
                    "fates": .object(
                        fates.mapValues { fate in
                            switch fate {
                            case .done: "done"
                            case .notDone: "notDone"
                            }
                        })
                ])
        case .timerFired(.journey): return input("timeout", ["timer": "journey"])
        case .timerFired(.step): return input("timeout", ["timer": "step"])
        case .closed: return input("closed")
        case .stopped(let error): return input("stopped", failed(error))
        }
    }

    private mutating func answered(
        _ answer: StateMachine.CallAnswer, of operation: Operation?
    ) -> [String: JSONValue] {
        switch answer {
        case .success(let status, let body, _):
            let schema = operation.flatMap { $0.schema(ofAnswer: status) }
            return ["status": .number(JSONNumber(Int64(status))), "body": mask.masked(body, by: schema)]
        case .failure(let error, let status, _, let mayBeDone, _):
            var members: [String: JSONValue] = [
                "code": .string(error.code.rawValue), "message": .string(error.message), "mayBeDone": .bool(mayBeDone),
            ]
            members["status"] = status.map { .number(JSONNumber(Int64($0))) }
            return members
        }
    }
}

extension Operation {
    /// Returns the schema of a JSON body that the operation declares for a response's status.
    func schema(ofAnswer status: Int) -> JSONSchema? {
        answers[status].lazy.flatMap(\.bodies).first { $0.type.isJSON }?.check.schema
    }
}

extension StateMachine {
    /// `true` while the machine records its decisions: in explained and traced runs only.
    package var isTraced: Bool { notes != nil }
}
