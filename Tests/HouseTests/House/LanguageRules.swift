/// The rules of the project's language that a program can check: names of types, doc comments and sentences in string literals.
///
/// They look at one text alone, so that they do not depend on the repository's history. Each complaint says what to write instead.
struct LanguageRules {
    /// Words that no type's name contains, each with what to write instead.
    static let bannedNameWords: [String: String] = [
        "Desk": "…Client, …Service, …Routes or …Flow", "Town": "…Fixture", "World": "…Fixture",
        "Papers": "what the documents are",
        "Season": "Validity", "Farewell": "what is sent last", "Shelf": "…Cache", "Trouble": "…Issue or …Error",
        "Surroundings": "Dependencies", "Cupboard": "…Store or …Source", "Kiosk": "…Fixture", "Gossip": "…Error",
        "Mischief": "…Fault", "Habit": "…Handler", "News": "…Event", "Lack": "the reason", "Wish": "…Request",
        "Patience": "Timeout", "StandIn": "Fake…", "Trial": "Sandbox… or …Test", "Mortal": "Killable…",
        "Mortality": "ProcessLifetime",
        "Told": "what was received", "Said": "…Output", "Office": "…Fixture", "Lane": "…Queue or …Channel",
        "Board": "…State",
    ]

    /// Words with which no doc comment opens: section 3 of the language page asks for a verb or a noun.
    static let bannedOpenings: Set<Substring> = [
        "What", "Who", "Whose", "Whom", "Whether", "How", "Why", "Where", "Which", "It", "They", "This", "That",
        "These", "Those",
        "He", "She", "There", "Nobody", "Somebody", "Something", "Anybody", "Everybody",
    ]

    /// Phrases that no sentence for a reader contains, each with what to write instead.
    static let bannedPhrases: [(phrase: String, instead: String)] = [
        ("makes no sense", "is invalid, with what was expected"),
        ("make no sense", "are invalid, with what was expected"),
        ("to be had", "could not be fetched"), ("has to stand", "Expected …"), ("have to stand", "Expected …"),
        ("othing to say", "No problems found"), ("The system gives no", "the call that failed, with errno's text"),
        ("nobody knows", "is unknown"), ("whoever", "the role that is meant"),
        ("no strict JSON", "Expected … at line, column"),
        ("arewell", "what is sent last"), ("efalls", "happens to"), ("gave up on", "stopped after …"),
        ("was answered with what", "returned STATUS, but …"),
    ]

    let path: String
    private let lines: [Substring]

