import JourneyBase

/// A path into the context: a root, then names and indices.
package struct ContextPath: Hashable, Sendable, CustomStringConvertible {
    package enum Element: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    let root: String
    let elements: [Element]
    private let place: Context.Root

    package init(root: String, elements: [Element]) {
        self.root = root
        self.elements = elements
        place = Context.Root(root)
    }

    /// Parses `text`, such as `steps.amount.quotes[0].id`, in the grammar of guards. Throws `GuardError`.
    init(parsing text: String) throws(GuardError) { self = try GuardParser.path(of: text) }

    /// Returns the value at the path, or `nil` if a part of the path is missing.
    func value(in context: Context) -> JSONValue? {
        switch place {
        case .payload: walk(context.payload, from: 0)
        case .result: walk(context.result, from: 0)
        case .steps: walk(context.steps, from: 0)
        case .session: walk(context.session, from: 0)
        case .other: walk(context[place, root], from: 0)
        }
    }

    private func walk(_ value: JSONValue?, from index: Int) -> JSONValue? {
        guard let value, index < elements.count else { return value }
        switch elements[index] {
        case .name(let name):
            guard case .object(let members) = value else { return nil }
            return walk(ContextPath.member(name, of: members), from: index + 1)
        case .index(let place):
            guard case .array(let list) = value, list.indices.contains(place) else { return nil }
            return walk(list[place], from: index + 1)
        }
    }

    /// Comparing a few names costs less than hashing one.
    private static func member(_ name: String, of members: [String: JSONValue]) -> JSONValue? {
        guard members.count <= 4 else { return members[name] }
        for (key, value) in members where key.utf8.count == name.utf8.count && key == name { return value }
        return nil
    }

    /// The path as written in a guard.
    package var description: String {
        elements.reduce(into: root) { text, element in
            switch element {
            case .name(let name): text += ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
