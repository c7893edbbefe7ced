internal import JourneyBase

extension LintRun {
    /// Checks the events that calls and transitions raise, and the events that steps wait for.
    mutating func checkEvents() {
        for (_, type, step) in steps where ManifestGrammar.stepTypes(version).contains(type) && type != "terminal" {
            let bindings = elements(of: step.member("bindings"))
            let emissions = emissions(of: step, bindings)
            for emission in emissions { reserved(emission) }
            let raised = Set(emissions.compactMap(\.value.string))
            handled(step, type, bindings, raised)
            payloads(step, bindings)
            if type != "web" {
                for binding in bindings { unhandled(binding, in: step) }
            }
            loops(step)
        }
    }

    private func emissions(of step: Reading, _ bindings: [Reading]) -> [Reading] {
        bindings.flatMap { [$0.member("onSuccessEmit"), $0.member("onErrorEmit")] }.compactMap { $0 }
            + transitions(of: step).compactMap { $0.transition.member("emit") }
    }

    private mutating func reserved(_ emission: Reading) {
        guard let name = emission.value.string,
            ManifestGrammar.engineEvents.contains(name) || ManifestGrammar.bridgeEvents.contains(name)
        else { return }
        add(.reservedEvent, .error, at: emission, "raises \(Refusal.quote(name)), which only the engine may raise.")
    }

    /// Reports events that a step of this type never receives. A page may raise any other name.
    private mutating func handled(_ step: Reading, _ type: String, _ bindings: [Reading], _ raised: Set<String>) {
        let waiting =
            children(of: step.member("on")).map { ($0.name, $0.value.path) }
            + bindings.compactMap { $0.member("onEvent") }.compactMap { event in
                event.value.string.map { ($0, event.path) }
            }
        for (event, path) in waiting where !raised.contains(event) {
            let comes =
                switch event {
                case "enter", "timeout", "journeyTimeout": true
                case "success", "cancelled", "error": type == "native" || type == "authorize"
                default: type == "web" && !ManifestGrammar.bridgeEvents.contains(event)
                }
            if !comes {
                add(
                    .eventNeverRaised, .warning, path,
                    "\(path) waits for \(Refusal.quote(event)), which is never raised in this step.")
            }
        }
    }

    /// Reports uses of payloads that are always empty: those of `enter`, the timeouts and `cancelled`.
    private mutating func payloads(_ step: Reading, _ bindings: [Reading]) {
        let empty: Set<String> = ["enter", "timeout", "journeyTimeout", "cancelled"]
        var uses: [(event: String, reading: Reading)] = []
        for binding in bindings {
            guard let event = binding.member("onEvent")?.value.string, empty.contains(event) else { continue }
            uses += children(of: binding.member("in")).map { (event, $0.value) }
            if let from = binding.member("call")?.member("argsFrom") { nothing(event, from) }
        }
        for (event, transition) in transitions(of: step) where empty.contains(event) {
            if let member = transition.member("guardExpr") ?? transition.member("guard") {
                uses.append((event, member))
            }
        }
        for (event, reading) in uses {
            guard let text = reading.value.string, let tokens = try? GuardLexer.tokens(of: text) else { continue }
            let looksInside = zip(tokens, tokens.dropFirst()).contains { token, next in
                (token.kind == .name("payload") || token.kind == .name("event")) && next.kind == .sign(".")
            }
            if looksInside { nothing(event, reading) }
        }
    }

    private mutating func nothing(_ event: String, _ reading: Reading) {
        add(
            .emptyPayload, .warning, at: reading,
            "reads the payload of \(Refusal.quote(event)), which is always empty.")
    }

    private mutating func unhandled(_ binding: Reading, in step: Reading) {
        for name in ["onSuccessEmit", "onErrorEmit"] {
            let event = binding.member(name)?.value.string
            let isHandled = event.map { step.member("on")?.member($0) != nil } ?? false
            if !isHandled {
                add(
                    .unhandledCall, .warning, at: binding,
                    "has \(event == nil ? "no \(name)" : "an \(name) that is not handled"), and this step has no page to receive it."
                )
            }
        }
    }

    /// Reports chains of emits that return to their start. The engine cuts them at run time.
    private mutating func loops(_ step: Reading) {
        var next: [String: Set<String>] = [:]
        for (event, transition) in transitions(of: step) where transition.member("to") == nil {
            if let emit = transition.member("emit")?.value.string { next[event, default: []].insert(emit) }
        }
        var reported: Set<String> = []
        for event in next.keys.sorted() where !reported.contains(event) {
            var seen: Set<String> = []
            var queue = Array(next[event] ?? [])
            while let name = queue.popLast() {
                if seen.insert(name).inserted { queue += next[name] ?? [] }
            }
            guard seen.contains(event), let place = step.member("on")?.member(event) else { continue }
            reported.formUnion(seen)
            add(.emitLoop, .warning, at: place, "raises itself through its own emits.")
        }
    }
}
