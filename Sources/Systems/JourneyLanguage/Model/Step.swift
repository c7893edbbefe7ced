package import JourneyBase

/// One step.
package struct Step: Sendable {
    package let id: StepID
    package internal(set) var kind: Kind
    package let timeout: Duration?
    package let bindings: [Binding]
    /// By event name; in document order, first match wins.
    package let transitions: [String: [Transition]]
    /// The methods that its page may request.
    package let methods: Set<String>
    /// A literal of manifest 1.1: joins the session's key where a binding has none of its own.
    let idempotencyKey: String?
    /// The methods and events whose payloads go between page and SDK encrypted, and how; manifest 1.2.
    package internal(set) var encrypted: [String: PayloadEncryption] = [:]
    /// Parameters of a native step's plugin that stand elsewhere, by name; manifest 1.2.
    package internal(set) var inputs: [String: ContextPath] = [:]
    /// Declared outputs of the plugin's answer; manifest 1.2.
    package internal(set) var outputs: [String: ValueType] = [:]

    package enum Kind: Sendable {
        case web(HTTPSURL)
        /// `method` is `params.method`, or the plugin's only method. Of a step that is entered, `params` have what the inputs
        /// led to.
        case native(plugin: String, params: JSONValue)
        case server
        case terminal(Terminal)
    }

    var isTerminal: Bool { if case .terminal = kind { true } else { false } }
}

extension Step {
    /// The step with what its inputs lead to in `context` among its parameters. What is missing is left out: the plugin
    /// says what it needs.
    func filled(from context: Context) -> Step {
        guard !inputs.isEmpty, case .native(let plugin, let params) = kind else { return self }
        let found = inputs.compactMapValues { $0.value(in: context) }
        var step = self
        step.kind = .native(plugin: plugin, params: .object((params.object ?? [:]).merging(found) { $1 }))
        return step
    }
}

/// Where an event leads.
package struct Transition: Sendable {
    let guardExpression: Guard?
    /// Raised before the move, to the page and back into the machine.
    let emit: String?
    package let target: StepID?
}
