public import JourneyBase

/// What guards and arguments may look at: named roots, each with its JSON.
///
/// - `payload` (also `event`): the payload of the event at hand.
/// - `result`: the declared outputs of the call whose event is at hand, else absent.
/// - `steps`: what each step's calls have declared as outputs so far, by step name.
/// - `session`: `resumeToken`, `idempotencyKey`, `locale`, `productCode`, `campaignId`, `featureFlags`; those that exist.
public struct Context: Sendable {
    public var roots: [String: JSONValue]

    public init(roots: [String: JSONValue]) { self.roots = roots }

    /// The names that a path may start with.
    public static let rootNames: Set<String> = ["payload", "event", "result", "steps", "session"]
}

/// A path into the context: a root, then names and indices.
public struct ContextPath: Hashable, Sendable {
    public enum Element: Hashable, Sendable {
        case name(String)
        case index(Int)
    }

    public let root: String
    public let elements: [Element]

    package init(root: String, elements: [Element]) {
        self.root = root
        self.elements = elements
    }

    /// What stands there, or `nil` when something on the way is missing.
    public func value(in context: Context) -> JSONValue? {
        var value = context.roots[root]
        for element in elements {
            switch element {
            case .name(let name): value = value?[name]
            case .index(let index): value = value?[index]
            }
        }
        return value
    }
}
