public import JourneyBase

/// One operation of an OpenAPI document, ready to become a request.
public struct Operation: Hashable, Sendable {
    public let id: String
    public let method: HTTPMethod
    /// With `{name}` where a path parameter goes.
    public let path: String
    /// Where the API stands: the document's server, checked against the manifest's origins.
    public let base: HTTPSURL
    /// What it takes, by name.
    public let inputs: [String: Input]
    /// The members of a successful answer whose types the document gives.
    public let outputs: [String: ValueType]
    /// Whether it declares the header `X-Idempotency-Key`, so that a repeat of a call is no second effect.
    public let takesIdempotencyKey: Bool
    /// Headers that it requires and that the engine does not set by itself.
    let requiredHeaders: [String]
    let body: Body

    /// An argument.
    public struct Input: Hashable, Sendable {
        public enum Place: Hashable, Sendable { case path, query, body }
        public let place: Place
        /// `nil` when the document does not say.
        public let type: ValueType?
        public let isRequired: Bool
        public let isNullable: Bool
    }

    /// What its request body may be.
    enum Body: Hashable, Sendable {
        case none
        /// A JSON object; `open` when it takes members that are not declared.
        case json(isRequired: Bool, isOpen: Bool)
    }

    init(
        id: String, method: HTTPMethod, path: String, base: HTTPSURL, inputs: [String: Input],
        outputs: [String: ValueType], takesIdempotencyKey: Bool, requiredHeaders: [String], body: Body
    ) {
        self.id = id
        self.method = method
        self.path = path
        self.base = base
        self.inputs = inputs
        self.outputs = outputs
        self.takesIdempotencyKey = takesIdempotencyKey
        self.requiredHeaders = requiredHeaders
        self.body = body
    }

    /// An operation without a document, which takes any JSON object as its body: for tests of what calls it.
    package init(id: String, method: HTTPMethod, path: String, base: HTTPSURL) {
        self.init(
            id: id, method: method, path: path, base: base, inputs: [:], outputs: [:], takesIdempotencyKey: true,
            requiredHeaders: [], body: method == .get ? .none : .json(isRequired: false, isOpen: true))
    }

    /// Whether a repeat of a call has the effect of one: by its method, or because it carries a key.
    public var mayRepeat: Bool { method.isIdempotent || takesIdempotencyKey }

    /// A required argument that `given` lacks. Required members of the body count only when there is a body.
    func missing(given: Set<String>) -> String? {
        let hasBody =
            switch body {
            case .none: false
            case .json(let isRequired, _): isRequired || given.contains { (inputs[$0]?.place ?? .body) == .body }
            }
        return inputs.filter { $0.value.isRequired && (hasBody || $0.value.place != .body) }.keys.sorted()
            .first { !given.contains($0) }
    }

    /// Whether `name` is an argument of it.
    func accepts(_ name: String) -> Bool {
        if inputs[name] != nil { return true }
        if case .json(_, isOpen: true) = body { return true }
        return false
    }
}
