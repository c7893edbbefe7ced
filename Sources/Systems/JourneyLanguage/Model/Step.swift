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
    /// The methods and events whose payloads go between page and SDK encrypted, and how; manifest 1.2.
    package let encrypted: [String: PayloadEncryption]
    /// Parameters of a native step's plugin that stand elsewhere, by name; manifest 1.2.
    let inputs: [String: ContextPath]
    /// Declared outputs of the plugin's answer; manifest 1.2.
    let outputs: [String: ValueType]
    /// A literal of manifest 1.1: joins the session's key where a binding has none of its own.
    let idempotencyKey: String?

    package enum Kind: Sendable {
        case web(HTTPSURL)
        /// `method` is `params.method`, or the plugin's only method. Of a step that is entered, `params` have what the inputs
        /// led to.
        case native(plugin: String, params: JSONValue)
        case server
        case terminal(Terminal)
    }

    var isTerminal: Bool { if case .terminal = kind { true } else { false } }

    package init(
        id: StepID, kind: Kind, timeout: Duration?, bindings: [Binding], transitions: [String: [Transition]],
        methods: Set<String>, idempotencyKey: String?, encrypted: [String: PayloadEncryption] = [:],
        inputs: [String: ContextPath] = [:], outputs: [String: ValueType] = [:]
    ) {
        self.id = id
        self.kind = kind
        self.timeout = timeout
        self.bindings = bindings
        self.transitions = transitions
        self.methods = methods
        self.encrypted = encrypted
        self.inputs = inputs
        self.outputs = outputs
        self.idempotencyKey = idempotencyKey
    }
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

    package init(guardExpression: Guard?, emit: String?, target: StepID?) {
        self.guardExpression = guardExpression
        self.emit = emit
        self.target = target
    }
}
