package import JourneyBase
internal import JourneyWire

/// A call to the bank that an event starts.
package struct Binding: Sendable {
    package let onEvent: String
    package let operation: Operation
    let arguments: Arguments
    /// The declared outputs, which are members of the response body; manifest 1.2.
    let outputs: [String: ValueType]
    package let headers: HTTPFields
    let onSuccessEmit: String?
    let onErrorEmit: String?
    /// The binding's own rules, then those of the journey's error policy for other codes. Empty for calls that must not be
    /// repeated.
    package let retry: [RetryRule]
    /// Header templates, filled in at each call, by header name; manifest 1.2.
    package internal(set) var headerTemplates: [String: HeaderTemplate] = [:]
    /// The expressions of the outputs, over the response as `result`; manifest 1.3.
    package internal(set) var outputValues: [String: Expression] = [:]
    /// The headers that are expressions, by name; manifest 1.3.
    package internal(set) var headerValues: [String: Expression] = [:]
    /// The declared effect of a write; manifest 1.3.
    package internal(set) var effect: CallEffect?
    /// `true` if the manifest declares that the call moves money; manifest 1.3.
    package internal(set) var movesMoney = false
    /// The place of the idempotency key. `nil` is the header `X-Idempotency-Key`, without a limit.
    package internal(set) var keyPlacement: KeyPlacement?
    /// `true` if the manifest says which calls carry a key and which move money; manifest 1.3.
    package internal(set) var declaresEffects = false

    /// The credentials of the operation that the gateway adds to calls; manifest 1.3.
    package internal(set) var gatewayCredentials: Set<GatewayCredential> = []
    /// The headers of a response that the manifest reads, in lower case; manifest 1.3.
    package internal(set) var answerHeaders: [String] = []
    /// The outputs of an error response, with their types; manifest 1.3.
    package internal(set) var errorOutputs: [String: ValueType] = [:]
    /// The expressions of those outputs, over the error's body as `result`.
    var errorValues: [String: Expression] = [:]
    /// The condition until which a read is repeated; manifest 1.3.
    package internal(set) var poll: Poll?
    /// The approval that the call needs before it is sent; manifest 1.3.
    package internal(set) var approval: CallApproval?
    /// The read that decides a call whose answer was lost; manifest 1.3.
    package internal(set) var statusQuery: StatusQuery?

    /// `true` if a call may change data: any method except GET, HEAD and OPTIONS.
    var isWrite: Bool { ![.get, .head, .options].contains(operation.method) }

    /// `true` if calls carry an idempotency key.
    var carriesKey: Bool { declaresEffects ? effect == .keyed : isWrite && operation.takesIdempotencyKey }

    /// `true` if the operation declares the idempotency key, so that the bank is known to recognise it.
    var declaresKey: Bool {
        switch keyPlacement?.place {
        case .body(let names):
            operation.inputs.values.contains { $0.place == .body && $0.name == names.first }
        case .header(let name):
            BankHeader.isIdempotencyKey(name)
                ? operation.takesIdempotencyKey
                : operation.inputs.values.contains { $0.place == .header && $0.name.lowercased() == name.lowercased() }
        case nil: operation.takesIdempotencyKey
        }
    }

    /// `true` if a call may be sent again after its answer was lost. A keyed one needs its key.
    var mayRepeat: Bool { declaresEffects ? effect?.mayRepeat ?? true : operation.mayRepeat }

    /// Returns `true` if a call with or without a key may be sent again.
    package func mayRepeat(hasKey: Bool) -> Bool {
        if declaresEffects { return mayRepeat && (hasKey || effect != .keyed) }
        return operation.method.isIdempotent || operation.takesIdempotencyKey && hasKey
    }

    /// Returns the values of the declared outputs that `body` has: its members, or in 1.3 the values of expressions over it.
    func readable(in body: JSONValue, _ reply: CallReply = CallReply()) -> JSONValue {
        let values = reply.isFromQuery ? statusQuery?.outputValues ?? [:] : outputValues
        guard !values.isEmpty || reply.isFromQuery else { return body }
        let scope = reply.scope(result: body)
        return .object(values.compactMapValues { try? $0.json(in: scope) })
    }

    /// Returns the reason why `body` lacks a declared output, or `nil` if it has each with its type.
    ///
    /// - Parameter place: The place of the binding in the manifest.
    func missingOutput(in body: JSONValue, _ reply: CallReply = CallReply(), at place: String) -> JourneyError? {
        let values = reply.isFromQuery ? statusQuery?.outputValues ?? [:] : outputValues
        let scope = reply.scope(result: body)
        for (name, type) in outputs.sorted(by: { $0.key < $1.key }) {
            guard let expression = values[name] else {
                guard reply.isFromQuery || body[name].map(type.admits) != true else { continue }
                return JourneyError(
                    .validationFail, "The response of \(operation.id) lacks the declared output \(Refusal.quote(name))."
                )
            }
            do throws(ExpressionError) { _ = try expression.json(in: scope, as: type) } catch {
                let member = reply.isFromQuery ? "status.out" : "out"
                return JourneyError(error, of: expression, at: "\(place).\(member).\(name)")
            }
        }
        return nil
    }

    /// Returns the values of the outputs of an error response that have one, of their declared types.
    func readable(inError reply: CallReply) -> JSONValue {
        let scope = reply.scope(result: reply.body)
        var members: [String: JSONValue] = [:]
        for (name, expression) in errorValues {
            guard let value = try? expression.json(in: scope), errorOutputs[name]?.admits(value) == true else {
                continue
            }
            members[name] = value
        }
        return .object(members)
    }

    /// `true` if the exact bytes of a call are stored with its key, so that a repeat sends the same ones.
    package var storesRequest: Bool { keyPlacement != nil }

    /// `true` if a call whose answer was lost is never sent again: each one has its effect.
    package var isOnce: Bool { effect == .once }

    package enum Arguments: Sendable {
        case none
        /// Manifest 1.1: the object at this path of the event's payload holds the arguments.
        case from(path: [String])
        /// Manifest 1.2: each argument's name and the path of its value.
        case declared([String: ContextPath])
        /// Manifest 1.3: each argument's name and the expression of its value. The argument `body` of an operation whose body is
        /// an object stands for the body's members.
        case expressions([String: Expression])
    }
}

/// A rule for retrying a call.
package struct RetryRule: Hashable, Sendable {
    package let codes: Set<ErrorCode>
    /// The maximum number of retries.
    package let attempts: Int
    /// The longest wait before a retry.
    package let cap: Duration
    package let jitter: Bool

    package init(codes: Set<ErrorCode>, attempts: Int, cap: Duration, jitter: Bool) {
        self.codes = codes
        self.attempts = attempts
        self.cap = cap
        self.jitter = jitter
    }
}
