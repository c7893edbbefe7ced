import JourneyBase
import JourneyLanguage

/// The document's example of a successful answer.
struct ExampleAnswer: Sendable {
    let status: Int
    let contentType: String?
    /// The JSON; `nil` for a status without a body, and for one in another format.
    var body: JSONValue?
    /// The headers that the document requires.
    var headers: HTTPFields

    /// Finds the first example that the operation accepts: the document's own, then values that are derived from its schema.
    /// Returns `nil` if the document declares a body without an example, and none can be derived from its schema.
    init?(_ entry: OpenAPIEntry, schemas: DraftSchema, operation: Operation? = nil) {
        guard let success = ExampleAnswer.success(of: entry, schemas) else { return nil }
        status = success.status
        contentType = success.type
        headers = ExampleAnswer.headers(of: success.answer, schemas)
        guard let media = success.media else {
            body = nil
            return
        }
        let named = media["examples"]?.object?.sorted { $0.key < $1.key }.first.map { schemas.resolved($0.value) }
        let given = media["example"] ?? named?["value"]
        let schema = media["schema"] ?? .null
        body = given
        if operation == nil, given != nil { return }
        if given != nil, let operation, isAccepted(by: operation) { return }
        var first = given
        for usesExamples in [true, false] {
            for depth in [10, 2, 0] {
                for branch in 0..<(depth == 10 ? 1 : 4) {
                    let example = DraftExample(
                        schemas: schemas, isAnswer: true, usesExamples: usesExamples, optionalDepth: depth,
                        branch: branch)
                    guard let value = example.value(of: schema) else { continue }
                    body = value
                    guard let operation else { return }
                    if isAccepted(by: operation) { return }
                    first = first ?? value
                }
            }
        }
        guard let first else { return nil }
        body = first
    }

    /// The answer as a response.
    var response: HTTPResponse {
        var response = HTTPResponse(status: status, headers: headers, body: body.map(\.compactBytes) ?? [])
        if let contentType, body != nil || status != 204 { response.headers["Content-Type"] = contentType }
        if body == nil, contentType != nil { response.body = Array("example".utf8) }
        return response
    }

    /// Returns `true` if calls of the operation accept the answer.
    func isAccepted(by operation: Operation) -> Bool { (try? operation.answer(of: response)) != nil }

    /// Returns the lowest declared success status with its answer and its media type, JSON if there is one.
    static func success(
        of entry: OpenAPIEntry, _ schemas: DraftSchema
    ) -> (status: Int, type: String?, media: JSONValue?, answer: JSONValue)? {
        let responses = entry.operation["responses"]?.object ?? [:]
        guard
            let name = responses.keys.filter({ $0.hasPrefix("2") }).min()
                ?? (responses["default"] == nil ? nil : "default")
        else { return nil }
        let answer = schemas.resolved(responses[name] ?? .null)
        let content = answer["content"]?.object ?? [:]
        let status = Int(name) ?? 200
        guard let type = content.keys.filter({ MediaType($0)?.essence.hasSuffix("json") ?? false }).min() else {
            let other = content.keys.sorted().first
            return (status, other?.contains("*") ?? false ? "application/json" : other, nil, answer)
        }
        return (status, type, content[type].map(schemas.resolved), answer)
    }

    /// Returns the headers that the document requires of an answer, with examples.
    private static func headers(of answer: JSONValue, _ schemas: DraftSchema) -> HTTPFields {
        var fields: HTTPFields = [:]
        for (name, header) in answer["headers"]?.object ?? [:] {
            let header = schemas.resolved(header)
            guard header["required"] == true, name.lowercased() != "content-type" else { continue }
            var schema = schemas.resolved(header["schema"] ?? .null).object ?? [:]
            if schema["example"] == nil { schema["example"] = header["example"] }
            let example = DraftExample(schemas: schemas, isAnswer: true).value(of: .object(schema))
            fields[name] = example.map { $0.string ?? $0.compactText } ?? "example"
        }
        return fields
    }
}
