public import Foundation
public import JourneyBase

/// A journey that has been verified and checked: types that cannot be wrong. Nothing after this sees the manifest's JSON.
public struct Journey: Sendable {
    public enum Version: String, Comparable, Sendable {
        case v11 = "1.1"
        case v12 = "1.2"
        public static func < (a: Version, b: Version) -> Bool { a.rawValue < b.rawValue }
    }

    public let id: JourneyID
    public let version: Version
    /// SHA-256 of the RFC 8785 form of the manifest without its signature.
    public let manifestHash: [UInt8]
    /// Grows with each manifest of a journey; 1.2 only.
    public let sequence: Int64?
    public let notBefore: Date?
    public let notAfter: Date?
    public let issuer: String?
    public let origins: SourcePolicy
    public let security: SecurityRequirements
    public let resumePolicy: ResumePolicy?
    /// As the manifest lists them.
    public let locales: [String]
    /// Sent with each call; a binding's own headers win.
    public let headers: HTTPFields
    public let limits: JourneyLimits
    public let startStep: StepID
    public let steps: [StepID: Step]

    package init(
        id: JourneyID, version: Version, manifestHash: [UInt8], sequence: Int64?, notBefore: Date?, notAfter: Date?,
        issuer: String?, origins: SourcePolicy, headers: HTTPFields, limits: JourneyLimits, startStep: StepID,
        steps: [StepID: Step], security: SecurityRequirements = SecurityRequirements(),
        resumePolicy: ResumePolicy? = nil, locales: [String] = []
    ) {
        self.id = id
        self.version = version
        self.manifestHash = manifestHash
        self.sequence = sequence
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.issuer = issuer
        self.origins = origins
        self.security = security
        self.resumePolicy = resumePolicy
        self.locales = locales
        self.headers = headers
        self.limits = limits
        self.startStep = startStep
        self.steps = steps
    }
}

/// What a manifest asks for beyond what always holds. Nothing here, set to false, skips a check.
public struct SecurityRequirements: Hashable, Sendable {
    /// Whether the host must have pins for the origins.
    public var pinning = false
    /// What the attestation must cover, by name.
    public var attestation: [String: Bool] = [:]
    /// Whether pages must complete the bridge's handshake; the bridge asks for it always.
    public var requiresHandshake = false

    public init() {}
}

/// When a run is saved, so that it can be resumed.
public struct ResumePolicy: Hashable, Sendable {
    /// The events after which it is.
    public let snapshotOn: [String]

    package init(snapshotOn: [String]) { self.snapshotOn = snapshotOn }
}

/// What bounds a run, whatever the manifest says.
public struct JourneyLimits: Hashable, Sendable {
    /// Steps entered in one run.
    public var totalSteps = 200
    /// Times that one step is entered in one run.
    public var visitsPerStep = 20
    /// `emit`s that follow from one event.
    public var emitChain = 8
    /// From start to end.
    public var journeyTimeout: Duration?

    public init() {}
}

/// One step.
public struct Step: Sendable {
    public let id: StepID
    public let kind: Kind
    public let timeout: Duration?
    public let bindings: [Binding]
    /// By event name; in document order, first match wins.
    public let transitions: [String: [Transition]]
    /// The methods that its page may request.
    public let methods: Set<String>
    /// A literal of manifest 1.1: joins the session's key where a binding has none of its own.
    public let idempotencyKey: String?

    public enum Kind: Sendable {
        case web(HTTPSURL)
        /// `method` is `params.method`, or the plugin's only method.
        case native(plugin: String, params: JSONValue)
        case server
        case terminal(Terminal)
    }

    package init(
        id: StepID, kind: Kind, timeout: Duration?, bindings: [Binding], transitions: [String: [Transition]],
        methods: Set<String>, idempotencyKey: String?
    ) {
        self.id = id
        self.kind = kind
        self.timeout = timeout
        self.bindings = bindings
        self.transitions = transitions
        self.methods = methods
        self.idempotencyKey = idempotencyKey
    }
}

/// Where an event leads.
public struct Transition: Sendable {
    public let guardExpression: Guard?
    /// Raised before the move, to the page and back into the machine.
    public let emit: String?
    public let target: StepID?

    package init(guardExpression: Guard?, emit: String?, target: StepID?) {
        self.guardExpression = guardExpression
        self.emit = emit
        self.target = target
    }
}

/// The end of a journey.
public struct Terminal: Sendable {
    public enum Kind: String, Sendable, CaseIterable { case completed, pending, cancelled, failed }
    public let outcome: Kind
    public let result: Result

    public enum Result: Sendable {
        /// Manifest 1.1: handed over as it stands.
        case literal(JSONValue)
        /// Manifest 1.2: the members that the result has, by name and type, taken from what led here.
        case declared([String: ValueType])
    }

    package init(outcome: Kind, result: Result) {
        self.outcome = outcome
        self.result = result
    }
}

/// The types that inputs, outputs and results are declared with.
public enum ValueType: String, Hashable, Sendable, CaseIterable {
    case string, integer, number, boolean, object, array

    /// Whether `value` is of this type; `null` is of none.
    public func admits(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string, .string), (.boolean, .bool), (.object, .object), (.array, .array), (.number, .number): true
        case (.integer, .number(let number)): number.int64 != nil
        default: false
        }
    }
}

/// A call to the bank that an event sets off.
public struct Binding: Sendable {
    public let onEvent: String
    public let operation: Operation
    public let arguments: Arguments
    /// Declared outputs of the response body's members; manifest 1.2.
    public let outputs: [String: ValueType]
    public let headers: HTTPFields
    public let onSuccessEmit: String?
    public let onErrorEmit: String?
    public let retry: [RetryRule]

    public enum Arguments: Sendable {
        case none
        /// Manifest 1.1: the object at this path of the event's payload is the arguments.
        case from(path: [String])
        /// Manifest 1.2: each argument's name and where its value stands.
        case declared([String: ContextPath])
    }

    package init(
        onEvent: String, operation: Operation, arguments: Arguments, outputs: [String: ValueType], headers: HTTPFields,
        onSuccessEmit: String?, onErrorEmit: String?, retry: [RetryRule]
    ) {
        self.onEvent = onEvent
        self.operation = operation
        self.arguments = arguments
        self.outputs = outputs
        self.headers = headers
        self.onSuccessEmit = onSuccessEmit
        self.onErrorEmit = onErrorEmit
        self.retry = retry
    }
}

/// When a call is tried again.
public struct RetryRule: Hashable, Sendable {
    public let codes: Set<ErrorCode>
    /// Tries after the first.
    public let attempts: Int
    /// The longest wait before a try.
    public let cap: Duration
    public let jitter: Bool

    package init(codes: Set<ErrorCode>, attempts: Int, cap: Duration, jitter: Bool) {
        self.codes = codes
        self.attempts = attempts
        self.cap = cap
        self.jitter = jitter
    }
}
