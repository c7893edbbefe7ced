public import JourneyBase

/// What one step lets its page do, and what its page is told.
public struct BridgeStep: Sendable {
    public var journey: JourneyID
    public var step: StepID
    /// SHA-256 of the manifest's canonical form.
    public var manifestHash: [UInt8]
    /// The methods a page may request.
    public var methods: Set<String>
    /// What `bridge_ready` carries under `context`: locale, product code and the like, never a secret.
    public var context: JSONValue
    /// Comes back with whatever the page of this showing does.
    public var visit: Int

    public init(
        journey: JourneyID, step: StepID, manifestHash: [UInt8], methods: Set<String>, context: JSONValue, visit: Int
    ) {
        self.journey = journey
        self.step = step
        self.manifestHash = manifestHash
        self.methods = methods
        self.context = context
        self.visit = visit
    }
}

/// What a page did, and in which showing: by the time it is looked at, another step may have been entered.
public struct BridgeReport: Sendable {
    /// The `visit` of the step that was presented when it happened; 0 before any.
    public let visit: Int
    public let event: BridgeInbound

    public init(visit: Int, event: BridgeInbound) {
        self.visit = visit
        self.event = event
    }
}

/// What reaches the engine from a page, after every check.
public enum BridgeInbound: Sendable {
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

/// One request of a page. It is answered exactly once: by `respond`, or with an error when the page goes away first.
public struct BridgeRequest: Sendable {
    public let method: String
    public let params: JSONValue
    public let respond: @Sendable (Result<JSONValue, JourneyError>) -> Void

    public init(
        method: String, params: JSONValue, respond: @escaping @Sendable (Result<JSONValue, JourneyError>) -> Void
    ) {
        self.method = method
        self.params = params
        self.respond = respond
    }
}
