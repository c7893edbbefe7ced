import JourneyBase

@testable import JourneyLanguage

/// A change of a manifest that a proof should notice.
struct Mutation {
    enum Kind: String, CaseIterable {
        case dropGuard = "drop a guard"
        case swapTargets = "swap two targets"
        case dropApproval = "drop an approval"
        case dropKey = "drop a key"
        case changeEffect = "change an effect"
        case loosenRetry = "loosen a retry"
        case dropErrorEdge = "drop an error edge"
        case renameResult = "rename a result"
        case taintValue = "make a value tainted"
        case dropStatusQuery = "drop a status query"
    }

    let kind: Kind
    /// The place and the change, such as `review.confirm[0]`.
    let name: String
    let manifest: JSONValue

    /// Returns all mutations of a manifest of version 1.3, in a fixed order.
    static func all(of manifest: JSONValue) -> [Mutation] {
        var writer = MutationWriter(manifest: manifest)
        for step in (manifest["steps"]?.object ?? [:]).keys.sorted() { writer.mutate(step) }
        return writer.mutations
    }
}

private struct MutationWriter {
    let manifest: JSONValue
    var mutations: [Mutation] = []

    private func step(_ name: String) -> JSONValue { manifest["steps"]?[name] ?? .null }

    private mutating func add(_ kind: Mutation.Kind, _ name: String, _ changes: [(String, JSONValue?)]) {
        let changed = changes.reduce(manifest) { $0.setting($1.0, to: $1.1) }
        if changed != manifest { mutations.append(Mutation(kind: kind, name: name, manifest: changed)) }
    }

    /// The transitions of a step, each with its path and name.
    private func transitions(of name: String) -> [(path: String, name: String, value: JSONValue)] {
        (step(name)["on"]?.object ?? [:]).sorted { $0.key < $1.key }.flatMap { event, value in
            if let list = value.array {
                return list.enumerated().map { ("steps \(name) on \(event) \($0)", "\(name).\(event)[\($0)]", $1) }
            }
            return [("steps \(name) on \(event)", "\(name).\(event)", value)]
        }
    }

    mutating func mutate(_ name: String) {
        let transitions = transitions(of: name)
        for transition in transitions where transition.value["guardExpr"] != nil {
            add(.dropGuard, transition.name, [("\(transition.path) guardExpr", nil)])
        }
        for (index, one) in transitions.enumerated() {
            for other in transitions[(index + 1)...] {
                guard let a = one.value["to"], let b = other.value["to"], a != b else { continue }
                add(.swapTargets, "\(one.name) and \(other.name)", [("\(one.path) to", b), ("\(other.path) to", a)])
            }
        }
        approval(name)
        let bindings = step(name)["bindings"]?.array ?? []
        for (index, binding) in bindings.enumerated() {
            mutate(binding, at: "steps \(name) bindings \(index)", of: name)
        }
        let errors = Set(bindings.compactMap { $0["onErrorEmit"]?.string } + ["error", "timeout", "journeyTimeout"])
        for event in errors.sorted() where step(name)["on"]?[event] != nil {
            add(.dropErrorEdge, "\(name).\(event)", [("steps \(name) on \(event)", nil)])
        }
        for (input, value) in (step(name)["in"]?.object ?? [:]).sorted(by: { $0.key < $1.key })
        where !MutationWriter.isTainted(value) {
            add(.taintValue, "\(name).in.\(input)", [("steps \(name) in \(input)", .string("payload.\(input)"))])
        }
    }

    /// Returns `true` if an expression reads the payload of an event already.
    private static func isTainted(_ value: JSONValue) -> Bool {
        ["payload", "event"].contains { value.string?.contains($0) == true }
    }

    /// Leads all transitions to an approval past it.
    private mutating func approval(_ name: String) {
        guard let plugin = step(name)["plugin"]?.string, PluginDescription.isApproval(plugin: plugin) else { return }
        let sent = (step(name)["bindings"]?.array ?? []).first { $0["onEvent"] == "success" }
        let event = sent?["onSuccessEmit"]?.string ?? "success"
        guard let next = transitions(of: name).first(where: { $0.name.hasPrefix("\(name).\(event)") })?.value["to"]
        else {
            return
        }
        let changes = (manifest["steps"]?.object ?? [:]).keys.sorted().flatMap { other in
            transitions(of: other).filter { $0.value["to"]?.string == name }.map {
                ("\($0.path) to", next as JSONValue?)
            }
        }
        add(.dropApproval, name, changes)
    }

    private mutating func mutate(_ binding: JSONValue, at path: String, of step: String) {
        let id = binding["call"]?["operationId"]?.string ?? ""
        let name = "\(step).\(id)"
        if binding["call"]?["key"] != nil { add(.dropKey, name, [("\(path) call key", nil)]) }
        if let effect = binding["call"]?["effect"]?.string {
            for other in CallEffect.allCases where other.rawValue != effect {
                let key: JSONValue? =
                    other == .keyed
                    ? binding["call"]?["key"] ?? ["header": "X-Idempotency-Key", "windowMs": 86_400_000] : nil
                add(
                    .changeEffect, "\(name) \(effect) to \(other.rawValue)",
                    [("\(path) call effect", .string(other.rawValue)), ("\(path) call key", key)])
            }
        }
        add(
            .loosenRetry, name,
            [
                (
                    "\(path) retry",
                    [["on": ["NET_TIMEOUT", "NET_UNREACHABLE", "RATE_LIMITED", "SERVER_ERROR"], "max": 10]]
                )
            ])
        for output in (binding["out"]?.object ?? [:]).keys.sorted() {
            add(
                .renameResult, "\(name).\(output)",
                [("\(path) out \(output)", nil), ("\(path) out \(output)Renamed", binding["out"]?[output])])
        }
        for (argument, known) in (binding["in"]?.object ?? [:]).sorted(by: { $0.key < $1.key })
        where !MutationWriter.isTainted(known) {
            let value = argument == "body" ? "payload" : "payload.\(argument)"
            add(.taintValue, "\(name).\(argument)", [("\(path) in \(argument)", .string(value))])
        }
        if binding["status"] != nil { add(.dropStatusQuery, name, [("\(path) status", nil)]) }
    }
}
