/// Parses a pattern (ECMA-262, section 22.2.1, with the flag `u`; or without it, with the additions of Annex B.1.2).
struct PatternParser {
    let scalars: [Unicode.Scalar]
    let isUnicode: Bool
    /// `true` if the pattern has a Unicode property: then it means the flag `u`, and may still escape any punctuation.
    let hasProperty: Bool
    var at = 0
    private var depth = 0
    private var groupNames: Set<String> = []

    private static let lengthLimit = 4_096
    private static let depthLimit = 32
    static let countLimit = 10_000

    init(_ text: String, isUnicode: Bool) {
        scalars = Array(text.unicodeScalars)
        self.isUnicode = isUnicode
        hasProperty = ["\\p{", "\\P{"].contains { text.contains($0) }
    }

    mutating func parse() throws(PatternError) -> PatternTree {
        guard scalars.count <= PatternParser.lengthLimit else { throw PatternError(reason: "is too long") }
        let tree = try choice()
        guard at == scalars.count else { throw PatternError(reason: "has an unmatched closing parenthesis") }
        return tree
    }

    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        at += 1
        return true
    }

    mutating func take(_ text: String) -> Bool {
        let wanted = Array(text.unicodeScalars)
        guard scalars[at...].starts(with: wanted) else { return false }
        at += wanted.count
        return true
    }

    private mutating func choice() throws(PatternError) -> PatternTree {
        depth += 1
        defer { depth -= 1 }
        guard depth <= PatternParser.depthLimit else { throw PatternError(reason: "is nested too deeply") }
        var branches = [try sequence()]
        while take("|" as Unicode.Scalar) { branches.append(try sequence()) }
        return branches.count == 1 ? branches[0] : .choice(branches)
    }

    private mutating func sequence() throws(PatternError) -> PatternTree {
        var parts: [PatternTree] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            var atom = try atom()
            // Without the flag `u`, a quantifier is about the last code unit.
            if !isUnicode, case .sequence(let units) = atom, units.count == 2 {
                parts.append(units[0])
                atom = units[1]
            }
            parts.append(try repeated(atom))
        }
        return parts.count == 1 ? parts[0] : .sequence(parts)
    }

    private mutating func atom() throws(PatternError) -> PatternTree {
        let scalar = scalars[at]
        at += 1
        switch scalar {
        case "^": return .assertion(.start)
        case "$": return .assertion(.end)
        case ".": return .one(ScalarSet.lineEnd.negated)
        case "(": return try group()
        case "[": return .one(try bracket())
        case "\\": return try escape()
        case "*", "+", "?": throw PatternError(reason: "has a quantifier without an expression")
        case "{", "}", "]":
            if isUnicode { throw PatternError(reason: "has an unmatched bracket") }
            if scalar == "{", quantifier(at: at - 1) != nil {
                throw PatternError(reason: "has a quantifier without an expression")
            }
            return .one(ScalarSet(scalar))
        default: return literal(scalar)
        }
    }

    /// Returns the tree of one character: without the flag `u`, of its UTF-16 code units.
    func literal(_ scalar: Unicode.Scalar) -> PatternTree {
        let units = scalar.utf16.map { ScalarSet([UInt32($0)...UInt32($0)]) }
        guard !isUnicode, units.count == 2 else { return .one(ScalarSet(scalar)) }
        return .sequence(units.map(PatternTree.one))
    }

    private mutating func group() throws(PatternError) -> PatternTree {
        var look: Bool?
        if take("?:") {
        } else if take("?=") {
            look = true
        } else if take("?!") {
            look = false
        } else if take("?<=") || take("?<!") {
            throw PatternError(reason: "has a look-behind, which cannot be matched in linear time")
        } else if take("?<") {
            try groupName()
        } else if next == "?" {
            throw PatternError(reason: "has an unknown kind of group")
        }
        let inner = try choice()
        guard take(")" as Unicode.Scalar) else {
            throw PatternError(reason: "has an unclosed parenthesis")
        }
        // A group may be repeated even if it holds an assertion alone.
        guard let look else { return .sequence([inner]) }
        if case .one(let set) = inner { return .assertion(.next(set, isWanted: look)) }
        return .look(inner, isWanted: look)
    }

    /// Parses the rest of a group's name, which is irrelevant without back-references.
    private mutating func groupName() throws(PatternError) {
        var name = ""
        while let scalar = next, scalar != ">" {
            let isFirst = name.isEmpty
            let isNamed = scalar == "$" || scalar == "_" || scalar.properties.isIDStart
            guard isNamed || !isFirst && scalar.properties.isIDContinue else {
                throw PatternError(reason: "has an invalid group name")
            }
            name.unicodeScalars.append(scalar)
            at += 1
        }
        guard take(">" as Unicode.Scalar), !name.isEmpty else {
            throw PatternError(reason: "has an invalid group name")
        }
        guard groupNames.insert(name).inserted else { throw PatternError(reason: "has two groups of one name") }
    }

    private mutating func repeated(_ atom: PatternTree) throws(PatternError) -> PatternTree {
        let count: (least: Int, most: Int?)
        switch next {
        case "*": count = (0, nil)
        case "+": count = (1, nil)
        case "?": count = (0, 1)
        case "{":
            guard let found = quantifier(at: at) else {
                // Without the flag `u`, a brace that begins no quantifier is a character.
                guard isUnicode else { return atom }
                throw PatternError(reason: "has an invalid quantifier in braces")
            }
            guard found.most.map({ $0 >= found.least }) ?? true else {
                throw PatternError(reason: "has an invalid quantifier in braces")
            }
            guard max(found.least, found.most ?? 0) <= PatternParser.countLimit else {
                throw PatternError(reason: "repeats more than \(PatternParser.countLimit) times")
            }
            count = (found.least, found.most)
            at = found.end
        default: return atom
        }
        at += 1
        // A lazy quantifier matches the same texts.
        _ = take("?" as Unicode.Scalar)
        if let scalar = next,
            ["*", "+", "?"].contains(scalar) || scalar == "{" && (isUnicode || quantifier(at: at) != nil)
        {
            throw PatternError(reason: "has two quantifiers in a row")
        }
        switch atom {
        case .assertion(.next) where !isUnicode, .look where !isUnicode:
            // A look-ahead that need not hold says nothing, and one that holds twice holds once.
            return count.least == 0 ? .sequence([]) : atom
        case .assertion, .look: throw PatternError(reason: "has a quantifier after an assertion")
        default: return .repeated(atom, least: count.least, most: count.most)
        }
    }

    /// Returns the counts of `{2}`, `{2,}` or `{2,5}` with the place of the closing brace, or `nil` if there is none.
    private func quantifier(at start: Int) -> (least: Int, most: Int?, end: Int)? {
        var end = start + 1
        func number() -> Int? {
            let first = end
            var value = 0
            while end < scalars.count, ScalarSet.digit.contains(scalars[end]) {
                value = min(value * 10 + Int(scalars[end].value - 0x30), PatternParser.countLimit + 1)
                end += 1
            }
            return end > first ? value : nil
        }
        guard let least = number(), end < scalars.count else { return nil }
        var most: Int? = least
        if scalars[end] == "," {
            end += 1
            most = number()
        }
        return end < scalars.count && scalars[end] == "}" ? (least, most, end) : nil
    }
}
