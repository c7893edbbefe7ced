package import JourneyBase

/// The values that guards and arguments may read: named roots, each with its JSON.
///
/// - `payload` (also `event`): the payload of the current event.
/// - `result`: the declared outputs of the call or plugin that raised the current event; otherwise absent.
/// - `steps`: the outputs that each step's calls and plugin have declared so far, by step name.
/// - `session`: `idempotencyKey`, `locale`, `productCode`, `campaignId`, `featureFlags`, as far as they exist. `resumeToken` may
///   be named but is never present, because tokens must not reach guards.
package struct Context: Sendable {
    /// The payload, under the names `payload` and `event`.
    package var payload: JSONValue?
    package var result: JSONValue?
    package var steps: JSONValue?
    package var session: JSONValue?
    /// Roots with other names, which only tools use.
    private var others: [String: JSONValue] = [:]

    package init(
        payload: JSONValue? = nil, result: JSONValue? = nil, steps: JSONValue? = nil, session: JSONValue? = nil
    ) {
        self.payload = payload
        self.result = result
        self.steps = steps
        self.session = session
    }

    /// Creates a context from roots by name; `payload` takes precedence over `event`.
    init(roots: [String: JSONValue]) {
        payload = roots["payload"] ?? roots["event"]
        result = roots["result"]
        steps = roots["steps"]
        session = roots["session"]
        others = roots.filter { !Context.rootNames.contains($0.key) }
    }

    /// The names that a path may start with.
    static let rootNames: Set<String> = ["payload", "event", "result", "steps", "session"]

    /// Returns the root called `name`.
    subscript(root name: String) -> JSONValue? { self[Root(name), name] }

    /// A root, resolved once when a path is parsed and not at each evaluation.
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
