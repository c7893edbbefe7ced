package import JourneyBase

extension Operation {
    /// Builds the request of a call, with each argument in the place and encoding that the document declares.
    ///
    /// `headers` come from the manifest and the binding. The document determines `Content-Type` and `Accept`, so these are
    /// ignored in `headers`. The same arguments yield the same bytes. Throws `JourneyError` with `VALIDATION_FAIL` for an unknown
    /// or missing argument, a value that its schema rejects, a value that would escape its place, and a body longer than
    /// `requestLimit`.
    package func request(
        arguments: [String: JSONValue], headers: HTTPFields = [:]
    ) throws(JourneyError) -> HTTPRequest {
        for name in arguments.keys.sorted() where name != RequestBody.emptyName && !accepts(name) {
            throw refusal("has no argument \(Refusal.quote(name))")
        }
        if let name = missing(given: Set(arguments.keys), headers: headers) {
            throw refusal("requires the argument \(Refusal.quote(name))")
        }
        if let fault = faults(in: arguments).first {
            throw refusal("has an invalid argument: \(Refusal.quote(fault.field)) \(fault.detail)")
        }
        var request = HTTPRequest(method: method, url: try url(arguments), headers: ["Accept": answers.accept])
        for field in headers.fields where !["accept", "content-type"].contains(field.name.lowercased()) {
            request.headers[field.name] = field.value
        }
        try addHeaders(arguments, to: &request)
        if let body, body.isRequired || arguments.keys.contains(where: isInBody) {
            let written = try write(body, arguments)
            request.body = written.bytes
            request.headers["Content-Type"] = written.type
        }
        guard request.body.count <= requestLimit else {
            throw refusal("has a request body of more than \(requestLimit) bytes")
        }
        return request
    }

    func refusal(_ rest: String) -> JourneyError { JourneyError(.validationFail, "The operation \(id) \(rest).") }

    /// Returns the arguments of one place, sorted by name. `null` counts as absent if the parameter is optional.
    private func given(
        _ place: ParameterLocation, _ arguments: [String: JSONValue]
    ) throws(JourneyError) -> [(name: String, parameter: Parameter, value: JSONValue)] {
        var found: [(name: String, parameter: Parameter, value: JSONValue)] = []
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard let parameter = parameters[name], parameter.place == place else { continue }
            if value == .null {
                guard !parameter.isRequired else { throw refusal("does not allow null for \(Refusal.quote(name))") }
                continue
            }
            found.append((name, parameter, value))
        }
        return found
    }

    private func url(_ arguments: [String: JSONValue]) throws(JourneyError) -> HTTPSURL {
        var values: [String: String] = [:]
        for (name, parameter, value) in try given(.path, arguments) {
            guard let text = parameter.text(of: value), !text.isEmpty, PathSafety.isSafe(value) else {
                throw refusal("cannot encode the value of \(Refusal.quote(name)) in its path")
            }
            values[parameter.name] = text
        }
        var text = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        for piece in PathTemplate.pieces(of: path) ?? [] {
            switch piece {
            case .literal(let literal): text += literal
            case .parameter(let name): text += values[name] ?? ""
            }
        }
        let query = try pairs(.query, arguments)
        guard
            let url = HTTPSURL(
                origin: base.origin, path: text,
                query: query.isEmpty ? nil : query.map { "\($0.name)=\($0.value)" }.joined(separator: "&"))
        else { throw refusal("has no valid URL with these arguments") }
        return url
    }

    /// Returns the `name=value` pairs of a place. Two arguments must not produce the same name, which is possible because members
    /// of an exploded object become names.
    private func pairs(
        _ place: ParameterLocation, _ arguments: [String: JSONValue]
    ) throws(JourneyError) -> [(name: String, value: String)] {
        var all: [(name: String, value: String)] = []
        var owners: [String: String] = [:]
        for (_, parameter) in parameters where parameter.place == place {
            owners[PercentEncoding.encoded(parameter.name)] = parameter.name
        }
        for (name, parameter, value) in try given(place, arguments) {
            guard let pairs = parameter.pairs(of: value), !(parameter.isRequired && pairs.isEmpty) else {
                throw refusal("cannot encode the value of \(Refusal.quote(name))")
            }
            for pair in pairs {
                guard owners[pair.name, default: parameter.name] == parameter.name else {
                    throw refusal("has two arguments that both set \(Refusal.quote(pair.name))")
                }
                owners[pair.name] = parameter.name
            }
            all += pairs
        }
        return all
    }

    private func addHeaders(_ arguments: [String: JSONValue], to request: inout HTTPRequest) throws(JourneyError) {
        for (name, parameter, value) in try given(.header, arguments) {
            guard let text = parameter.text(of: value), HeaderText.isSafe(text) else {
                throw refusal("cannot encode the value of \(Refusal.quote(name)) as a header")
            }
            guard !text.isEmpty || !parameter.isRequired else {
                throw refusal("requires a value for \(Refusal.quote(name))")
            }
            request.headers[parameter.name] = text
        }
        let cookies = try pairs(.cookie, arguments)
        guard !cookies.isEmpty else { return }
        let line = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
        guard HeaderText.isSafe(line) else { throw refusal("cannot encode these arguments as cookies") }
        request.headers["Cookie"] = line
    }
}
