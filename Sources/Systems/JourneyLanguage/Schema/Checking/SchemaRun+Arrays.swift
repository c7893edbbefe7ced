internal import JourneyBase

extension SchemaRun {
    mutating func checkArray(_ check: SchemaCheck, _ elements: [JSONValue], _ seen: inout Evaluated?) -> Bool {
        switch check {
        case .itemCount(let range): return self.check(elements.count, range, "element")
        case .uniqueItems: return checkUnique(elements)
        case .items(let prefix, let rest): return checkItems(elements, prefix, rest, &seen)
        case .contains(let node, let range): return checkContains(elements, node, range, &seen)
        default: return true
        }
    }

    private mutating func checkItems(
        _ elements: [JSONValue], _ prefix: [Int], _ rest: Int?, _ seen: inout Evaluated?
    ) -> Bool {
        var isGood = true
        for (index, element) in elements.enumerated() {
            guard let node = index < prefix.count ? prefix[index] : rest else { break }
            isGood = check(node, element, at: .index(index)) && isGood
            if !isGood, quiet > 0 || isDone { return false }
        }
        seen?.addPrefix(rest == nil ? prefix.count : elements.count)
        return isGood
    }

    private mutating func checkUnique(_ elements: [JSONValue]) -> Bool {
        guard elements.count > 1 else { return true }
        var values: Set<ExactValue> = []
        values.reserveCapacity(elements.count)
        for (index, element) in elements.enumerated() {
            guard pay(8 + ExactValue.cost(of: element)) else { return false }
            if !values.insert(ExactValue(element)).inserted {
                return fail("uniqueItems", at: .index(index), "is a duplicate element")
            }
        }
        return true
    }

    private mutating func checkContains(
        _ elements: [JSONValue], _ node: Int, _ range: CountRange, _ seen: inout Evaluated?
    ) -> Bool {
        var count = 0
        let outer = exempt
        exempt = []
        defer { exempt = outer }
        for (index, element) in elements.enumerated() {
            var inner: Evaluated?
            guard fits(node, element, &inner) else {
                if isDone { return false }
                continue
            }
            count += 1
            if seen != nil { seen?.elements.insert(index) } else if range.most == nil, count >= range.least { break }
        }
        if count < range.least {
            return fail(
                range.least == 1 ? "contains" : range.leastKeyword,
                "has \(count) elements that match 'contains'; the minimum is \(range.least)")
        }
        guard let most = range.most, count > most else { return true }
        return fail(range.mostKeyword, "has more than \(most) elements that match 'contains'")
    }

    /// Checks `unevaluatedItems` or `unevaluatedProperties`, which are evaluated last.
    mutating func checkRest(_ node: SchemaNode, _ value: JSONValue, _ seen: inout Evaluated?) -> Bool {
        switch value {
        case .array(let elements): return checkRest(node.unevaluatedItems, elements, &seen)
        case .object(let members): return checkRest(node.unevaluatedProperties, members, &seen)
        default: return true
        }
    }

    private mutating func checkRest(_ node: Int?, _ elements: [JSONValue], _ seen: inout Evaluated?) -> Bool {
        guard let node else { return true }
        var isGood = true
        for (index, element) in elements.enumerated() where !(seen?.has(index) ?? true) {
            if graph.nodes[node].isNever {
                isGood = fail("unevaluatedItems", at: .index(index), "is not allowed here")
            } else {
                isGood = check(node, element, at: .index(index)) && isGood
            }
            if !isGood, quiet > 0 || isDone { return false }
        }
        seen?.prefix = elements.count
        return isGood
    }

    private mutating func checkRest(
        _ node: Int?, _ members: [String: JSONValue], _ seen: inout Evaluated?
    ) -> Bool {
        guard let node else { return true }
        var isGood = true
        for (name, value) in SchemaRun.ordered(members) where !(seen?.has(name) ?? true) {
            if graph.nodes[node].isNever {
                isGood = fail("unevaluatedProperties", at: .name(name), "is not allowed here")
            } else {
                isGood = check(node, value, at: .name(name)) && isGood
            }
            if !isGood, quiet > 0 || isDone { return false }
        }
        seen?.hasAllMembers = true
        return isGood
    }
}
