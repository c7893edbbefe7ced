package import JourneyBase

extension Operation {
    /// The longest body that is parsed, in bytes.
    static let answerLimit = 1 << 20

    /// The JSON of `response`, held against what the document says of its status, its media type, its body and its
    /// headers; `null` when there is no body, or none that is JSON.
    ///
    /// Throws `JourneyError` with `RESPONSE_TOO_LARGE`, and with `VALIDATION_FAIL` for an answer that the document does not
    /// have: a status, a media type or a body of another kind, a header that is missing or not as its schema wants it. A
    /// document that says nothing of answers takes any JSON.
    package func answer(of response: HTTPResponse) throws(JourneyError) -> JSONValue {
        guard response.body.count <= Operation.answerLimit else {
            throw JourneyError(
                .responseTooLarge, "\(id) was answered with more than \(Operation.answerLimit) bytes.")
        }
        if answers.isSilent { return try json(response.body) }
        var reason = unfit("the status \(response.status), which it does not declare")
        for (index, answer) in answers[response.status].enumerated() {
            do throws(JourneyError) { return try value(of: response, answer) } catch {
                if index == 0 { reason = error }
            }
        }
        throw reason
    }

    /// The body of a success as a journey gets it, where all that is known of the answer is its `status` and its JSON: what
    /// `answer(of:)` gives of the same answer with the media type and the headers that the document declares.
    ///
    /// - Throws: `VALIDATION_FAIL` for a status or a body that the document does not have.
    func accepted(_ body: JSONValue, status: Int) throws(JourneyError) -> JSONValue {
        if answers.isSilent { return body }
        var reason = unfit("the status \(status), which it does not declare")
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
        guard body != .null else { throw unfit("no body, where it declares one") }
        var fault: SchemaFault?
        for declared in readable {
            guard let first = declared.check.faults(in: body).first else { return body }
            fault = fault ?? first
        }
        throw unfit("a body that is not as declared: \(Refusal.quote(fault?.pointer ?? "")) \(fault?.reason ?? "")")
    }

    /// Whether the body of `response`, which says no, is as the document declares it for its status. Where the document
    /// declares no body for that status, it is as good as any.
    ///
    /// The status of such an answer counts whatever this says; of a body that is not as declared, nothing else does.
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
        JourneyError(.validationFail, "\(id) was answered with \(what).")
    }

    private func json(_ bytes: [UInt8]) throws(JourneyError) -> JSONValue {
        if bytes.isEmpty { return .null }
        do { return try JSONReader.read(bytes) } catch { throw unfit("what is no JSON: \(error)") }
    }

    private func body(of response: HTTPResponse, _ answer: Answer) throws(JourneyError) -> JSONValue {
        if answer.bodies.isEmpty { return .null }
        guard !response.body.isEmpty else { throw unfit("no body, where it declares one") }
        guard let type = response.headers["Content-Type"].flatMap({ MediaType($0) }) else {
            throw unfit("a body without a Content-Type")
        }
        guard let body = answer.body(of: type) else {
            throw unfit("\(Refusal.quote(type.description)), which it does not declare")
        }
        guard type.isJSON else { return .null }
        let value = try json(response.body)
        if let fault = body.check.faults(in: value).first {
            throw unfit("a body that is not as declared: \(Refusal.quote(fault.pointer)) \(fault.reason)")
        }
        return value
    }

    private func check(_ header: Answer.Header, in response: HTTPResponse) throws(JourneyError) {
        let values = response.headers.values(of: header.name)
        guard !values.isEmpty else {
            guard !header.isRequired else { throw unfit("no header \(Refusal.quote(header.name)), which it declares") }
            return
        }
        guard let value = header.value(of: values.joined(separator: ",")) else {
            throw unfit("a header \(Refusal.quote(header.name)) that is not as declared")
        }
        if let fault = header.check.faults(in: value).first {
            throw unfit("a header \(Refusal.quote(header.name)) that \(fault.reason)")
        }
    }
}
