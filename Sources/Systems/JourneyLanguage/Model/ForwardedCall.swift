package import JourneyBase
internal import JourneyWire

/// A call of a journey as a gateway forwards it to the bank: what the signed manifest says about its requests and responses.
package struct ForwardedCall: Sendable {
    package let operation: String
    package let method: HTTPMethod
    /// The base URL of the API, as the pinned document names it.
    package let base: HTTPSURL
    /// The path below it, with `{name}` for each parameter.
    package let path: String
    /// The credentials that the gateway adds.
    package internal(set) var credentials: Set<GatewayCredential>
    /// The headers that requests may have, in lower case, besides those that every request has.
    package internal(set) var requestHeaders: Set<String>
    /// The headers of responses that the manifest reads, in lower case.
    package internal(set) var answerHeaders: Set<String>
    /// The names that the query of a request may have.
    package let queryNames: Set<String>
    /// The longest body of a request, in bytes.
    package let bodyLimit: Int

    init(_ operation: Operation, of binding: Binding, in journey: Journey) {
        self.operation = operation.id
        (method, base, path) = (operation.method, operation.base, operation.path)
        credentials = binding.gatewayCredentials
        let inputs = operation.inputs.values
        var names = inputs.filter { $0.place == .header }.map(\.name)
        names += (journey.headers.fields + binding.headers.fields).map(\.name)
        names += [journey.headerValues, binding.headerValues].flatMap(\.keys)
        names += [journey.headerTemplates, binding.headerTemplates].flatMap(\.keys)
        if case .header(let name)? = binding.keyPlacement?.place { names.append(name) }
        if operation.takesIdempotencyKey { names.append(BankHeader.idempotencyKey) }
        requestHeaders = Set(names.map { $0.lowercased() })
        answerHeaders = Set(binding.answerHeaders)
        queryNames = Set(inputs.filter { $0.place == .query }.map(\.name))
        bodyLimit = operation.requestLimit
    }
}

extension Journey {
    /// All calls of the journey, those that decide lost ones too.
    package var forwardedCalls: [ForwardedCall] {
        steps.values.flatMap(\.bindings).flatMap { binding in
            ([binding.operation] + [binding.statusQuery?.operation].compactMap(\.self))
                .map { ForwardedCall($0, of: binding, in: self) }
        }
    }
}
