internal import JourneyBase

extension LintRun {
    /// Reports members that the grammar does not have.
    mutating func checkMembers() {
        // Unknown top-level members are allowed for forward compatibility, so they cause only a warning.
        let top = ManifestGrammar.top(version)
        later(in: root, top, ManifestGrammar.top12)
        for (name, member) in children(of: root) where !top.union(ManifestGrammar.top12).contains(name) {
            let near = SpellingSuggestion.nearest(to: name, in: top)
            let hint = near.map { "did you mean \(Refusal.quote($0))?" } ?? "it is ignored."
            add(.unknownMember, .warning, at: member, "is not known; \(hint)")
        }
        unknown(in: root.member("security"), ManifestGrammar.security)
        unknown(in: root.member("limits"), ManifestGrammar.limits)
        unknown(in: root.member("resumePolicy"), ManifestGrammar.resumePolicy(version))
        for rule in elements(of: root.member("errorPolicy")) {
            unknown(in: rule, ManifestGrammar.errorRule)
            unknown(in: rule.member("retry"), ManifestGrammar.policyRetry)
            unknown(in: rule.member("end"), ManifestGrammar.ending)
        }
        for (_, type, step) in steps where ManifestGrammar.stepTypes(version).contains(type) {
            unknown(in: step, ManifestGrammar.step(version), ManifestGrammar.step12)
            unknown(in: step.member("return"), ManifestGrammar.returnAddress)
            for (_, transition) in transitions(of: step) { unknown(in: transition, ManifestGrammar.transition) }
            for binding in elements(of: step.member("bindings")) {
                unknown(in: binding, ManifestGrammar.binding(version), ManifestGrammar.binding12)
                unknown(in: binding.member("call"), ManifestGrammar.call(version))
                unknown(in: binding.member("call")?.member("key"), ManifestGrammar.key)
                for rule in elements(of: binding.member("retry")) { unknown(in: rule, ManifestGrammar.retry) }
            }
        }
    }

    /// Reports members that only a later version has.
    private mutating func later(in reading: Reading?, _ names: Set<String>, _ all: Set<String>) {
        for (name, member) in children(of: reading) where all.contains(name) && !names.contains(name) {
            add(.laterVersion, .error, at: member, "requires manifest version 1.2.")
        }
    }

    private mutating func unknown(in reading: Reading?, _ names: Set<String>, _ all: Set<String> = []) {
        later(in: reading, names, all)
        for (name, member) in children(of: reading) where !names.union(all).contains(name) {
            let hint = SpellingSuggestion.hint(for: name, in: names)
            add(.unknownMember, .error, at: member, "is not allowed here\(hint)")
        }
    }

    mutating func checkOrigins() {
        for element in elements(of: root.member("security")?.member("allowedOrigins")) {
            guard let text = element.value.string else { continue }
            if text.contains("*") {
                add(.wildcardOrigin, .error, at: element, "contains a wildcard; list each origin.")
            } else if !text.lowercased().hasPrefix("https://") {
                add(.httpOrigin, .error, at: element, "is not an https origin: \(Refusal.quote(text)).")
            }
        }
    }

    /// Reports headers that the SDK sets on each request, so that the manifest's own are never sent.
    mutating func checkHeaders() {
        ignored(in: root.member("headers"), ManifestGrammar.runHeaders.union(ManifestGrammar.documentHeaders))
        ignored(in: root.member("headerTemplates"), ManifestGrammar.runHeaders.union(ManifestGrammar.documentHeaders))
        for (_, _, step) in steps {
            for binding in elements(of: step.member("bindings")) {
                // At a call, Content-Type selects the body, and the loader refuses Accept.
                ignored(in: binding.member("call")?.member("headers"), ManifestGrammar.runHeaders)
                ignored(
                    in: binding.member("headerTemplates"),
                    ManifestGrammar.runHeaders.union(ManifestGrammar.documentHeaders))
            }
        }
    }

    private mutating func ignored(in headers: Reading?, _ names: Set<String>) {
        for (name, member) in children(of: headers) where names.contains(name.lowercased()) {
            add(.ignoredHeader, .warning, at: member, "is never sent: the SDK sets \(name) on each request itself.")
        }
    }

    mutating func checkMethods(known: Set<String>, pages: [String]?) {
        for (_, _, step) in steps {
            for element in elements(of: step.member("bridgeAllow")) {
                guard let method = element.value.string else { continue }
                if !known.contains(method) {
                    let hint = SpellingSuggestion.hint(for: method, in: known)
                    add(
                        .unknownMethod, .warning, at: element,
                        "allows a method that no known plugin has: \(Refusal.quote(method))\(hint)")
                } else if let pages, !pages.contains(where: { $0.contains(method) }) {
                    add(
                        .unusedMethod, .warning, at: element,
                        "allows a method that no page uses: \(Refusal.quote(method)).")
                }
            }
        }
    }
}
