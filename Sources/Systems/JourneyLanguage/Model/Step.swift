package import JourneyBase

/// A step of a journey.
package struct Step: Sendable {
    package let id: StepID
    package internal(set) var kind: Kind
    package let timeout: Duration?
    package internal(set) var bindings: [Binding]
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
    /// Parameters of a native step's plugin that are expressions, by name; manifest 1.3.
    package internal(set) var inputValues: [String: Expression] = [:]
    /// The declared outputs of the plugin's result; manifest 1.2.
    package internal(set) var outputs: [String: ValueType] = [:]

    package enum Kind: Sendable {
        /// A page. Once the step is entered, its address is fixed.
        case web(PageAddress)
        /// A native step. Its method is `params.method`, or the plugin's only method. Once the step is entered, `params` include
        /// the values of its inputs.
        case native(plugin: String, params: JSONValue)
        case server
        /// A visit to another party's pages. Once the step is entered, its address and the values that it expects are fixed.
        case authorize(Authorization)
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

    /// Returns the step with the values of its expressions: the page's address, what an authorization opens and expects, or the
    /// plugin's parameters, of which `null` leaves one out.
    ///
    /// - Parameter scope: The values of the expressions' variables.
    /// - Throws: `JourneyError` with `VALIDATION_FAIL` if an expression has no value.
    func filled(in scope: ExpressionScope) throws(JourneyError) -> Step {
        var step = self
        if case .web(.composed(let address)) = kind {
            do throws(ExpressionError) { step.kind = .web(.fixed(try address.url(in: scope))) } catch {
                throw JourneyError(error, of: address.expression, at: "steps.\(id).url")
            }
        }
        if case .authorize(let authorization) = kind {
            step.kind = .authorize(try authorization.filled(in: scope, at: "steps.\(id)"))
        }
        guard !inputValues.isEmpty, case .native(let plugin, let params) = kind else { return step }
        var members = params.object ?? [:]
        for (name, expression) in inputValues.sorted(by: { $0.key < $1.key }) {
            do throws(ExpressionError) {
                let value = try expression.json(in: scope)
                if value != .null { members[name] = value }
            } catch {
                throw JourneyError(error, of: expression, at: "steps.\(id).in.\(name)")
            }
        }
        step.kind = .native(plugin: plugin, params: .object(members))
        return step
    }

    /// The step as a resumed run enters it: an authorization is not opened a second time.
    var resumed: Step {
        guard case .authorize(var authorization) = kind else { return self }
        authorization.address = nil
        var step = self
        step.kind = .authorize(authorization)
        return step
    }

    /// The step without its page or plugin, for a visit in which neither can be started.
    var idle: Step {
        var step = self
        step.kind = .server
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