    init(path: String, text: String) {
        self.path = path
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// Returns the complaints about the file, each with its line.
    ///
    /// - Parameter code: The file's code with comments and the contents of literals blanked, line by line.
    func complaints(code: [String]) -> [String] {
        nameComplaints(code) + commentComplaints() + phraseComplaints()
    }

    // MARK: Names

    private static let kinds: Set<Substring> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

    /// Returns the names of the types that `line` declares, with whether they are public.
    static func types(in line: some StringProtocol) -> [(name: String, isPublic: Bool)] {
        let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { Substring(String($0)) }
        return words.indices.dropLast().compactMap { index in
            guard kinds.contains(words[index]), words[index + 1].first?.isUppercase == true else { return nil }
            return (String(words[index + 1]), words[..<index].contains("public"))
        }
    }

    /// Returns the words of a name in camel case: `PassGateTests` has Pass, Gate and Tests.
    static func words(of name: String) -> [String] {
        var words: [String] = []
        for character in name {
            if character.isUppercase, words.last?.last?.isUppercase != true { words.append("") }
            if words.isEmpty { words.append("") }
            words[words.count - 1].append(character)
        }
        return words
    }

    private func nameComplaints(_ code: [String]) -> [String] {
        code.enumerated().flatMap { index, line in
            LanguageRules.types(in: line).flatMap { type in
                let words = LanguageRules.words(of: type.name)
                let pairs = zip(words, words.dropFirst()).map { $0 + $1 }
                return (words + pairs).compactMap { word in
                    LanguageRules.bannedNameWords[word].map {
                        "\(path):\(index + 1): \(type.name): write \($0) instead of \(word)"
                    }
                }
            }
        }
    }

    // MARK: Doc comments

    private func commentComplaints() -> [String] {
        var complaints: [String] = []
        var index = 0
        while index < lines.count {
            guard let first = LanguageRules.documentation(lines[index]) else {
                index += 1
                continue
            }
            let start = index
            var comment: [Substring] = []
            while index < lines.count, let line = LanguageRules.documentation(lines[index]) {
                comment.append(line)
                index += 1
            }
            if let word = first.split(whereSeparator: { !($0.isLetter || $0 == "'") }).first,
                LanguageRules.bannedOpenings.contains(word)
            {
                complaints.append(
                    "\(path):\(start + 1): a doc comment opens with “\(word)”: open with a verb or a noun")
            }
            let head = signature(from: index)
            for missing in LanguageRules.missingSections(of: head, in: comment) {
                complaints.append("\(path):\(index + 1): a public function without `\(missing)` in its doc comment")
            }
        }
        return complaints
    }

    /// Returns the text of a line of a doc comment; `nil` for every other line.
    private static func documentation(_ line: Substring) -> Substring? {
        let text = line.drop { $0 == " " }
        guard text.hasPrefix("///") else { return nil }
        return text.dropFirst(3).drop { $0 == " " }
    }

    /// Returns a declaration's text up to its body, without attributes on lines of their own.
    private func signature(from start: Int) -> String {
        var text = ""
        for line in lines[start...].prefix(16) {
            let trimmed = line.drop { $0 == " " }
            if text.isEmpty, trimmed.hasPrefix("@"), !trimmed.contains("func "), !trimmed.contains("init(") { continue }
            text += trimmed + " "
            let isClosed = text.count { $0 == "(" } == text.count { $0 == ")" }
            if isClosed, line.hasSuffix("{") || trimmed.hasSuffix("}") || line.isEmpty { break }
        }
        return text
    }

    /// Returns the sections that section 3 of the language page asks of a public function and that `comment` does not have.
    static func missingSections(of signature: String, in comment: [Substring]) -> [String] {
        guard let open = signature.firstIndex(of: "(") else { return [] }
        let words = signature[..<open].split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "`") }
        guard words.contains("public"), words.contains("func") || words.last == "init",
            !words.contains(where: { kinds.contains($0) || ["var", "let", "case"].contains($0) })
        else { return [] }
        let (count, rest) = parameters(signature[open...])
        let effects = rest.prefix { $0 != "{" }
        var missing: [String] = []
        if count > 1, !comment.contains(where: { $0.hasPrefix("- Parameter") }) { missing.append("- Parameters:") }
        let throwing = effects.split(separator: " ").prefix(2).contains { $0.hasPrefix("throws") }
        if throwing, !comment.contains(where: { $0.hasPrefix("- Throws:") }) { missing.append("- Throws:") }
        return missing
    }

    /// Returns the number of parameters of a list that `text` begins with, and what follows the list.
    private static func parameters(_ text: Substring) -> (count: Int, rest: Substring) {
        var depth = 0
        var commas = 0
        var isEmpty = true
        var previous: Character = " "
        for index in text.indices {
            let character = text[index]
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}": depth -= 1
            case ">" where previous != "-": depth -= 1
            case "," where depth == 1: commas += 1
            case " ": break
            default: isEmpty = false
            }
            previous = character
            if depth == 0 { return (isEmpty ? 0 : commas + 1, text[text.index(after: index)...]) }
        }
        return (isEmpty ? 0 : commas + 1, "")
    }

    // MARK: Sentences

    private func phraseComplaints() -> [String] {
        lines.enumerated().flatMap { index, line -> [String] in
            guard line.contains("\""), !line.drop(while: { $0 == " " }).hasPrefix("//") else { return [] }
            let texts = line.split(separator: "\"", omittingEmptySubsequences: false).enumerated().filter {
                $0.offset % 2 == 1
            }
            return LanguageRules.bannedPhrases.filter { rule in texts.contains { $0.element.contains(rule.phrase) } }
                .map {
                    "\(path):\(index + 1): “\($0.phrase)” in a sentence: write \($0.instead)"
                }
        }
    }
}
