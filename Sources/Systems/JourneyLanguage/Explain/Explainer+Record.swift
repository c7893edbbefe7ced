internal import JourneyBase

extension Explainer {
    /// Passes an event to the machine, and records trace entries and effects in the order in which they occurred.
    mutating func handle(_ event: StateMachine.Event) {
        let effects = machine.handle(event, at: now)
        var notes = machine.drainTrace()[...]
        for (index, effect) in effects.enumerated() {
            while let first = notes.first, first.place <= index { write(notes.removeFirst().note) }
            write(effect)
        }
        for (_, note) in notes { write(note) }
    }

    private mutating func write(_ note: TraceEntry) {
        if case .unsent(let operation, let error) = note { problems[operation] = error.message }
        explanation.entries.append(Explanation.Entry(note))
    }

    private mutating func write(_ effect: StateMachine.Effect) {
        var problem: String?
        switch effect {
        case .enterStep(let step, _):
            visits[step.id, default: 0] += 1
            shown = step.shown
        case .finish(let outcome): explanation.outcome = outcome
        case .startTimer(let timer, let duration): timers[timer] = elapsed + duration
        case .cancelTimer(let timer): timers[timer] = nil
        case .savePoint(let point): saved = (point, elapsed)
        case .inquire(let scopes): inquired = scopes
        case .call(let call):
            problem = refusal(of: call)
            if call.isTracked, problem == nil {
                // A call that may have its effect decides where a run resumes.
                var point = machine.resumePoint
                point.step = call.step
                saved = (point, elapsed)
            }
        case .exitStep, .emitToPage, .diagnostic: break
        }
        explanation.entries += Explanation.Entry.entries(of: suggesting(effect), visits, problem: problem)
    }

    /// Adds to the diagnostic of an event that its step does not handle the similar name of one that it does.
    private func suggesting(_ effect: StateMachine.Effect) -> StateMachine.Effect {
        guard case .diagnostic(let diagnostic) = effect, diagnostic.kind == .unknownEvent, let event = diagnostic.event,
            let step = machine.journey.steps[diagnostic.step]
        else { return effect }
        // Events of the engine are left out, because no page may raise them.
        let known = (step.transitions.keys + step.bindings.map(\.onEvent)).filter {
            StateMachine.EngineEvent(rawValue: $0) == nil
        }
        guard let near = SpellingSuggestion.nearest(to: event, in: known) else { return effect }
        return .diagnostic(
            StateMachine.Diagnostic(
                .unknownEvent, step: diagnostic.step, event: event,
                "The step does not handle this event; did you mean \(Refusal.quote(near))?"))
    }

    /// Returns the reason why `call` cannot be sent and queues its failure, or returns `nil`.
    private mutating func refusal(of call: PendingCall) -> String? {
        let id = call.binding.operation.id
        do throws(JourneyError) {
            let placed = call.placing(call.carriesKey ? PendingCall.sampleKey : nil)
            var headers = call.headers
            if let header = placed.header { headers[header.name] = header.value }
            _ = try call.binding.operation.request(arguments: placed.arguments, headers: headers)
        } catch {
            unsent.append((call, error))
            problems[id] = error.message
            return error.message
        }
        problems[id] = nil
        return nil
    }

    /// The effects of the last event of the script, and the state of the run now.
    var observation: Observation {
        var (calls, events, emits, diagnostics): ([JSONValue], [String], [JSONValue], [String]) = ([], [], [], [])
        for entry in explanation.entries[observed...] {
            switch entry {
            case .call(let operation, _, let carriesKey, let arguments, _):
                calls.append(
                    ["operation": .string(operation), "arguments": arguments, "key": .bool(carriesKey), "tries": 0])
            case .reply(let operation, let number, _):
                guard let index = calls.lastIndex(where: { $0["operation"]?.string == operation }),
                    var members = calls[index].object
                else { continue }
                members["tries"] = .number(JSONNumber(Int64(number)))
                calls[index] = .object(members)
            case .event(let name, _, _): events.append(name)
            case .emitToPage(let name, let payload): emits.append(["event": .string(name), "payload": payload])
            case .diagnostic(let code, _): diagnostics.append(code)
            case .script, .enter, .condition, .transition, .effect, .time, .expectation, .mismatch: continue
            }
        }
        let timer = timers.first { if case .step(machine.visit) = $0.key { true } else { false } }
        return Observation(
            step: machine.currentStep.rawValue, shows: machine.isFinished ? nil : shown,
            timeout: timer.flatMap { _ in machine.step?.timeout.map { $0 / .seconds(1) } }, calls: calls,
            events: events, emits: emits, diagnostics: diagnostics, executions: bank.executions,
            outcome: explanation.outcome)
    }
}

extension Step {
    /// The address of a page or an authorization, or the plugin with its parameters; `nil` for another step.
    var shown: JSONValue? {
        switch kind {
        case .web(let address): address.url.map { .string("\($0)") }
        case .native(let plugin, let params): ["plugin": .string(plugin), "params": params]
        case .authorize(let authorization):
            authorization.address.flatMap(\.url).map { .string("\($0.origin)\($0.path)") }
        case .server, .terminal: nil
        }
    }
}
