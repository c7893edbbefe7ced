package import JourneyBase
internal import JourneyCrypto
internal import JourneyWire

/// One attempt of a request with its response, or the reason why there is none.
package struct TracedExchange: Sendable {
    package var operation: String
    package var attempt: Int
    package var request: HTTPRequest
    package var response: HTTPResponse?
    package var error: JourneyError?
    package var took: Duration

    package init(
        operation: String, attempt: Int, request: HTTPRequest, response: HTTPResponse?, error: JourneyError?,
        took: Duration
    ) {
        self.operation = operation
        self.attempt = attempt
        self.request = request
        self.response = response
        self.error = error
        self.took = took
    }
}

extension MachineRecorder {
    /// Header fields whose values a trace shows; those of all others are hidden, because they may be credentials.
    private static let shownHeaders: Set<String> = [
        "accept", "accept-language", "cache-control", "content-language", "content-length", "content-type", "date",
        "etag",
        "location", "retry-after", "server", "traceparent", "vary", "x-correlation-id",
        BankHeader.idempotencyKey.lowercased(), "idempotency-key", "x-request-id",
    ]
    /// The signed documents: a trace has their hashes.
    private static let documents: Set<String> = ["manifest", "openapi", "keys"]
    private static let bodyLimits = JSONLimits(bytes: 1 << 20, depth: 32, values: 50_000)

    /// Returns the line of an exchange, without its secrets.
    package mutating func line(of exchange: TracedExchange) -> JSONValue {
        let operation = operations[exchange.operation]
        var members: [String: JSONValue] = [
            "kind": "exchange", "operation": .string(exchange.operation),
            "attempt": .number(JSONNumber(Int64(exchange.attempt))),
            "milliseconds": .number(JSONNumber(Int64(exchange.took / .milliseconds(1)))),
        ]
        var request: [String: JSONValue] = [
            "method": .string(exchange.request.method.rawValue), "url": .string(shown(exchange.request.url)),
            "headers": shown(exchange.request.headers),
        ]
        request["body"] = body(
            exchange.request.body, exchange.request.headers, operation?.body?.check.schema, isDocument: false)
        members["request"] = .object(request)
        if let answer = exchange.response {
            var response: [String: JSONValue] = [
                "status": .number(JSONNumber(Int64(answer.status))), "headers": shown(answer.headers),
            ]
            response["body"] = body(
                answer.body, answer.headers, operation.flatMap { $0.schema(ofAnswer: answer.status) },
                isDocument: MachineRecorder.documents.contains(exchange.operation) && answer.status == 200)
            members["response"] = .object(response)
        }
        if let error = exchange.error {
            members["error"] = ["code": .string(error.code.rawValue), "message": .string(error.message)]
        }
        return mask.covered(.object(members))
    }

    private func shown(_ headers: HTTPFields) -> JSONValue {
        .object(
            Dictionary(
                headers.fields.map { field in
                    let isShown = MachineRecorder.shownHeaders.contains(field.name.lowercased())
                    return (field.name, .string(isShown ? field.value : SecretWalk.mark))
                }
            ) { first, _ in first })
    }

    private func shown(_ url: HTTPSURL) -> String {
        let text = "\(url)"
        guard let question = text.firstIndex(of: "?") else { return text }
        let fields = text[text.index(after: question)...].split(separator: "&").map { field -> String in
            let name = field.prefix { $0 != "=" }
            return SecretMask.isSecret(String(name)) ? "\(name)=\(SecretWalk.mark)" : String(field)
        }
        return text[...question] + fields.joined(separator: "&")
    }

    /// Returns a body as JSON, or its type and length where it is none.
    private mutating func body(
        _ bytes: [UInt8], _ headers: HTTPFields, _ schema: JSONSchema?, isDocument: Bool
    ) -> JSONValue? {
        guard !bytes.isEmpty else { return nil }
        let type = headers["Content-Type"]
        let length = JSONValue.number(JSONNumber(Int64(bytes.count)))
        if isDocument {
            return ["bytes": length, "sha256": .string(Hex.encode(SHA256.hash(bytes)))]
        }
        if type.flatMap({ MediaType($0) })?.isJSON == true,
            let value = try? JSONReader.read(bytes, limits: MachineRecorder.bodyLimits)
        {
            return mask.masked(value, by: schema)
        }
        return ["bytes": length, "type": type.map { .string($0) } ?? .null]
    }
}
