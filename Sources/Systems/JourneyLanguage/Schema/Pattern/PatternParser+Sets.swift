internal import JourneyBase

extension PatternParser {
    /// Parses an escape outside brackets.
    mutating func escape() throws(PatternError) -> PatternTree {
        switch next {
        case "b":
            at += 1
            return .assertion(.wordEdge)
        case "B":
            at += 1
            return .assertion(.noWordEdge)
        case "k" where isUnicode || groups.areNamed: throw PatternParser.backReference
        case let scalar? where ("1"..."9").contains(scalar):
            let digits = scalars[at...].prefix { ScalarSet.digit.contains($0) }
            let number = digits.count > 4 ? .max : digits.reduce(0) { $0 * 10 + Int($1.value - 0x30) }
            if isUnicode || number <= groups.count { throw PatternParser.backReference }
        default: break
        }
        if let next, let set = try escapedClass(next) { return .one(set) }
        let code = try escapedCode(inBrackets: false)
        if !isUnicode, let scalar = Unicode.Scalar(code) { return literal(scalar) }
        return .one(ScalarSet([code...code]))
    }

    private static let backReference = PatternError(
        reason: "has a back-reference, which cannot be matched in linear time")

    /// The number of groups that have a number, and `true` if any has a name.
    private var groups: (count: Int, areNamed: Bool) {
        var (count, areNamed, isInBrackets, index) = (0, false, false, 0)
        while index < scalars.count {
            switch scalars[index] {
            case "\\": index += 1
            case "[": isInBrackets = true
            case "]": isInBrackets = false
            case "(" where !isInBrackets:
                let rest = scalars[(index + 1)...].prefix(3).map { Character($0) }
                let isNamed = rest.count == 3 && rest[0] == "?" && rest[1] == "<" && rest[2] != "=" && rest[2] != "!"
                if rest.first != "?" || isNamed { count += 1 }
                areNamed = areNamed || isNamed
            default: break
            }
            index += 1
        }
        return (count, areNamed)
    }

    /// Parses the escape of a class, such as `\d`. Returns `nil` for one of a character.
    private mutating func escapedClass(_ scalar: Unicode.Scalar) throws(PatternError) -> ScalarSet? {
        let set: ScalarSet
        switch scalar {
        case "d": set = .digit
        case "D": set = ScalarSet.digit.negated
        case "w": set = .word
        case "W": set = ScalarSet.word.negated
        case "s": set = .space
        case "S": set = ScalarSet.space.negated
        case "p", "P":
            // Without the flag `u`, this would be the letter with a brace behind it, which nobody means.
            guard isUnicode || at + 1 < scalars.count && scalars[at + 1] == "{" else { return nil }
            at += 1
            return try property(isNegated: scalar == "P")
        default: return nil
        }
        at += 1
        return set
    }

    private mutating func property(isNegated: Bool) throws(PatternError) -> ScalarSet {
        guard take("{" as Unicode.Scalar) else { throw PatternError(reason: "has a property without a name") }
        var name = ""
        while let scalar = next, scalar != "}" {
            name.unicodeScalars.append(scalar)
            at += 1
        }
        at += 1
        guard let property = ScalarProperty(name: name) else {
            throw PatternError(reason: "has an unsupported Unicode property")
        }
        guard isUnicode else { throw PatternError(reason: "has both a Unicode property and an unknown escape") }
        return ScalarSet(categories: [ScalarSet.Category(property: property, isNegated: isNegated)])
    }

    /// Parses the escape of one character. Without the flag `u`, it may be half of a surrogate pair.
    private mutating func escapedCode(inBrackets: Bool) throws(PatternError) -> UInt32 {
        guard let scalar = next else { throw PatternError(reason: "ends in a backslash") }
        at += 1
        switch scalar {
        case "t": return 0x9
        case "n": return 0xA
        case "v": return 0xB
        case "f": return 0xC
        case "r": return 0xD
        case "0"..."7" where !isUnicode: return octal(scalar)
        case "0":
            if let next, ScalarSet.digit.contains(next) { break }
            return 0
        case "c":
            if let code = control(inBrackets: inBrackets) { return code }
            if isUnicode { break }
            // The backslash stands for itself, and the letter follows.
            at -= 1
            return 0x5C
        case "x":
            if let code = hex(2) { return code }
            if !isUnicode { return scalar.value }
        case "u":
            if isUnicode { return try unicode() }
            return hex(4) ?? scalar.value
        default:
            let isPunctuation = scalar.isASCII && !ScalarSet.word.contains(scalar)
            let isPlain = PatternParser.syntax.contains(scalar) || inBrackets && scalar == "-"
            if !isUnicode || isPlain || isPunctuation && hasProperty { return scalar.value }
        }
        throw PatternError(reason: "has an unknown escape")
    }

