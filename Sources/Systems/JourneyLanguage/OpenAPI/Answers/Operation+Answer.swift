package import JourneyBase

extension Operation {
    /// The maximum length of a response body that is parsed, in bytes.
    static let answerLimit = 1 << 20

    /// Validates `response` against the status, media type, body and headers that the document declares, and returns its JSON;
    /// `null` if there is no JSON body.
    ///
    /// Throws `JourneyError` with `RESPONSE_TOO_LARGE`, and with `VALIDATION_FAIL` for an undeclared status or media type, an
    /// invalid body, or a missing or invalid header. Without declared responses, any JSON is accepted.
    package func answer(of response: HTTPResponse) throws(JourneyError) -> JSONValue {
        guard response.body.count <= Operation.answerLimit else {
            throw JourneyError(
                .responseTooLarge, "\(id) returned more than \(Operation.answerLimit) bytes.")
        }
        if answers.isSilent { return try json(response.body) }
        var reason = unfit("the status \(response.status), which its OpenAPI document does not declare")
        for (index, answer) in answers[response.status].enumerated() {
            do throws(JourneyError) { return try value(of: response, answer) } catch {
                if index == 0 { reason = error }
            }
        }
        throw reason
    }

    /// Validates the JSON of a success by `status` and body alone, and returns it as a journey receives it. The result equals
    /// that of `answer(of:)` for a response with the declared media type and headers.
    ///
    /// - Throws: `VALIDATION_FAIL` for an undeclared status or an invalid body.
    func accepted(_ body: JSONValue, status: Int) throws(JourneyError) -> JSONValue {
        if answers.isSilent { return body }
        var reason = unfit("the status \(status), which its OpenAPI document does not declare")
        for (index, answer) in answers[status].enumerated() {
            do throws(JourneyError) { return try accepted(body, status: status, answer) } catch {
                if index == 0 { reason = error }
            }
        }
        throw reason
    }

    private func accepted(_ body: JSONValue, status: Int, _ answer: Answer) throws(JourneyError) -> JSONValue {
        if method == .head || status == 204 || answer.bodies.isEmpty { return .null }
        let readable = answer.bodies.filter { $0.type.isJSON || $0.type.isRange }
        guard !readable.isEmpty else { return .null }
        guard body != .null else { throw unfit("no body, although its OpenAPI document declares one") }
        var fault: SchemaFault?
        for declared in readable {
            guard let first = declared.check.faults(in: body).first else { return body }
            fault = fault ?? first
        }
        throw unfit(
            "a body that does not match its schema: \(Refusal.quote(fault?.pointer ?? "")) \(fault?.reason ?? "")")
    }

    /// Returns `true` if the body of the error `response` matches the declaration for its status, or if none is declared.
    ///
    /// The status of such a response counts in any case; a body that does not match is ignored.
    package func isAsDeclared(refusal response: HTTPResponse) -> Bool {
        guard response.body.count <= Operation.answerLimit else { return false }
        guard let answer = answers[response.status].first, !answer.bodies.isEmpty else { return true }
        return (try? body(of: response, answer)) != nil
    }

    private func value(of response: HTTPResponse, _ answer: Answer) throws(JourneyError) -> JSONValue {
        for header in answer.headers { try check(header, in: response) }
        if method == .head || response.status == 204 { return .null }
        return try body(of: response, answer)
    }

    private func unfit(_ what: String) -> JourneyError {
        JourneyError(.validationFail, "\(id) returned \(what).")
    }

    private func json(_ bytes: [UInt8]) throws(JourneyError) -> JSONValue {
        if bytes.isEmpty { return .null }
        do { return try JSONReader.read(bytes) } catch { throw unfit("invalid JSON: \(error)") }
    }

    private func body(of response: HTTPResponse, _ answer: Answer) throws(JourneyError) -> JSONValue {
        if answer.bodies.isEmpty { return .null }
        guard !response.body.isEmpty else { throw unfit("no body, although its OpenAPI document declares one") }
        guard let type = response.headers["Content-Type"].flatMap({ MediaType($0) }) else {
            throw unfit("a body without a Content-Type")
        }
        guard let body = answer.body(of: type) else {
            throw unfit(
                "the media type \(Refusal.quote(type.description)), which its OpenAPI document does not declare")
        }
        guard type.isJSON else { return .null }
        let value = try json(response.body)
        if let fault = body.check.faults(in: value).first {
            throw unfit("a body that does not match its schema: \(Refusal.quote(fault.pointer)) \(fault.reason)")
        }
        return value
    }

    private func check(_ header: Answer.Header, in response: HTTPResponse) throws(JourneyError) {
        let values = response.headers.values(of: header.name)
        guard !values.isEmpty else {
            guard !header.isRequired else {
                throw unfit("no header \(Refusal.quote(header.name)), which its OpenAPI document requires")
            }
            return
        }
        guard let value = header.value(of: values.joined(separator: ",")) else {
            throw unfit("a header \(Refusal.quote(header.name)) that does not match its schema")
        }
        if let fault = header.check.faults(in: value).first {
            throw unfit("a header \(Refusal.quote(header.name)) that \(fault.reason)")
        }
    }
}
