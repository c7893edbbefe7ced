package import JourneyBase

/// What one step lets its page do, and what its page is told.
package struct BridgeStep: Sendable {
    var journey: JourneyID
    var step: StepID
    /// SHA-256 of the manifest's canonical form.
    var manifestHash: [UInt8]
    /// The methods a page may request.
    var methods: Set<String>
    /// The methods and events whose payloads go encrypted, both ways, and how. A page of such a step speaks bridge 1.2.
    var encrypted: [String: PayloadEncryption]
    /// Whether a page counts as lost when its handshake is refused, or not done in time. Without it such a page stays and has
    /// no bridge; nothing passes without a handshake either way.
    var requiresHandshake: Bool
    /// What `bridge_ready` carries under `context`: locale, product code and the like, never a secret.
    var context: JSONValue
    /// Comes back with whatever the page of this showing does.
    var visit: Int

    package init(
        journey: JourneyID, step: StepID, manifestHash: [UInt8], methods: Set<String>, context: JSONValue, visit: Int,
        encrypted: [String: PayloadEncryption] = [:], requiresHandshake: Bool = false
    ) {
        self.journey = journey
        self.step = step
        self.manifestHash = manifestHash
        self.methods = methods
        self.encrypted = encrypted
        self.requiresHandshake = requiresHandshake
        self.context = context
        self.visit = visit
    }
}

/// What a page did, and in which showing: by the time it is looked at, another step may have been entered.
package struct BridgeReport: Sendable {
    /// The `visit` of the step that was presented when it happened; 0 before any.
    package let visit: Int
    package let event: BridgeInbound

    package init(visit: Int, event: BridgeInbound) {
        self.visit = visit
        self.event = event
    }
}

/// What reaches the engine from a page, after every check.
package enum BridgeInbound: Sendable {
    /// The handshake is done and the page knows it.
    case opened(documentID: String)
    /// The page raised an event.
    case event(name: String, payload: JSONValue)
    /// The page called an allowed method and waits for `request.respond`.
    case request(BridgeRequest)
    /// A message was refused with this code; the page got the code, telemetry gets this.
    case refused(JourneyError)
    /// The page is gone and cannot come back by itself: it could not be loaded, its origin was refused, or its process
    /// died more often than a reload mends.
    case lost(JourneyError)
    case closedByPerson
}

/// One request of a page. It is answered exactly once: by whoever takes it, or with an error when the page goes away first.
package struct BridgeRequest: Sendable {
    package let method: String
    /// What the page gives; secret where it came encrypted.
    package let payload: BridgePayload
    /// Answers it; a secret only to a page that asked with one.
    package let answer: @Sendable (Result<BridgePayload, JourneyError>) -> Void

    init(
        method: String, payload: BridgePayload,
        answer: @escaping @Sendable (Result<BridgePayload, JourneyError>) -> Void
    ) {
        self.method = method
        self.payload = payload
        self.answer = answer
    }

    /// A request in the clear.
    init(
        method: String, params: JSONValue, respond: @escaping @Sendable (Result<JSONValue, JourneyError>) -> Void
    ) {
        self.init(method: method, payload: .plain(params)) { result in
            respond(
                result.flatMap { payload in
                    guard case .plain(let value) = payload else {
                        return .failure(JourneyError(.bridgeEncryption, "The answer is a secret."))
                    }
                    return .success(value)
                })
        }
    }

    /// What the page gives in the clear; empty where it came encrypted.
    var params: JSONValue { if case .plain(let value) = payload { value } else { [:] } }

    /// Answers with a value or an error.
    package func respond(_ result: Result<JSONValue, JourneyError>) { answer(result.map { .plain($0) }) }
}
