public import JourneyBase

/// A path into the context: a root, then names and indices.
public struct ContextPath: Hashable, Sendable, CustomStringConvertible {
    public enum Element: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    public let root: String
    public let elements: [Element]
    private let place: Context.Root

    package init(root: String, elements: [Element]) {
        self.root = root
        self.elements = elements
        place = Context.Root(root)
    }

    /// The path that `text` spells, such as `steps.amount.quotes[0].id`, in the grammar of guards. Throws `GuardError`.
    public init(parsing text: String) throws(GuardError) { self = try GuardParser.path(of: text) }

    /// What stands there, or `nil` when something on the way is missing.
    public func value(in context: Context) -> JSONValue? {
        guard var value = context[place, root] else { return nil }
        for element in elements {
            switch (element, value) {
            case (.name(let name), .object(let members)):
                guard let next = members[name] else { return nil }
                value = next
            case (.index(let index), .array(let list)):
                guard list.indices.contains(index) else { return nil }
                value = list[index]
            default: return nil
            }
        }
        return value
    }

    /// As it is written in a guard.
    public var description: String {
        elements.reduce(into: root) { text, element in
            switch element {
            case .name(let name): text += ".\(name)"
            case .index(let index): text += "[\(index)]"
            }
        }
    }
}