    /// The characters that may be escaped with the flag `u`.
    private static let syntax = Set("^$\\.*+?()[]{}|/".unicodeScalars)

    /// Parses the rest of an octal escape, at most `\377`, after its first digit.
    private mutating func octal(_ first: Unicode.Scalar) -> UInt32 {
        var code = first.value - 0x30
        for _ in 0..<2 {
            guard let next, ("0"..."7").contains(next), code * 8 + next.value - 0x30 <= 0xFF else { break }
            code = code * 8 + next.value - 0x30
            at += 1
        }
        return code
    }

    /// Parses the letter of a control character; in brackets without the flag `u`, it may be a digit or an underscore.
    private mutating func control(inBrackets: Bool) -> UInt32? {
        guard let letter = next, letter.isASCII, ScalarSet.word.contains(letter),
            letter.properties.isAlphabetic || inBrackets && !isUnicode
        else { return nil }
        at += 1
        return letter.value % 32
    }

    private mutating func unicode() throws(PatternError) -> UInt32 {
        var code: UInt32?
        if take("{" as Unicode.Scalar) {
            let digits = scalars[at...].prefix { $0 != "}" }
            code = digits.isEmpty ? nil : hex(digits.count)
            at += 1
        } else if let first = hex(4) {
            code = first
            if (0xD800...0xDBFF).contains(first), take("\\u"), let second = hex(4), (0xDC00...0xDFFF).contains(second) {
                code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            }
        }
        // Half of a surrogate pair occurs in no text, but a pattern without the flag `u` may mean both halves.
        guard let code, Unicode.Scalar(code) != nil else {
            throw PatternError(reason: "has an escape that is not a character")
        }
        return code
    }

    private mutating func hex(_ count: Int) -> UInt32? {
        guard count <= 64, at + count <= scalars.count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[at..<at + count] {
            guard let digit = UInt8(exactly: scalar.value), digit.isHexDigit,
                let part = UInt32(String(scalar), radix: 16)
            else { return nil }
            guard value >> 24 == 0 else { return nil }
            value = value << 4 | part
        }
        at += count
        return value
    }

    /// Parses a bracket expression after its opening bracket.
    mutating func bracket() throws(PatternError) -> ScalarSet {
        let isNegated = take("^" as Unicode.Scalar)
        var sets: [ScalarSet] = []
        while let scalar = next, scalar != "]" {
            let start = try bracketAtom()
            guard next == "-", at + 1 < scalars.count, scalars[at + 1] != "]" else {
                sets.append(start.set)
                continue
            }
            at += 1
            let end = try bracketAtom()
            guard let first = start.last, let last = end.first else {
                // Without the flag `u`, a hyphen beside a class is a character.
                if isUnicode { throw PatternError(reason: "has an invalid range") }
                sets += [start.set, ScalarSet("-"), end.set]
                continue
            }
            guard first <= last else { throw PatternError(reason: "has an invalid range") }
            sets += [start.set, ScalarSet([first...last]), end.set]
        }
        guard take("]" as Unicode.Scalar) else { throw PatternError(reason: "has an unclosed bracket") }
        return .merging(sets, isNegated: isNegated)
    }

    /// One member of a class, with the characters that may end and begin a range.
    private struct BracketAtom {
        let set: ScalarSet
        var first: UInt32?
        var last: UInt32?

        init(_ set: ScalarSet) { self.set = set }

        init(_ codes: [UInt32]) {
            set = ScalarSet(codes.map { $0...$0 })
            (first, last) = (codes.first, codes.last)
        }
    }

    private mutating func bracketAtom() throws(PatternError) -> BracketAtom {
        let scalar = scalars[at]
        at += 1
        guard scalar == "\\" else { return atom(of: scalar) }
        if take("b" as Unicode.Scalar) { return BracketAtom([0x8]) }
        if let next, let set = try escapedClass(next) { return BracketAtom(set) }
        let code = try escapedCode(inBrackets: true)
        return Unicode.Scalar(code).map(atom) ?? BracketAtom([code])
    }

    private func atom(of scalar: Unicode.Scalar) -> BracketAtom {
        BracketAtom(isUnicode ? [scalar.value] : scalar.utf16.map { UInt32($0) })
    }
}
