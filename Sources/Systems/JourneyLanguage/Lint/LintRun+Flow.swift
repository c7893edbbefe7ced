internal import JourneyBase

extension LintRun {
    /// Checks transition targets, and that the journey can end.
    mutating func checkFlow() {
        guard let outline = JourneyOutline(manifest: document) else { return }
        let names = Set(steps.map(\.name))
        target(root.member("startStep"), names)
        target(root.member("fallback"), names)
        // Steps that only the error policy leads to count as reached.
        let reachable = (JourneyFlow(manifest: document)?.reachable ?? outline.reachable)
            .union([document["fallback"]?.string].compactMap { $0 })
        let ending = outline.ending
        for (name, type, step) in steps {
            if !reachable.contains(name) {
                add(.unreachableStep, .warning, at: step, "is unreachable: no event leads to it.")
            }
            let isKnown = ManifestGrammar.stepTypes(version).contains(type)
            if isKnown, !ending.contains(name) {
                add(.noWayOut, .error, at: step, "has no path to a terminal step.")
            }
            if type == "terminal" { terminal(step) } else if isKnown { timeout(step) }
            if type == "native" { failure(step) }
            for (_, transition) in transitions(of: step) {
                target(transition.member("to"), names)
                condition(transition)
            }
            defaults(step)
        }
    }

    private mutating func target(_ reading: Reading?, _ names: Set<String>) {
        guard let reading, let name = reading.value.string, !names.contains(name) else { return }
        let hint = SpellingSuggestion.hint(for: name, in: names)
        add(.unknownTarget, .error, at: reading, "refers to an unknown step: \(Refusal.quote(name))\(hint)")
    }

    private mutating func terminal(_ step: Reading) {
        for name in ["on", "bindings", "timeoutMs"] {
            guard let member = step.member(name), member.value != [:], member.value != [] else { continue }
            add(.terminalWithEdges, .error, at: member, "is not allowed in a terminal step, where the journey ends.")
        }
        if version >= .v12, step.member("outcome") == nil {
            add(.missingOutcome, .warning, at: step, "has no outcome; it counts as completed.")
        }
    }

    private mutating func timeout(_ step: Reading) {
        guard let member = step.member("timeoutMs") else {
            add(.missingTimeout, .warning, at: step, "has no timeoutMs, so it may wait forever.")
            return
        }
        if step.member("on")?.member("timeout") == nil {
            add(.unhandledTimeout, .warning, at: member, "raises 'timeout', which is not handled.")
        }
    }

    private mutating func failure(_ step: Reading) {
        let isHandled =
            step.member("on")?.member("error") != nil
            || elements(of: step.member("bindings")).contains { $0.member("onEvent")?.value == "error" }
            || elements(of: root.member("errorPolicy")).contains { rule in
                (rule.member("to") ?? rule.member("end")) != nil
                    && elements(of: rule.member("on")).contains { $0.value == .string(ErrorCode.unknown.rawValue) }
            }
        if !isHandled {
            add(.unhandledError, .warning, at: step, "raises 'error' if its plugin fails, which is not handled.")
        }
    }

    private mutating func condition(_ transition: Reading) {
        for name in ["guardExpr", "guard"] {
            guard let member = transition.member(name), let source = member.value.string else { continue }
            guard version < .v13 else {
                do throws(ExpressionError) {
                    _ = try Expression(parsing: source, in: ExpressionEnvironment())
                } catch {
                    add(.invalidGuard, .error, at: member, "is not a valid guard: \(error.place(in: source))")
                }
                continue
            }
            do throws(GuardError) { _ = try Guard(compiling: source) } catch {
                add(
                    .invalidGuard, .error, at: member,
                    "is not a valid guard: \(error.detail) (\(error.reason.rawValue))")
            }
        }
    }

    private mutating func defaults(_ step: Reading) {
        for (_, value) in children(of: step.member("on")) {
            let last = value.value.array.map { $0.last ?? [:] } ?? value.value
            guard last["guardExpr"] != nil || last["guard"] != nil else { continue }
            let severity = version == .v11 ? Finding.Severity.warning : .error
            add(
                .missingDefault, severity, at: value,
                "has guards but no default: when no guard is true, nothing happens.")
        }
    }
}
