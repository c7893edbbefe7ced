package import JourneyBase

/// One operation of an OpenAPI document, ready to build requests and to validate responses.
package struct Operation: Sendable {
    package let id: String
    package let method: HTTPMethod
    /// The path, with `{name}` for each path parameter.
    let path: String
    /// The base URL of the API: the nearest server that is on the manifest's origins.
    package let base: HTTPSURL
    /// The operation's arguments by name: the name of the parameter or body member, or `place.name` if several places share it. A
    /// body that is not an object is the argument `body`.
    package let inputs: [String: Input]
    /// The parameters by argument name.
    let parameters: [String: Parameter]
    let body: RequestBody?
    let answers: Answers
    /// The members of a successful response whose types the document declares.
    package var outputs: [String: ValueType] { answers.outputs.types }
    /// `true` if the operation declares the header `X-Idempotency-Key`, so that repeated calls have one effect.
    package let takesIdempotencyKey: Bool
    /// `true` if calls carry the session's token; `false` if the document declares that none is needed.
    package let takesToken: Bool

    /// An argument of an operation.
    package struct Input: Hashable, Sendable {
        package enum Location: String, Hashable, Sendable { case path, query, header, cookie, body }
        package let place: Location
        /// The name in its place.
        package let name: String
        /// The type, or `nil` if the document declares none.
        package let type: ValueType?
        package let isRequired: Bool
        let isNullable: Bool
        /// `true` for a file or a list of files: objects with the bytes in base64 as `data`.
        package var isFile = false

        /// Returns `true` if a value of the type `known` may be valid for the argument.
        func mayTake(_ known: ValueType) -> Bool { type.map { known.mayBe($0) } ?? true }

        /// A description of the accepted values, for messages.
        var kind: String {
            guard isFile else { return type?.rawValue ?? "of any type" }
            return type == .array
                ? "a list of files, objects with 'data' in base64" : "a file, an object with 'data' in base64"
        }
    }

    /// Resolves the operation `id` of the bundle `document`, fetched from `address`, whose origin alone is allowed. For tools and
    /// tests without a manifest. Throws as `JourneyLoader.compile` does.
    package static func resolving(
        _ id: String, in document: [UInt8], allowing address: HTTPSURL
    ) throws(JourneyError) -> Operation {
        try reporting { () throws(Refusal) in
            let resolver = try OpenAPIResolver(
                document, origins: SourcePolicy([address.origin]), address: address)
            return try resolver.operation(id, at: Reading(.string(id), path: "call", code: .manifestInvalid))
        }
    }

    /// Resolves operations of the bundle `document` as `resolving(_:in:allowing:)` does, reading it once.
    ///
    /// - Parameters:
    ///   - ids: The operations.
    ///   - document: The bundle.
    ///   - address: The bundle's address, whose origin alone is allowed.
    ///   - supplied: The credentials that the gateway adds.
    /// - Returns: Each operation, or the reason why it cannot be called.
    /// - Throws: `JourneyError` for a document that is none.
    package static func resolving(
        _ ids: some Sequence<String>, in document: [UInt8], allowing address: HTTPSURL,
        supplied: Set<GatewayCredential> = []
    ) throws(JourneyError) -> [String: Result<Operation, JourneyError>] {
        let resolver = try reporting { () throws(Refusal) in
            try OpenAPIResolver(document, origins: SourcePolicy([address.origin]), address: address)
        }
        var found: [String: Result<Operation, JourneyError>] = [:]
        for id in ids {
            do throws(JourneyError) {
                found[id] = .success(
                    try reporting { () throws(Refusal) in
                        try resolver.operation(
                            id, supplied: supplied, at: Reading(.string(id), path: "call", code: .manifestInvalid))
                    })
            } catch { found[id] = .failure(error) }
        }
        return found
    }

    /// The media type of the request body that calls send, or `nil` for an operation without one.
    package var bodyType: MediaType? { body?.type }
    /// `true` if every call has a body.
    package var requiresBody: Bool { body?.isRequired ?? false }
    /// `true` if the argument `body` may stand for all members of a body that is an object.
    package var takesWholeBody: Bool { takesWholeBody(as: RequestBody.wholeName) }

    /// The maximum length of a request body, in bytes.
    static let requestLimit = 256 * 1024
    /// The maximum length of a request body that carries a file, in bytes.
    static let uploadLimit = 4 << 20

    /// The maximum body length of this operation's calls, in bytes; larger if the document declares a file.
    var requestLimit: Int { body?.carriesFile ?? false ? Operation.uploadLimit : Operation.requestLimit }

    /// `true` if repeated calls have one effect, because of the method or an idempotency key.
    var mayRepeat: Bool { method.isIdempotent || takesIdempotencyKey }

    /// Returns a required argument that is neither in `given` nor, for a header, in `headers`. Required body members count only
    /// if the call has a body.
    func missing(given: Set<String>, headers: HTTPFields) -> String? {
        let hasBody = body.map { $0.isRequired || given.contains { isInBody($0) } } ?? false
        return inputs.filter { $0.value.isRequired && (hasBody || $0.value.place != .body) }
            .filter { $0.value.place != .header || headers[$0.value.name] == nil }.keys.sorted()
            .first { !given.contains($0) }
    }

    /// Returns `true` if a value of the type `type` as the argument `name` makes more of an address, or of the cookies, than one
    /// value: an object its names, a list several values.
    func maySpread(_ name: String, _ type: ValueType) -> Bool {
        // A header's value is one, and so is JSON in any place.
        guard let parameter = parameters[name], [.path, .query, .cookie].contains(parameter.place),
            case .style(let style, explode: let isExploded, _) = parameter.form
        else { return false }
        return type == .object || (isExploded && style != .simple)
    }

    /// Returns `true` if `maySpread` holds for the argument, and its schema asks for the type.
    func namesAddressParts(_ name: String, _ type: ValueType) -> Bool {
        inputs[name]?.type == type && maySpread(name, type)
    }

    /// Returns `true` if `name` is an argument of the operation.
    func accepts(_ name: String) -> Bool {
        if inputs[name] != nil { return true }
        guard let body, body.isFlat, body.isOpen else { return false }
        return !body.excluded.contains(name)
    }

    /// Returns a hint with names that `name` may stand for.
    func hint(for name: String) -> String {
        let qualified = inputs.keys.filter { $0.hasSuffix(".\(name)") }.sorted()
        if !qualified.isEmpty {
            return "; several places have it: \(qualified.map(Refusal.quote).joined(separator: ", "))"
        }
        return SpellingSuggestion.hint(for: name, in: inputs.keys, or: "")
    }

    /// The arguments that a page may pass without a declaration: all except headers and cookies.
    var argumentsOutsideHeaders: Set<String> {
        Set(inputs.filter { $0.value.place != .header && $0.value.place != .cookie }.keys)
    }

    /// Returns `true` if a successful response may have the member `name`.
    func mayAnswer(_ name: String) -> Bool { answers.outputs.names.contains(name) || answers.outputs.isOpen }

    /// Returns `true` if `name` is `body` and stands for all members of a body that is an object, none of which has that name.
    func takesWholeBody(as name: String) -> Bool {
        name == RequestBody.wholeName && body?.isFlat == true && inputs[name] == nil
    }

    /// Returns the arguments with the members of `body` in place of the argument that stands for all of them. Returns `nil` if
    /// it is no object, or has a member that would be another argument.
    package func spreading(_ arguments: [String: JSONValue]) -> [String: JSONValue]? {
        guard let whole = arguments[RequestBody.wholeName], takesWholeBody(as: RequestBody.wholeName) else {
            return arguments
        }
        guard let members = whole.object else { return nil }
        var spread = arguments
        spread[RequestBody.wholeName] = nil
        if members.isEmpty { spread[RequestBody.emptyName] = .object([:]) }
        for (member, value) in members {
            let qualified = "\(RequestBody.wholeName).\(member)"
            let name = inputs[qualified] == nil ? member : qualified
            guard spread[name] == nil, inputs[name].map({ $0.place == .body }) ?? true else { return nil }
            spread[name] = value
        }
        return spread
    }

    func isInBody(_ name: String) -> Bool { (inputs[name]?.place ?? .body) == .body }
}

extension Operation {
    /// Creates an operation without a document, which accepts any JSON object as its body and any JSON as its response. For tests
    /// of callers.
    package init(
        id: String, method: HTTPMethod, path: String, base: HTTPSURL, takesIdempotencyKey: Bool = true
    ) {
        self.init(
            id: id, method: method, path: path, base: base, inputs: [:], parameters: [:],
            body: method == .get ? nil : .anyObject, answers: .anything, takesIdempotencyKey: takesIdempotencyKey,
            takesToken: true)
    }
}
