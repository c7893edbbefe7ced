import JourneyBase
import JourneySandbox

/// Parses conditions of the type `simple`: comparisons of runtime expressions and literals, with `&&`, `||`, `!` and parentheses.
struct ArazzoCondition {
    private var rest: Substring
    private var depth = 0

    private static let depthLimit = 16

    /// Returns the term that `text` means, or `nil` if it is no such condition.
    static func term(_ text: String) -> DraftGuide.Term? {
        var parser = ArazzoCondition(rest: text[...])
        guard text.utf8.count <= 4_096, let term = parser.alternatives() else { return nil }
        parser.skip()
        return parser.rest.isEmpty ? term : nil
    }

    private init(rest: Substring) { self.rest = rest }

    private mutating func skip() { rest = rest.drop(while: \.isWhitespace) }

    private mutating func take(_ token: String) -> Bool {
        skip()
        guard rest.hasPrefix(token) else { return false }
        rest = rest.dropFirst(token.count)
        return true
    }

    private mutating func alternatives() -> DraftGuide.Term? {
        guard var term = conjunction() else { return nil }
        while take("||") {
            guard let next = conjunction() else { return nil }
            term = .binary(term, "||", next)
        }
        return term
    }

    private mutating func conjunction() -> DraftGuide.Term? {
        guard var term = comparison() else { return nil }
        while take("&&") {
            guard let next = comparison() else { return nil }
            term = .binary(term, "&&", next)
        }
        return term
    }

    private mutating func comparison() -> DraftGuide.Term? {
        guard let left = unary() else { return nil }
        for sign in ["==", "!=", "<=", ">=", "<", ">"] where take(sign) {
            return unary().map { .binary(left, sign, $0) }
        }
        return left
    }

    private mutating func unary() -> DraftGuide.Term? {
        depth += 1
        defer { depth -= 1 }
        guard depth <= ArazzoCondition.depthLimit else { return nil }
        skip()
        if rest.first == "!", !rest.hasPrefix("!=") {
            rest.removeFirst()
            return unary().map(DraftGuide.Term.not)
        }
        if take("(") {
            guard let term = alternatives(), take(")") else { return nil }
            return term
        }
        return operand().map(DraftGuide.Term.value)
    }

    private mutating func operand() -> DraftGuide.Value? {
        guard let first = rest.first else { return nil }
        if first == "'" || first == "\"" { return text(first) }
        let word = rest.prefix { !$0.isWhitespace && !"()&|=!<>".contains($0) }
        guard !word.isEmpty else { return nil }
        rest = rest.dropFirst(word.count)
        switch word {
        case "true": return .constant(true)
        case "false": return .constant(false)
        case "null": return .constant(.null)
        default: break
        }
        if first == "$" { return RuntimeExpression.value(String(word)) }
        return JSONNumber(lexeme: String(word)).map { .constant(.number($0)) }
    }

    /// Reads a text in quotes; a quote in it is doubled.
    private mutating func text(_ quote: Character) -> DraftGuide.Value? {
        rest.removeFirst()
        var text = ""
        while let character = rest.popFirst() {
            guard character == quote else {
                text.append(character)
                continue
            }
            guard rest.first == quote else { return .constant(.string(text)) }
            text.append(rest.removeFirst())
        }
        return nil
    }
}
