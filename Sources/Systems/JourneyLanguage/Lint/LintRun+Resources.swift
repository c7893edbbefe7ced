internal import JourneyBase

extension LintRun {
    /// Reports calls whose resource a page names, although the bank has named it in an earlier step: a page could name another.
    mutating func checkResources(_ check: LoadingCheck) {
        guard version >= .v12, let flow = JourneyFlow(manifest: document) else { return }
        let known = check.readableSteps.flatMap { step in
            step.bindings.flatMap { _, binding in
                binding.outputs.filter { [.string, .integer].contains($0.value) }.map {
                    ($0.key, step.reader.id.rawValue)
                }
            }
        }
        let owners = Dictionary(grouping: known, by: \.0).mapValues { Set($0.map(\.1)).sorted() }
        for step in check.readableSteps where step.type == "web" {
            let own = Set(step.bindings.flatMap { [$1.onSuccessEmit, $1.onErrorEmit].compactMap { $0 } })
            for (place, binding) in step.bindings where !own.contains(binding.onEvent) {
                for name in binding.namesFromEvent.sorted() where binding.operation.identifies(name) {
                    let other = owners[name]?.first { flow.passes($0, before: step.reader.id.rawValue) }
                    guard let other, let member = place.member("in")?.member(name) else { continue }
                    add(
                        .pageResource, .warning, at: member,
                        "comes from the page, although the bank has named it as steps.\(other).\(name).")
                }
            }
        }
    }
}

extension Binding {
    /// The arguments that read the payload of the event.
    fileprivate var namesFromEvent: [String] {
        switch arguments {
        case .none, .from: []
        case .declared(let paths): paths.filter { ["payload", "event"].contains($0.value.root) }.map(\.key)
        case .expressions(let expressions): expressions.filter { $0.value.isTainted }.map(\.key)
        }
    }
}

extension Operation {
    /// Returns `true` if the argument names a resource: it is a part of the path, or its name says that it is an identifier.
    fileprivate func identifies(_ name: String) -> Bool {
        if inputs[name]?.place == .path { return true }
        return name.hasSuffix("Id") || name.hasSuffix("ID") || name.lowercased().hasSuffix("_id") || name == "id"
    }
}
