/// A regular expression that is matched in time linear in the text, whatever the text: no back-references, no look-around
/// beyond one character, and no repeat that makes it too large.
///
/// The grammar is that part of ECMA-262's (section 22.2.1, with the flag `u`) which such a machine can run. It finds a
/// match anywhere in the text, as `pattern` of JSON Schema does.
struct Pattern: Sendable {
    /// As it was written.
    let text: String
    private let program: PatternProgram
    private let table: PatternTable?

    init(_ text: String) throws(PatternError) {
        var parser = PatternParser(text)
        self.text = text
        program = try PatternProgram(parser.parse())
        table = PatternTable(program)
    }

    /// Whether `text` could be a pattern: the same grammar and bounds, at a fraction of the cost.
    static func isPattern(_ text: String) -> Bool {
        var parser = PatternParser(text)
        return (try? PatternProgram(parser.parse())) != nil
    }

    /// Whether `text` holds a match. Takes what it costs from `work`, and is `false` once that is below zero.
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

/// Why a text is no pattern that can be used.
struct PatternError: Error {
    /// The rest of a sentence.
    let reason: String
}

/// A pattern's parts.
indirect enum PatternTree {
    case one(ScalarSet)
    case sequence([PatternTree])
    case choice([PatternTree])
    case repeated(PatternTree, least: Int, most: Int?)
    case assertion(PatternAssertion)
}

/// What must hold between two characters.
enum PatternAssertion: Sendable {
    case start, end, wordEdge, noWordEdge
    /// The next character is one of the set; or is not, or there is none.
    case next(ScalarSet, isWanted: Bool)

    func holds(before: Unicode.Scalar?, after: Unicode.Scalar?) -> Bool {
        switch self {
        case .start: before == nil
        case .end: after == nil
        case .wordEdge: isWord(before) != isWord(after)
        case .noWordEdge: isWord(before) == isWord(after)
        case .next(let set, let isWanted): (after.map(set.contains) ?? false) == isWanted
        }
    }

    private func isWord(_ scalar: Unicode.Scalar?) -> Bool { scalar.map(ScalarSet.word.contains) ?? false }
}
