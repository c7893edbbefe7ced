internal import JourneyBase

extension SchemaRun {
    mutating func checkObject(
        _ check: SchemaCheck, _ members: [String: JSONValue], _ seen: inout Evaluated?
    ) -> Bool {
        switch check {
        case .memberCount(let range): return self.check(members.count, range, "member")
        case .required(let names): return checkRequired(names, members)
        case .members(let schemas): return checkMembers(schemas, members, &seen)
        case .memberNames(let node): return checkNames(node, members)
        case .dependentRequired(let pairs):
            var isGood = true
            for (name, needs) in pairs where members[name] != nil {
                for need in needs where members[need] == nil && !exempt.contains(need) {
                    isGood = fail("dependentRequired", "has \(Refusal.quote(name)) but not \(Refusal.quote(need))")
                }
            }
            return isGood
        default: return true
        }
    }

    /// Returns members sorted by name, so that faults have a stable order.
    static func ordered(_ members: [String: JSONValue]) -> [(key: String, value: JSONValue)] {
        members.sorted { $0.key < $1.key }
    }

    private mutating func checkRequired(_ names: [String], _ members: [String: JSONValue]) -> Bool {
        var isGood = true
        for name in names where members[name] == nil && !exempt.contains(name) {
            isGood = fail("required", at: .name(name), "is missing")
            if quiet > 0 { return false }
        }
        return isGood
    }

    private mutating func checkMembers(
        _ schemas: SchemaMembers, _ members: [String: JSONValue], _ seen: inout Evaluated?
    ) -> Bool {
        if quiet > 0 { return checkQuickly(schemas, members, &seen) }
        var isGood = true
        for (name, value) in SchemaRun.ordered(members) {
            isGood = checkMember(name, value, schemas, &seen) && isGood
            if isDone { return false }
        }
        return isGood
    }

    /// Checks members for a yes-or-no answer: in any order, and iterating over the smaller side.
    private mutating func checkQuickly(
        _ schemas: SchemaMembers, _ members: [String: JSONValue], _ seen: inout Evaluated?
    ) -> Bool {
        if schemas.namesOnly, schemas.named.count < members.count {
            for (name, node) in schemas.named {
                guard let value = members[name] else { continue }
                guard mayTravel(node, name), check(node, value, at: .name(name)) else { return false }
                if seen != nil { seen?.members.insert(name) }
            }
            return true
        }
        for (name, value) in members {
            guard checkMember(name, value, schemas, &seen) else { return false }
        }
        return true
    }

    private mutating func checkMember(
        _ name: String, _ value: JSONValue, _ schemas: SchemaMembers, _ seen: inout Evaluated?
    ) -> Bool {
        var isGood = true
        var isKnown = false
        if let node = schemas.named[name] {
            isKnown = true
            isGood = mayTravel(node, name) && check(node, value, at: .name(name))
        }
        for (pattern, node) in schemas.patterns where pattern.matches(name, work: &work) {
            isKnown = true
            isGood = check(node, value, at: .name(name)) && isGood
        }
        guard pay(0) else { return false }
        if !isKnown {
            if schemas.refusesOthers {
                return fail(
                    "additionalProperties", at: .name(name), SchemaRun.unknownMember(name, among: schemas.named.keys))
            }
            guard let node = schemas.others else { return true }
            isGood = check(node, value, at: .name(name))
        }
        if seen != nil { seen?.members.insert(name) }
        return isGood
    }

    /// Returns the message for an unknown member, with the closest known name.
    private static func unknownMember(_ name: String, among names: some Collection<String>) -> String {
        let near =
            SpellingSuggestion.nearest(to: name, in: names).map { "; did you mean \(Refusal.quote($0))?" } ?? ""
        return "is an unknown member\(near)"
    }

    /// Checks OpenAPI's `readOnly` and `writeOnly`.
    private mutating func mayTravel(_ node: Int, _ name: String) -> Bool {
        switch use {
        case .any: true
        case .request:
            !graph.nodes[node].isReadOnly
                || fail("readOnly", at: .name(name), "is read-only and not allowed in requests")
        case .response:
            !graph.nodes[node].isWriteOnly
                || fail("writeOnly", at: .name(name), "is write-only and not allowed in responses")
        }
    }

    private func title(of index: Int) -> String? {
        let node = graph.nodes[index]
        if let title = node.title { return title }
        for case .reference(let target) in node.checks { return graph.nodes[target].title }
        return nil
    }

    private mutating func checkNames(_ node: Int, _ members: [String: JSONValue]) -> Bool {
        var seen: Evaluated?
        if quiet > 0 {
            for name in members.keys {
                guard check(node, .string(name), &seen) else { return false }
            }
            return true
        }
        var isGood = true
        for name in members.keys.sorted() where !fits(node, .string(name), &seen) {
            let reason = title(of: node).map { "is not a valid \($0)" }
            isGood = fail("propertyNames", at: .name(name), reason ?? "has a name that is not allowed")
            if isDone { return false }
        }
        return isGood
    }
}
