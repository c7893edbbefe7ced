/// A regular expression that matches in time linear in the text: no back-references, no look-around beyond one character, and
/// bounded repeats.
///
/// The grammar is the subset of ECMA-262 (section 22.2.1, with the flag `u`) that such a machine can run. Matches are found
/// anywhere in the text, as `pattern` of JSON Schema requires.
struct Pattern: Sendable {
    /// The pattern as written.
    let text: String
    private let program: PatternProgram
    private let table: PatternTable?

    init(_ text: String) throws(PatternError) {
        var parser = PatternParser(text)
        self.text = text
        program = try PatternProgram(parser.parse())
        table = PatternTable(program)
    }

    /// Creates a pattern of another grammar from its tree. One that is used once is faster without a table.
    init(_ text: String, tree: PatternTree, isReused: Bool) throws(PatternError) {
        self.text = text
        program = try PatternProgram(tree)
        table = isReused ? PatternTable(program) : nil
    }

    /// The size of the pattern after its repeats are expanded.
    var instructionCount: Int { program.instructions.count }

    /// Returns `true` if `text` is a valid pattern: the same grammar and bounds, at a fraction of the cost.
    static func isPattern(_ text: String) -> Bool {
        var parser = PatternParser(text)
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
        var machine = PatternMachine(program)
        return machine.matches(text, work: &work)
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
}

/// A condition between two characters.
enum PatternAssertion: Sendable {
    case start, end, wordEdge, noWordEdge
    /// The start or end of a line that ends in U+000A.
    case lineStart, lineEnd
    /// The next character is in the set, or (`isWanted` false) is not or does not exist.
    case next(ScalarSet, isWanted: Bool)

    func holds(before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: before == nil
        case .end: after == nil
        case .lineStart: before == nil || before == "\n"
        case .lineEnd: after == nil || after == "\n"
        case .wordEdge: isWord(before) != isWord(after)
        case .noWordEdge: isWord(before) == isWord(after)
        case .next(let set, let isWanted): (after.map(set.contains) ?? false) == isWanted
        }
    }

    private func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(ScalarSet.word.contains) ?? false }
}
