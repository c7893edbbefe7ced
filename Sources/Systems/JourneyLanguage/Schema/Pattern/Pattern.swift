/// A regular expression that matches in time linear in the text: look-aheads of any length, but no back-references and no
/// look-behind, and bounded repeats.
///
/// The grammar is that of ECMA-262 (section 22.2.1). A pattern that is valid with the flag `u` is read with it; any other is
/// read without it (Annex B.1.2), as OpenAPI 3.0 requires: `\-` and `\!` are the character itself, and a lone bracket is a
/// character. Matches are found anywhere in the text, as `pattern` of JSON Schema requires.
struct Pattern: Sendable {
    /// The pattern as written.
    let text: String
    private let isUnicode: Bool
    private let program: PatternProgram
    private let table: PatternTable?

    init(_ text: String) throws(PatternError) {
        self.text = text
        (program, isUnicode) = try Pattern.program(of: text)
        table = PatternTable(program)
    }

    private static func program(of text: String) throws(PatternError) -> (PatternProgram, isUnicode: Bool) {
        var unicode = PatternParser(text, isUnicode: true)
        if let tree = try? unicode.parse() { return (try PatternProgram(tree), true) }
        var legacy = PatternParser(text, isUnicode: false)
        return (try PatternProgram(legacy.parse()), false)
    }

    /// Creates a pattern of another grammar from its tree. One that is used once is faster without a table.
    init(_ text: String, tree: PatternTree, isReused: Bool) throws(PatternError) {
        self.text = text
        isUnicode = true
        program = try PatternProgram(tree)
        table = isReused ? PatternTable(program) : nil
    }

    /// The size of the pattern after its repeats are expanded.
    var instructionCount: Int { program.instructions.count }

    /// Returns `true` if `text` is a valid pattern with the flag `u`, which the format `regex` of JSON Schema means: within the
    /// same bounds, at a fraction of the cost.
    static func isPattern(_ text: String) -> Bool {
        var parser = PatternParser(text, isUnicode: true)
        return (try? PatternProgram(parser.parse())) != nil
    }

    /// Returns `true` if `text` has a match. Deducts its cost from `work`, and returns `false` once that is below zero.
    func matches(_ text: String, work: inout Int) -> Bool {
        if let table {
            var text = text
            if let answer = text.withUTF8({ table.matches($0) }) {
                work -= text.utf8.count / 4
                return answer && work >= 0
            }
        }
        // Without the flag `u`, a character is a UTF-16 code unit.
        let codes = isUnicode ? text.unicodeScalars.map(\.value) : text.utf16.map { UInt32($0) }
        var machine = PatternMachine(program)
        return machine.matches(codes, work: &work)
    }
}

/// The reason why a pattern is refused.
struct PatternError: Error {
    /// The reason, as the rest of a sentence.
    let reason: String
}

/// The syntax tree of a pattern.
indirect enum PatternTree {
    case one(ScalarSet)
    case sequence([PatternTree])
    case choice([PatternTree])
    case repeated(PatternTree, least: Int, most: Int?)
    case assertion(PatternAssertion)
    /// The text from here on matches the tree, or (`isWanted` false) does not.
    case look(PatternTree, isWanted: Bool)

    /// The tree that matches the same texts from their end to their start. Assertions stay: they are about a position.
    var reversed: PatternTree {
        switch self {
        case .one, .assertion, .look: self
        case .sequence(let parts): .sequence(parts.reversed().map(\.reversed))
        case .choice(let parts): .choice(parts.map(\.reversed))
        case .repeated(let part, let least, let most): .repeated(part.reversed, least: least, most: most)
        }
    }
}

/// A condition between two characters.
enum PatternAssertion: Sendable {
    case start, end, wordEdge, noWordEdge
    /// The start or end of a line that ends in U+000A.
    case lineStart, lineEnd
    /// The next character is in the set, or (`isWanted` false) is not or does not exist.
    case next(ScalarSet, isWanted: Bool)

    func holds(before: UInt32?, after: UInt32?) -> Bool {
        switch self {
        case .start: before == nil
        case .end: after == nil
        case .lineStart: before == nil || before == 0x0A
        case .lineEnd: after == nil || after == 0x0A
        case .wordEdge: isWord(before) != isWord(after)
        case .noWordEdge: isWord(before) == isWord(after)
        case .next(let set, let isWanted): (after.map(set.contains) ?? false) == isWanted
        }
    }

    private func isWord(_ code: UInt32?) -> Bool { code.map(ScalarSet.word.contains) ?? false }
}
