public import JourneyBase

extension Operation {
    /// The request of a call: arguments in path and query as the document places them, the rest in a JSON body.
    ///
    /// Path and query values are percent-encoded whole, so that none leaves its segment. `headers` go on top of
    /// `Accept` and `Content-Type`. Throws `JourneyError` with `VALIDATION_FAIL` for an unknown or missing argument, a
    /// value of another type than declared, and an empty path value.
    public func request(
        arguments: [String: JSONValue], headers: HTTPFields = [:]
    ) throws(JourneyError) -> HTTPRequest {
        var members: [String: JSONValue] = [:]
        var query: [String] = []
        var values: [String: String] = [:]
        for (name, value) in arguments.sorted(by: { $0.key < $1.key }) {
            guard accepts(name) else { throw refusal("takes no argument \(Refusal.quote(name))") }
            guard let input = inputs[name] else {
                members[name] = value
                continue
            }
            try check(value, of: name, input)
            switch input.place {
            case .body: members[name] = value
            case .path: values[name] = try Operation.scalar(value, of: name, in: self)
            case .query:
                if value == .null { continue }
                let text = try Operation.scalar(value, of: name, in: self)
                query.append("\(Operation.encoded(name))=\(Operation.encoded(text))")
            }
        }
        if let name = missing(given: Set(arguments.keys)) { throw refusal("needs the argument \(Refusal.quote(name))") }
        var request = HTTPRequest(
            method: method, url: try url(values, query: query), headers: ["Accept": "application/json"])
        if case .json(let isRequired, _) = body, isRequired || !members.isEmpty {
            request.body = JSONValue.object(members).compactBytes
            request.headers["Content-Type"] = "application/json"
        }
        for field in headers.fields { request.headers[field.name] = field.value }
        return request
    }

    private func refusal(_ rest: String) -> JourneyError {
        JourneyError(.validationFail, "The operation \(id) \(rest).")
    }

    private func check(_ value: JSONValue, of name: String, _ input: Input) throws(JourneyError) {
        if value == .null {
            guard input.isNullable || !input.isRequired && input.place == .query else {
                throw refusal("takes no null as \(Refusal.quote(name))")
            }
            return
        }
        guard input.type?.admits(value) ?? true else {
            throw refusal("takes \(input.type?.rawValue ?? "another type") as \(Refusal.quote(name))")
        }
    }

    private static func scalar(
        _ value: JSONValue, of name: String, in operation: Operation
    ) throws(JourneyError) -> String {
        switch value {
        case .string(let text):
            if text.isEmpty, operation.inputs[name]?.place == .path {
                throw operation.refusal("takes no empty text as \(Refusal.quote(name)), which stands in its path")
            }
            return text
        case .number(let number): return number.lexeme
        case .bool(let truth): return truth ? "true" : "false"
        case .null, .array, .object: throw operation.refusal("takes one plain value as \(Refusal.quote(name))")
        }
    }

    private func url(_ values: [String: String], query: [String]) throws(JourneyError) -> HTTPSURL {
        var text = base.path.hasSuffix("/") ? String(base.path.dropLast()) : base.path
        for piece in PathTemplate.pieces(of: path) ?? [] {
            switch piece {
            case .literal(let literal): text += literal
            case .parameter(let name): text += Operation.encoded(values[name] ?? "")
            }
        }
        guard
            let url = HTTPSURL(
                origin: base.origin, path: text, query: query.isEmpty ? nil : query.joined(separator: "&"))
        else { throw refusal("has no address with these arguments") }
        return url
    }

    /// Everything but RFC 3986's unreserved characters, percent-encoded.
    static func encoded(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var out: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                out.append(byte)
            default: out += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: out, as: UTF8.self)
    }
}
