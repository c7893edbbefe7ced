package import JourneyBase

/// One operation of an OpenAPI document, ready to become a request and to judge its answer.
package struct Operation: Sendable {
    package let id: String
    package let method: HTTPMethod
    /// With `{name}` where a path parameter goes.
    let path: String
    /// Where the API stands: the nearest server that is on the manifest's origins.
    package let base: HTTPSURL
    /// What it takes, by argument name: the parameter's or the body member's own, or `place.name` where several places
    /// have that name; a body that is no object is the argument `body`.
    package let inputs: [String: Input]
    /// By argument name.
    let parameters: [String: Parameter]
    let body: RequestBody?
    let answers: Answers
    /// The members of a successful answer whose types the document gives.
    package var outputs: [String: ValueType] { answers.outputs.types }
    /// Whether it declares the header `X-Idempotency-Key`, so that a repeat of a call is no second effect.
    package let takesIdempotencyKey: Bool
    /// Whether its calls carry the session's token: not where the document says that it needs none.
    package let takesToken: Bool

    /// An argument.
    package struct Input: Hashable, Sendable {
        package enum Location: String, Hashable, Sendable { case path, query, header, cookie, body }
        package let place: Location
        /// In its place.
        package let name: String
        /// `nil` when the document does not say.
        package let type: ValueType?
        package let isRequired: Bool
        let isNullable: Bool
        /// Whether it is a file, or a list of files: each an object with the bytes in base64 as `data`.
        package var isFile = false

        /// Whether a value of `known` may be one that it takes.
        func mayTake(_ known: ValueType) -> Bool { type.map { known.mayBe($0) } ?? true }

        /// What it takes, for messages.
        var kind: String {
            guard isFile else { return type?.rawValue ?? "of any type" }
            return type == .array
                ? "a list of files, objects with 'data' in base64" : "a file, an object with 'data' in base64"
        }
    }

    /// The operation `id` of the bundle `document`, which was fetched from `address`, whose origin alone is allowed: for
    /// tools and tests that have no manifest. Throws as `JourneyLoader.compile` does.
    package static func resolving(
        _ id: String, in document: [UInt8], allowing address: HTTPSURL
    ) throws(JourneyError) -> Operation {
        try reporting { () throws(Refusal) in
            let resolver = try OpenAPIResolver(
                document, origins: SourcePolicy([address.origin]), address: address)
            return try resolver.operation(id, at: Reading(.string(id), path: "call", code: .manifestInvalid))
        }
    }

    /// The longest body of a request, in bytes; more is never sent.
    static let requestLimit = 256 * 1024
    /// The longest body of a request that carries a file, in bytes.
    static let uploadLimit = 4 << 20

    /// The longest body that a call of it may have, in bytes: more where the document says that it carries a file.
    var requestLimit: Int { body?.carriesFile ?? false ? Operation.uploadLimit : Operation.requestLimit }

    /// Whether a repeat of a call has the effect of one: by its method, or because it carries a key.
    var mayRepeat: Bool { method.isIdempotent || takesIdempotencyKey }

    /// A required argument that is neither in `given` nor, as a header, in `headers`. Required members of the body count
    /// only when there is a body.
    func missing(given: Set<String>, headers: HTTPFields) -> String? {
        let hasBody = body.map { $0.isRequired || given.contains { isInBody($0) } } ?? false
        return inputs.filter { $0.value.isRequired && (hasBody || $0.value.place != .body) }
            .filter { $0.value.place != .header || headers[$0.value.name] == nil }.keys.sorted()
            .first { !given.contains($0) }
    }

    /// Whether `name` is an argument of it.
    func accepts(_ name: String) -> Bool {
        if inputs[name] != nil { return true }
        guard let body, body.isFlat, body.isOpen else { return false }
        return !body.excluded.contains(name)
    }

    /// Names that `name` may have been meant for.
    func hint(for name: String) -> String {
        let qualified = inputs.keys.filter { $0.hasSuffix(".\(name)") }.sorted()
        if !qualified.isEmpty {
            return "; several places have it: \(qualified.map(Refusal.quote).joined(separator: ", "))"
        }
        return SpellingSuggestion.hint(for: name, in: inputs.keys, or: "")
    }

    /// What a page may give without being named: everything but headers and cookies.
    var argumentsOutsideHeaders: Set<String> {
        Set(inputs.filter { $0.value.place != .header && $0.value.place != .cookie }.keys)
    }

    /// Whether a success may have the member `name`.
    func mayAnswer(_ name: String) -> Bool { answers.outputs.names.contains(name) || answers.outputs.isOpen }

    func isInBody(_ name: String) -> Bool { (inputs[name]?.place ?? .body) == .body }
}

extension Operation {
    /// An operation without a document, which takes any JSON object as its body and any JSON as its answer: for tests of
    /// what calls it.
    package init(
        id: String, method: HTTPMethod, path: String, base: HTTPSURL, takesIdempotencyKey: Bool = true
    ) {
        self.init(
            id: id, method: method, path: path, base: base, inputs: [:], parameters: [:],
            body: method == .get ? nil : .anyObject, answers: .anything, takesIdempotencyKey: takesIdempotencyKey,
            takesToken: true)
    }
}
