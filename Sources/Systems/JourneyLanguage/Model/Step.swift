package import JourneyBase

/// A step of a journey.
package struct Step: Sendable {
    package let id: StepID
    package internal(set) var kind: Kind
    package let timeout: Duration?
    package let bindings: [Binding]
    /// Transitions by event name, in document order; the first match is taken.
    package let transitions: [String: [Transition]]
    /// The bridge methods that the step's page may request.
    package let methods: Set<String>
    /// The step's literal key of manifest 1.1, which becomes part of the idempotency keys of its calls.
    let idempotencyKey: String?
    /// The methods and events whose payloads are encrypted between page and SDK, with the algorithm; manifest 1.2.
    package internal(set) var encrypted: [String: PayloadEncryption] = [:]
    /// Parameters of a native step's plugin that come from paths, by name; manifest 1.2.
    package internal(set) var inputs: [String: ContextPath] = [:]
    /// The declared outputs of the plugin's result; manifest 1.2.
    package internal(set) var outputs: [String: ValueType] = [:]

    package enum Kind: Sendable {
        case web(HTTPSURL)
        /// A native step. Its method is `params.method`, or the plugin's only method. Once the step is entered, `params` include
        /// the values of its inputs.
        case native(plugin: String, params: JSONValue)
        case server
        case terminal(Terminal)
    }

    var isTerminal: Bool { if case .terminal = kind { true } else { false } }
}

extension Step {
    /// Returns the step with the values of its inputs in `context` added to its parameters. Missing values are omitted; the
    /// plugin reports the ones that it requires.
    func filled(from context: Context) -> Step {
        guard !inputs.isEmpty, case .native(let plugin, let params) = kind else { return self }
        let found = inputs.compactMapValues { $0.value(in: context) }
        var step = self
        step.kind = .native(plugin: plugin, params: .object((params.object ?? [:]).merging(found) { $1 }))
        return step
    }
}

/// A transition of an event.
package struct Transition: Sendable {
    let guardExpression: Condition?
    /// The event raised before the move, to the page and in the step itself.
    let emit: String?
    package let target: StepID?
}
