internal import JourneyBase

/// One check of one value.
struct SchemaRun {
    let graph: SchemaGraph
    let use: JSONSchema.Use
    private let limits: SchemaLimits
    var work: Int
    private var depth = 0
    private var faults: [SchemaFault] = []
    private var path: [Step] = []
    /// Above zero while only the result counts: faults are not recorded, and a check stops at the first one.
    var quiet: Int
    private var givenUp: String?
    /// The resources that references have led through, outermost first.
    private(set) var scope: [Int] = []
    /// Members of the current value that are not required in this direction (OpenAPI's `readOnly` and `writeOnly`), according to
    /// any of its schemas.
    var exempt: Set<String> = []

    enum Step {
        case name(String)
        case index(Int)
    }

    init(graph: SchemaGraph, use: JSONSchema.Use, limits: SchemaLimits, isQuiet: Bool) {
        self.graph = graph
        self.use = use
        self.limits = limits
        work = limits.work
        quiet = isQuiet ? 1 : 0
    }

    mutating func check(_ root: Int, _ value: JSONValue) -> Bool {
        var seen: Evaluated?
        // An aborted check has no result, even inside `not`.
        return check(root, value, &seen) && givenUp == nil
    }

    /// The faults found; a single one if the check was aborted.
    var result: [SchemaFault] {
        if let givenUp { return [SchemaFault(pointer: "", place: "", keyword: "", reason: givenUp)] }
        return faults
    }

    /// `true` if the check cannot find more.
    var isDone: Bool { givenUp != nil || quiet == 0 && faults.count >= limits.faults }

    mutating func fail(_ keyword: String, _ reason: @autoclosure () -> String) -> Bool {
        guard quiet == 0, faults.count < limits.faults else { return false }
        faults.append(SchemaFault(pointer: pointer, place: place, keyword: keyword, reason: reason()))
        return false
    }

    /// Aborts the check and returns `false`.
    mutating func giveUp(_ reason: String) -> Bool {
        givenUp = givenUp ?? reason
        return false
    }

    /// Spends `units` of work. Aborts the check and returns `false` if none is left.
    mutating func pay(_ units: Int) -> Bool {
        work -= units
        return work >= 0 || giveUp("is too expensive to validate")
    }

    /// Cuts long names, which are untrusted.
    private static func short(_ name: String) -> String {
        name.utf8.count > 128 ? String(name.prefix(64)) + "…" : name
    }

    private var pointer: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "/\(index)"
            case .name(let name): text += "/" + JSONPointer.escaped(SchemaRun.short(name))
            }
        }
    }

    private var place: String {
        path.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name): text += (text.isEmpty ? "" : ".") + SchemaRun.short(name)
            }
        }
    }

    /// Checks a member or an element.
    mutating func check(_ node: Int, _ value: JSONValue, at step: @autoclosure () -> Step) -> Bool {
        if quiet == 0 { path.append(step()) }
        defer { if quiet == 0 { path.removeLast() } }
        var seen: Evaluated?
        if exempt.isEmpty { return check(node, value, &seen) }
        let outer = exempt
        exempt = []
        defer { exempt = outer }
        return check(node, value, &seen)
    }

    /// Records a fault of a member or an element.
    mutating func fail(_ keyword: String, at step: @autoclosure () -> Step, _ reason: @autoclosure () -> String) -> Bool
    {
        guard quiet == 0 else { return false }
        path.append(step())
        defer { path.removeLast() }
        return fail(keyword, reason())
    }

    /// Returns `true` if `value` matches, without recording faults.
    mutating func fits(_ node: Int, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        quiet += 1
        defer { quiet -= 1 }
        return check(node, value, &seen)
    }

    /// Checks `value`, and adds evaluated members and elements to `seen` if it is not `nil`.
    mutating func check(_ index: Int, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        guard pay(8) else { return false }
        guard depth < limits.depth else { return giveUp("is nested too deeply to be validated") }
        depth += 1
        defer { depth -= 1 }
        let index = graph.targets[index]
        guard graph.isDynamic else { return checkNode(index, value, &seen) }
        let resource = graph.nodes[index].resource
        guard scope.last != resource else { return checkNode(index, value, &seen) }
        scope.append(resource)
        defer { scope.removeLast() }
        return checkNode(index, value, &seen)
    }

    private mutating func checkNode(_ index: Int, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        let graph = graph
        if graph.nodes[index].isNever { return fail("false", "is not allowed") }
        guard graph.hasDirections, use != .any else { return checkNode(index, graph, value, &seen) }
        let outer = exempt
        let node = graph.nodes[index]
        exempt.formUnion(use == .request ? node.readOnlyMembers : node.writeOnlyMembers)
        defer { exempt = outer }
        return checkNode(index, graph, value, &seen)
    }

    private mutating func checkNode(
        _ index: Int, _ graph: SchemaGraph, _ value: JSONValue, _ seen: inout Evaluated?
    ) -> Bool {
        let checks = graph.nodes[index].checks
        if graph.nodes[index].unevaluatedItems == nil, graph.nodes[index].unevaluatedProperties == nil {
            return checkAll(checks, value, &seen)
        }
        var mine: Evaluated? = Evaluated()
        var isGood = checkAll(checks, value, &mine)
        if isGood || quiet == 0 { isGood = checkRest(graph.nodes[index], value, &mine) && isGood }
        if seen != nil, let mine { seen?.merge(mine) }
        return isGood
    }

    private mutating func checkAll(_ checks: [SchemaCheck], _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        var isGood = true
        for check in checks {
            isGood = apply(check, value, &seen) && isGood
            if !isGood, quiet > 0 { return false }
            if isDone { return false }
        }
        return isGood
    }

    private mutating func apply(_ check: SchemaCheck, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        switch check {
        case .reference(let node): return self.check(node, value, &seen)
        case .dynamicReference(let initial, let name):
            let node = scope.lazy.compactMap { [graph] in graph.dynamicAnchors[$0]?[name] }.first ?? initial
            return self.check(node, value, &seen)
        case .all, .any, .one, .not, .condition, .dependentSchemas: return combine(check, value, &seen)
        case .items, .contains, .itemCount, .uniqueItems:
            guard case .array(let elements) = value else { return true }
            return checkArray(check, elements, &seen)
        case .members, .memberNames, .memberCount, .required, .dependentRequired:
            guard case .object(let members) = value else { return true }
            return checkObject(check, members, &seen)
        case .type(let types):
            if case .number(let number) = value, number.lexeme.utf8.count > 32 {
                guard pay(number.lexeme.utf8.count) else { return false }
            }
            return types.admits(value)
                || fail("type", types == .boolean ? "must be true or false" : "is not \(types.words)")
        case .values, .bound, .multipleOf, .length, .pattern, .format: return checkScalar(check, value)
        }
    }
}
