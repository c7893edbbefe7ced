package import JourneyBase

/// The rights of a step's page, and the data that it receives in the handshake.
package struct BridgeStep: Sendable {
    var journey: JourneyID
    var step: StepID
    /// SHA-256 of the manifest's canonical form.
    var manifestHash: [UInt8]
    /// The methods a page may request.
    var methods: Set<String>
    /// The methods and events with encrypted payloads, in both directions, and their encryption. The page of such a step needs
    /// bridge 1.2.
    var encrypted: [String: PayloadEncryption]
    /// `true` when a page counts as lost if its handshake is refused or late. Otherwise such a page stays without a bridge; no
    /// message passes without a handshake either way.
    var requiresHandshake: Bool
    /// The member `context` of `bridge_ready`: locale, product code and the like, never a secret.
    var context: JSONValue
    /// The number of this visit, which every report about its page carries.
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

/// A page's action and the visit in which it happened: by the time it is handled, another step may have begun.
package struct BridgeReport: Sendable {
    /// The `visit` of the step that was presented at that time; 0 before any.
    package let visit: Int
    package let event: BridgeInbound

    package init(visit: Int, event: BridgeInbound) {
        self.visit = visit
        self.event = event
    }
}

/// A page's input for the engine, after every check.
package enum BridgeInbound: Sendable {
    /// The handshake is complete, and the page has confirmed it.
    case opened(documentID: String)
    /// The page raised an event.
    case event(name: String, payload: JSONValue)
    /// The page called an allowed method and waits for `request.respond`.
    case request(BridgeRequest)
    /// A message was refused. The page receives the code, telemetry the error.
    case refused(JourneyError)
    /// The page is lost for good: it could not be loaded, its origin was refused, or its process died again after a reload.
    case lost(JourneyError)
    case closedByPerson
}

/// A page's request. It is answered exactly once: by its handler, or with an error when the page goes away first.
package struct BridgeRequest: Sendable {
    package let method: String
    /// The request's parameters; secret when they were encrypted.
    package let payload: BridgePayload
    /// Answers the request. A secret is sent only to a page whose request was encrypted.
    package let answer: @Sendable (Result<BridgePayload, JourneyError>) -> Void

    init(
        method: String, payload: BridgePayload,
        answer: @escaping @Sendable (Result<BridgePayload, JourneyError>) -> Void
    ) {
        self.method = method
        self.payload = payload
        self.answer = answer
    }

    /// Creates a request without encryption.
    init(
        method: String, params: JSONValue, respond: @escaping @Sendable (Result<JSONValue, JourneyError>) -> Void
    ) {
        self.init(method: method, payload: .plain(params)) { result in
            respond(
                result.flatMap { payload in
                    guard case .plain(let value) = payload else {
                        return .failure(
                            JourneyError(.bridgeEncryption, "The answer is secret, but the request was not encrypted."))
                    }
                    return .success(value)
                })
        }
    }

    /// The unencrypted parameters; empty when they were encrypted.
    var params: JSONValue { if case .plain(let value) = payload { value } else { [:] } }

    /// Answers with a value or an error.
    package func respond(_ result: Result<JSONValue, JourneyError>) { answer(result.map { .plain($0) }) }
}
