internal import JourneyBase

extension ExpressionMachine {
    /// Evaluates a macro over the elements of a list or the keys of a map.
    mutating func macro(_ macro: ExpressionProgram.Macro, _ index: Int) -> ExpressionValue {
        let range = value(macro.range)
        if case .fault = range { return range }
        var result = ExpressionMacroResult(macro.kind)
        let isDone: Bool
        switch range {
        case .jsonList(let elements):
            isDone = run(macro, &result, elements.indices) {
                (.int(Int64($0)), ExpressionValue(elements[$0], node: index))
            }
        case .list(let list):
            isDone = run(macro, &result, list.elements.indices) { (.int(Int64($0)), list.elements[$0]) }
        case .jsonMap(let members):
            // The order of the names makes the same result everywhere.
            let names = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            guard charge(10 * names.count) else { return fault(.cost, index) }
            isDone = run(macro, &result, names.indices, isMap: true) {
                (.string(names[$0]), members[names[$0]].map { ExpressionValue($0, node: index) } ?? .null)
            }
        case .map(let map):
            isDone = run(macro, &result, map.entries.indices, isMap: true) { map.entries[$0] }
        default: return fault(.overload, index)
        }
        if isExhausted { return fault(.cost, index) }
        if isDone { return result.value ?? .null }
        return finished(result, macro, index)
    }

    private mutating func finished(
        _ result: ExpressionMacroResult, _ macro: ExpressionProgram.Macro, _ index: Int
    ) -> ExpressionValue {
        switch macro.kind {
        case .all: return result.value ?? .bool(true)
        case .exists: return result.value ?? .bool(false)
        case .existsOne: return .bool(result.count == 1)
        case .map, .filter, .transformList: return made(ExpressionList(result.elements), index)
        case .transformMap: return made(result.entries, index)
        }
    }

    /// Evaluates the body for each element. Returns `true` if `result.value` is the macro's value, with no further element to be
    /// looked at.
    private mutating func run(
        _ macro: ExpressionProgram.Macro, _ result: inout ExpressionMacroResult, _ indices: Range<Int>,
        isMap: Bool = false, _ element: (Int) -> (ExpressionValue, ExpressionValue)
    ) -> Bool {
        for place in indices {
            guard charge(20) else { return true }
            let (key, value) = element(place)
            let single = isMap ? key : value
            if case .fault = value, !isMap || macro.slots.count == 2 {
                result.value = value
                return true
            }
            if macro.slots.count == 2 {
                locals[macro.slots[0]] = key
                locals[macro.slots[1]] = value
            } else {
                locals[macro.slots[0]] = single
            }
            if let condition = macro.condition {
                switch self.value(condition) {
                case .bool(true): break
                case .bool(false): continue
                case .fault(let fault):
                    result.value = .fault(fault)
                    return true
                default:
                    result.value = fault(.boolean, condition)
                    return true
                }
            }
            let outcome = self.value(macro.body)
            if isExhausted || result.isDecided(by: outcome, of: single, key: key, at: macro.body) { return true }
        }
        return false
    }
}

/// The findings of a macro so far.
struct ExpressionMacroResult {
    private let kind: ExpressionProgram.Macro.Kind
    /// The value that ends the macro, or a fault that stands until an element decides.
    var value: ExpressionValue?
    private(set) var count = 0
    private(set) var elements: [ExpressionValue] = []
    private(set) var entries: [(key: ExpressionValue, value: ExpressionValue)] = []

    init(_ kind: ExpressionProgram.Macro.Kind) { self.kind = kind }

    /// Adds the outcome of an element. Returns `true` if `value` is the macro's value.
    mutating func isDecided(
        by outcome: ExpressionValue, of element: ExpressionValue, key: ExpressionValue, at node: Int
    ) -> Bool {
        switch kind {
        case .map, .transformList, .transformMap:
            if case .fault = outcome {
                value = outcome
                return true
            }
            if kind == .transformMap { entries.append((key, outcome)) } else { elements.append(outcome) }
            return false
        case .all, .exists:
            switch outcome {
            case .bool(let truth) where truth == (kind == .exists):
                value = outcome
                return true
            case .bool: break
            case .fault: value = value ?? outcome
            default: value = value ?? .fault(ExpressionFault(.boolean, node: node))
            }
            return false
        case .existsOne, .filter:
            switch outcome {
            case .bool(let truth):
                guard truth else { return false }
                count += 1
                if kind == .filter { elements.append(element) }
                return false
            case .fault: value = outcome
            default: value = .fault(ExpressionFault(.boolean, node: node))
            }
            return true
        }
    }
}
