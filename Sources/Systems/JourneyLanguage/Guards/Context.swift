package import JourneyBase

/// What guards and arguments may look at: named roots, each with its JSON.
///
/// - `payload` (also `event`): the payload of the event at hand.
/// - `result`: the declared outputs of the call or the plugin whose event is at hand, else absent.
/// - `steps`: what each step's calls and plugin have declared as outputs so far, by step name.
/// - `session`: `idempotencyKey`, `locale`, `productCode`, `campaignId`, `featureFlags`; those that exist. `resumeToken` may be
///   named, and never exists: a token has no business in a guard.
package struct Context: Sendable {
    /// Read as `payload` and as `event`.
    package var payload: JSONValue?
    package var result: JSONValue?
    package var steps: JSONValue?
    package var session: JSONValue?
    /// Roots of other names, which only tools have.
    private var others: [String: JSONValue] = [:]

    package init(
        payload: JSONValue? = nil, result: JSONValue? = nil, steps: JSONValue? = nil, session: JSONValue? = nil
    ) {
        self.payload = payload
        self.result = result
        self.steps = steps
        self.session = session
    }

    /// The roots by name; `payload` wins over `event`.
    init(roots: [String: JSONValue]) {
        payload = roots["payload"] ?? roots["event"]
        result = roots["result"]
        steps = roots["steps"]
        session = roots["session"]
        others = roots.filter { !Context.rootNames.contains($0.key) }
    }

    /// The names that a path may start with.
    static let rootNames: Set<String> = ["payload", "event", "result", "steps", "session"]

    /// The root called `name`.
    subscript(root name: String) -> JSONValue? { self[Root(name), name] }

    /// A root's place, found once when a path is read and not at each look.
    enum Root: UInt8 {
        case payload, result, steps, session, other

        init(_ name: String) {
            switch name {
            case "payload", "event": self = .payload
            case "result": self = .result
            case "steps": self = .steps
            case "session": self = .session
            default: self = .other
            }
        }
    }

    subscript(root: Root, name: String) -> JSONValue? {
        switch root {
        case .payload: payload
        case .result: result
        case .steps: steps
        case .session: session
        case .other: others[name]
        }
    }
}
