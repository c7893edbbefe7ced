import JourneyBase
import JourneySandbox

/// A runtime expression of Arazzo (section 4.7 of the specification), as a value of a draft.
enum RuntimeExpression {
    /// Returns the value of `text` if it is one expression, such as `$inputs.amount`; `nil` for one that drafts don't have.
    static func value(_ text: String) -> DraftGuide.Value? {
        if let rest = suffix(of: text, after: "$inputs.") { return path(rest).map(DraftGuide.Value.input) }
        if let rest = suffix(of: text, after: "$steps.") {
            guard let end = rest.firstRange(of: ".outputs.") else { return nil }
            guard let path = path(rest[end.upperBound...]), let name = path.first else { return nil }
            return .output(
                step: String(rest[..<end.lowerBound]), name: name, path: Array(path.dropFirst()))
        }
        return answer(text).map(DraftGuide.Value.answer)
    }

    /// Returns the part of a response that `text` names, such as `$response.body#/id`. The form `$response.body.id`, which many
    /// descriptions have, is read too.
    static func answer(_ text: String) -> DraftGuide.Answer? {
        if text == "$statusCode" { return .status }
        if let name = suffix(of: text, after: "$response.header.") ?? suffix(of: text, after: "$response.headers.") {
            return .header(String(name))
        }
        guard let rest = suffix(of: text, after: "$response.body") else { return nil }
        if rest.isEmpty { return .body([]) }
        if rest.first == "#" { return pointer(rest.dropFirst()).map(DraftGuide.Answer.body) }
        return rest.first == "." || rest.first == "[" ? dotted(rest).map(DraftGuide.Answer.body) : nil
    }

    private static func suffix(of text: String, after prefix: String) -> Substring? {
        text.hasPrefix(prefix) ? text.dropFirst(prefix.count) : nil
    }

    /// Returns the names of `a.b`, `a#/b/c` or `a[0].b`.
    private static func path(_ text: Substring) -> [String]? {
        let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let names = dotted("." + parts[0]) else { return nil }
        guard parts.count == 2 else { return names }
        return pointer(parts[1]).map { names + $0 }
    }

    private static func pointer(_ text: Substring) -> [String]? {
        if text.isEmpty { return [] }
        guard text.first == "/" else { return nil }
        return text.dropFirst().split(separator: "/", omittingEmptySubsequences: false).map {
            String($0).replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    private static func dotted(_ text: Substring) -> [String]? {
        var names: [String] = []
        var rest = text
        while let first = rest.first {
            rest.removeFirst()
            switch first {
            case ".":
                let name = rest.prefix { $0 != "." && $0 != "[" }
                guard !name.isEmpty else { return nil }
                names.append(String(name))
                rest = rest.dropFirst(name.count)
            case "[":
                let index = rest.prefix { $0 != "]" }
                guard !index.isEmpty, index.allSatisfy(\.isNumber), rest.count > index.count else { return nil }
                names.append(String(index))
                rest = rest.dropFirst(index.count + 1)
            default: return nil
            }
        }
        return names
    }

    /// Returns a value of a payload: expressions in texts are replaced.
    ///
    /// - Parameters:
    ///   - value: The value as it is written.
    ///   - omit: Receives each text with an expression that a draft can't have.
    static func value(_ value: JSONValue, omit: (String) -> Void) -> DraftGuide.Value? {
        switch value {
        case .string(let text): return self.text(text, omit)
        case .array(let elements): return .list(elements.compactMap { self.value($0, omit: omit) })
        case .object(let members):
            return .object(
                members.sorted { $0.key < $1.key }.compactMap { name, member in
                    self.value(member, omit: omit).map { (name, $0) }
                })
        default: return .constant(value)
        }
    }

    private static let roots = [
        "$inputs.", "$steps.", "$response.", "$statusCode", "$request.", "$url", "$method", "$workflows.", "$outputs",
        "$message.", "$components.", "$sourceDescriptions.",
    ]

    private static func text(_ text: String, _ omit: (String) -> Void) -> DraftGuide.Value? {
        if roots.contains(where: text.hasPrefix) {
            guard let value = value(text) else {
                omit(text)
                return nil
            }
            return value
        }
        guard text.contains("{$") else { return .constant(.string(text)) }
        var parts: [DraftGuide.Value] = []
        var rest = text[...]
        while let start = rest.firstRange(of: "{$") {
            guard let end = rest[start.lowerBound...].firstIndex(of: "}"),
                let value = value(String(rest[rest.index(after: start.lowerBound)..<end]))
            else {
                omit(text)
                return nil
            }
            if start.lowerBound > rest.startIndex {
                parts.append(.constant(.string(String(rest[..<start.lowerBound]))))
            }
            parts.append(value)
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { parts.append(.constant(.string(String(rest)))) }
        return parts.count == 1 ? parts[0] : .text(parts)
    }
}
