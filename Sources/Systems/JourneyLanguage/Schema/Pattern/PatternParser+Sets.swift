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
        case "k": throw PatternError(reason: "has a back-reference, which cannot be matched in linear time")
        case let scalar? where ("1"..."9").contains(scalar):
            throw PatternError(reason: "has a back-reference, which cannot be matched in linear time")
        default: return .one(try escapedSet())
        }
    }

    /// Parses an escape for a class or one character.
    private mutating func escapedSet() throws(PatternError) -> ScalarSet {
        guard let scalar = next else { throw PatternError(reason: "ends in a backslash") }
        at += 1
        switch scalar {
        case "d": return .digit
        case "D": return ScalarSet.digit.negated
        case "w": return .word
        case "W": return ScalarSet.word.negated
        case "s": return .space
        case "S": return ScalarSet.space.negated
        case "p", "P": return try property(isNegated: scalar == "P")
        default:
            at -= 1
            return ScalarSet(try escapedScalar())
        }
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
        return ScalarSet(categories: [ScalarSet.Category(property: property, isNegated: isNegated)])
    }

    private mutating func escapedScalar() throws(PatternError) -> Unicode.Scalar {
        guard let scalar = next else { throw PatternError(reason: "ends in a backslash") }
        at += 1
        switch scalar {
        case "t": return "\t"
        case "n": return "\n"
        case "v": return "\u{B}"
        case "f": return "\u{C}"
        case "r": return "\r"
        case "0": return "\0"
        case "c":
            guard let letter = next, letter.properties.isAlphabetic, letter.isASCII else { break }
            at += 1
            return Unicode.Scalar(UInt8(letter.value % 32))
        case "x":
            if let code = hex(2), let scalar = Unicode.Scalar(code) { return scalar }
        case "u": return try unicode()
        default:
            // Any punctuation may be escaped; letters and digits have, or may get, a meaning.
            if scalar.isASCII, !ScalarSet.word.contains(scalar) { return scalar }
        }
        throw PatternError(reason: "has an unknown escape")
    }

    private mutating func unicode() throws(PatternError) -> Unicode.Scalar {
        var code: UInt32?
        if take("{" as Unicode.Scalar) {
            let digits = scalars[at...].prefix { $0 != "}" }
            code = (1...6).contains(digits.count) ? hex(digits.count) : nil
            at += 1
        } else if let first = hex(4) {
            code = first
            if (0xD800...0xDBFF).contains(first), take("\\u"), let second = hex(4), (0xDC00...0xDFFF).contains(second) {
                code = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
            }
        }
        guard let scalar = code.flatMap({ Unicode.Scalar($0) }) else {
            throw PatternError(reason: "has an escape that is not a character")
        }
        return scalar
    }

    private mutating func hex(_ count: Int) -> UInt32? {
        guard at + count <= scalars.count else { return nil }
        var value: UInt32 = 0
        for scalar in scalars[at..<at + count] {
            guard let digit = UInt8(exactly: scalar.value), digit.isHexDigit,
                let part = UInt32(String(scalar), radix: 16)
            else { return nil }
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
            guard let first = start.scalar, let last = end.scalar, first <= last else {
                throw PatternError(reason: "has an invalid range")
            }
            sets.append(ScalarSet([first.value...last.value]))
        }
        guard take("]" as Unicode.Scalar) else { throw PatternError(reason: "has an unclosed bracket") }
        return .merging(sets, isNegated: isNegated)
    }

    /// Parses one member of a class, with its scalar if it may begin or end a range.
    private mutating func bracketAtom() throws(PatternError) -> (set: ScalarSet, scalar: Unicode.Scalar?) {
        let scalar = scalars[at]
        at += 1
        guard scalar == "\\" else { return (ScalarSet(scalar), scalar) }
        if take("b" as Unicode.Scalar) { return (ScalarSet("\u{8}"), "\u{8}") }
        if let next, ["d", "D", "w", "W", "s", "S", "p", "P"].contains(next) { return (try escapedSet(), nil) }
        let escaped = try escapedScalar()
        return (ScalarSet(escaped), escaped)
    }
}
