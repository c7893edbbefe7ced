/// Makes expressions of a wanted type at random, without what is known to be other in `cel-python`.
struct GeneratedExpression<Generator: RandomNumberGenerator> {
    enum Kind: CaseIterable { case bool, int, uint, double, string, ints, strings, map, bytes, duration, timestamp }

    var generator: Generator
    /// The variables of the macros around the current place.
    private var locals: [(name: String, kind: Kind)] = []

    init(_ generator: Generator) { self.generator = generator }

    mutating func next() -> String {
        let kinds: [Kind] = [.bool, .bool, .int, .uint, .double, .string, .ints, .strings]
        return expression(kinds.randomElement(using: &generator) ?? .bool, depth: 4)
    }

    private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    private mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &generator) }

    private mutating func expression(_ kind: Kind, depth: Int) -> String {
        let matching = locals.filter { $0.kind == kind }
        if let local = matching.randomElement(using: &generator), roll(3) == 0 { return local.name }
        if depth == 0 || roll(6) == 0 { return literal(kind) }
        if roll(7) == 0 {
            let parts = (expression(.bool, depth: depth - 1), same(kind, depth), same(kind, depth))
            return "(\(parts.0) ? \(parts.1) : \(parts.2))"
        }
        switch kind {
        case .bool: return condition(depth - 1)
        case .int: return whole(depth - 1)
        case .uint: return "(\(same(.uint, depth)) \(pick(["+", "*", "-", "/", "%"])) \(same(.uint, depth)))"
        case .double: return "(\(same(.double, depth)) \(pick(["+", "-", "*"])) \(same(.double, depth)))"
        case .string: return text(depth - 1)
        case .ints, .strings: return list(kind, depth - 1)
        case .map: return literal(.map)
        case .bytes: return "(\(same(.bytes, depth)) + bytes(\(same(.string, depth))))"
        case .duration: return "(\(same(.duration, depth)) \(pick(["+", "-"])) \(same(.duration, depth)))"
        case .timestamp: return "(\(same(.timestamp, depth)) \(pick(["+", "-"])) \(same(.duration, depth)))"
        }
    }

    private mutating func same(_ kind: Kind, _ depth: Int) -> String { expression(kind, depth: depth - 1) }

    private mutating func literal(_ kind: Kind) -> String {
        switch kind {
        case .bool: return pick(["true", "false"])
        case .int: return pick(["0", "1", "2", "-1", "7", "42", "-13", "1000000", "9223372036854775807", "payload.n"])
        case .uint: return pick(["0u", "1u", "2u", "7u", "100u", "18446744073709551615u"])
        case .double: return pick(["0.0", "1.0", "2.5", "-0.125", "1e10", "3.75"])
        case .string: return pick(["''", "'a'", "'ab'", "'Zürich'", "'é😀'", "'2026'", "payload.s", "'b\\\\n'"])
        case .ints: return pick(["[]", "[1]", "[1, 2, 3]", "[3, 2, 1, 0]", "payload.l"])
        case .strings: return pick(["['a']", "['a', 'b']", "['ab', '', 'é']"])
        case .map: return pick(["{'a': 1}", "{'a': 1, 'b': 2}", "payload.m"])
        case .bytes: return pick(["b''", "b'abc'", "b'\\\\xff'"])
        case .duration: return pick(["duration('1s')", "duration('90m')", "duration('-2h')"])
        case .timestamp: return pick(["timestamp('2026-11-28T13:00:00Z')", "timestamp('1999-12-31T23:59:59Z')"])
        }
    }

    private mutating func condition(_ depth: Int) -> String {
        switch roll(12) {
        case 0, 1: return "(\(expression(.bool, depth: depth)) && \(expression(.bool, depth: depth)))"
        case 2, 3: return "(\(expression(.bool, depth: depth)) || \(expression(.bool, depth: depth)))"
        case 4: return "!\(expression(.bool, depth: depth))"
        case 5:
            let kind =
                [Kind.int, .uint, .double, .string, .bytes, .duration, .timestamp].randomElement(using: &generator)
                ?? .int
            let sign = pick(["<", "<=", ">", ">="])
            return "(\(expression(kind, depth: depth)) \(sign) \(expression(kind, depth: depth)))"
        case 6, 7:
            let kind = Kind.allCases.filter { $0 != .map }.randomElement(using: &generator) ?? .int
            return "(\(expression(kind, depth: depth)) \(pick(["==", "!="])) \(expression(kind, depth: depth)))"
        case 8: return "(\(expression(.int, depth: depth)) in \(expression(.ints, depth: depth)))"
        case 9: return "has(\(literal(.map)).\(pick(["a", "b", "c"])))"
        case 10:
            let function = pick(["contains", "startsWith", "endsWith"])
            let subject = function == "contains" ? literal(.string) : expression(.string, depth: depth)
            return "\(subject).\(function)(\(expression(.string, depth: depth)))"
        default: return macro(pick(["all", "exists", "exists_one"]), depth)
        }
    }

    private mutating func macro(_ name: String, _ depth: Int) -> String {
        guard locals.count < 2 else { return "true" }
        let kind: Kind = roll(2) == 0 ? .ints : .strings
        let range = expression(kind, depth: depth)
        let variable = "v\(locals.count)"
        locals.append((variable, kind == .ints ? .int : .string))
        defer { locals.removeLast() }
        return "\(range).\(name)(\(variable), \(expression(.bool, depth: depth)))"
    }

    private mutating func whole(_ depth: Int) -> String {
        switch roll(8) {
        case 0, 1, 2, 3:
            return
                "(\(expression(.int, depth: depth)) \(pick(["+", "-", "*", "/", "%"])) \(expression(.int, depth: depth)))"
        case 4:
            return
                "size(\(expression([.string, .ints, .strings, .map, .bytes].randomElement(using: &generator) ?? .ints, depth: depth)))"
        case 5: return "\(expression(.ints, depth: depth))[\(pick(["0", "1", "2"]))]"
        case 6: return "\(literal(.map))\(pick([".a", ".b", "['a']"]))"
        default: return "(-\(expression(.int, depth: depth)))"
        }
    }

    private mutating func text(_ depth: Int) -> String {
        switch roll(4) {
        case 0, 1: return "(\(expression(.string, depth: depth)) + \(expression(.string, depth: depth)))"
        case 2: return "string(\(expression([.int, .uint].randomElement(using: &generator) ?? .int, depth: depth)))"
        default: return "\(expression(.strings, depth: depth))[\(pick(["0", "1"]))]"
        }
    }

    private mutating func list(_ kind: Kind, _ depth: Int) -> String {
        let element: Kind = kind == .ints ? .int : .string
        switch roll(4) {
        case 0: return "(\(expression(kind, depth: depth)) + \(expression(kind, depth: depth)))"
        case 1:
            let elements = (0..<roll(4)).map { _ in expression(element, depth: depth) }
            return "[\(elements.joined(separator: ", "))]"
        case 2 where locals.count < 2:
            let range = expression(kind, depth: depth)
            let variable = "v\(locals.count)"
            locals.append((variable, element))
            defer { locals.removeLast() }
            return "\(range).filter(\(variable), \(expression(.bool, depth: depth)))"
        case 3 where locals.count < 2:
            let range = expression(roll(2) == 0 ? .ints : kind, depth: depth)
            let variable = "v\(locals.count)"
            locals.append((variable, range.contains("'") ? .string : .int))
            defer { locals.removeLast() }
            return "\(range).map(\(variable), \(expression(element, depth: depth)))"
        default: return literal(kind)
        }
    }
}
