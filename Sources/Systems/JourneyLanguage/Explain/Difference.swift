package import JourneyBase

/// A value that differs from the expected one.
package struct Difference: Hashable, Sendable {
    /// The place of the value, such as `calls[0].arguments.amount`.
    package let path: String
    /// The expected value as JSON; `nil` if none was expected.
    package let expected: String?
    /// The actual value as JSON; `nil` if there is none.
    package let actual: String?

    /// The difference as JSON: `path`, `expected` and `actual`, which are texts or `null`.
    package var json: JSONValue {
        func text(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
        return ["path": .string(path), "expected": text(expected), "actual": text(actual)]
    }

    /// The longest text of a value.
    private static let longestText = 2_000

    private static func text(_ value: JSONValue?) -> String? {
        guard let text = value?.compactText else { return nil }
        return text.count <= longestText ? text : "\(text.prefix(longestText))…"
    }

    /// The texts that stand for any value of a type.
    private static let placeholders: [String: @Sendable (JSONValue) -> Bool] = [
        "<any>": { _ in true }, "<text>": { $0.string != nil }, "<number>": { $0.number != nil },
        "<flag>": { $0.bool != nil }, "<list>": { $0.array != nil }, "<object>": { $0.object != nil },
    ]
    /// The member that permits members besides those that are named.
    private static let more = "<more>"

    /// Compares a value with the expected one.
    ///
    /// In `expected`, the texts `<any>`, `<text>`, `<number>`, `<flag>`, `<list>` and `<object>` stand for any value of that type. An
    /// object with the member `<more>` may have others besides its own.
    ///
    /// - Parameters:
    ///   - actual: The value; `nil` if there is none.
    ///   - expected: The expected value; `nil` if there should be none.
    ///   - path: The place of the value.
    /// - Returns: The differences, the outermost place first.
    static func between(_ actual: JSONValue?, _ expected: JSONValue?, at path: String) -> [Difference] {
        guard let expected, let actual else {
            return actual == nil && expected == nil
                ? [] : [Difference(path: path, expected: text(expected), actual: text(actual))]
        }
        if let name = expected.string, let admits = placeholders[name] {
            return admits(actual) ? [] : [Difference(path: path, expected: name, actual: text(actual))]
        }
        switch (expected, actual) {
        case (.object(let wanted), .object(let found)):
            let others = wanted[more] == nil ? found.keys.filter { wanted[$0] == nil } : []
            return (wanted.keys.filter { $0 != more } + others).sorted()
                .flatMap { between(found[$0], wanted[$0], at: "\(path).\($0)") }
        case (.array(let wanted), .array(let found)):
            return (0..<max(wanted.count, found.count)).flatMap { index in
                between(
                    index < found.count ? found[index] : Optional.none,
                    index < wanted.count ? wanted[index] : Optional.none, at: "\(path)[\(index)]")
            }
        case (.number(let wanted), .number(let found)) where isSame(wanted, found): return []
        default:
            return actual == expected ? [] : [Difference(path: path, expected: text(expected), actual: text(actual))]
        }
    }

    /// Returns `true` if two numbers have the same value, however they are written.
    private static func isSame(_ one: JSONNumber, _ other: JSONNumber) -> Bool {
        if let one = one.int64, let other = other.int64 { return one == other }
        return one == other || one.double != nil && one.double == other.double
    }
}
