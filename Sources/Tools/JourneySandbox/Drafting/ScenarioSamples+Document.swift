package import JourneyBase
package import JourneyLanguage

extension ScenarioSamples {
    /// Creates samples of the operations that a manifest calls, by the examples and schemas of its document.
    ///
    /// - Parameters:
    ///   - manifest: The manifest.
    ///   - openAPI: The document.
    package init(manifest: JSONValue, openAPI: JSONValue) {
        self.init(replies: [:], arguments: [:])
        let schemas = DraftSchema(document: openAPI)
        let calls = FakeBankOperation.calls(of: manifest)
        let resolved = FakeBankOperation.resolved(calls, in: openAPI)
        for entry in OpenAPIEntry.all(in: openAPI) {
            guard let operation = resolved[entry.id] else { continue }
            arguments[entry.id] = ScenarioSamples.arguments(of: operation, entry, schemas)
            refusals[entry.id] = ScenarioSamples.refusals(of: entry, schemas)
            guard let answer = ExampleAnswer(entry, schemas: schemas, operation: operation) else { continue }
            let schema = ExampleAnswer.success(of: entry, schemas)?.media?["schema"] ?? .null
            replies[entry.id] = Reply(
                status: answer.status, body: answer.body ?? .null, headers: answer.headers,
                alternatives: ScenarioSamples.alternatives(to: answer.body ?? .null, schema, schemas))
        }
    }

    private static func arguments(
        of operation: Operation, _ entry: OpenAPIEntry, _ schemas: DraftSchema
    ) -> [String: JSONValue] {
        let example = DraftExample(schemas: schemas, isAnswer: false)
        let parameters = entry.parameters(schemas)
        let body = entry.body(of: operation.bodyType, schemas).flatMap { media, schema in
            media["example"] ?? example.value(of: schema)
        }
        var arguments: [String: JSONValue] = [:]
        for (name, input) in operation.inputs {
            if input.place == .body {
                arguments[name] = body?[input.name]
            } else {
                let parameter = parameters.first {
                    $0["name"]?.string == input.name && $0["in"]?.string == input.place.rawValue
                }
                arguments[name] = parameter.flatMap { $0["example"] ?? example.value(of: $0["schema"] ?? .null) }
            }
        }
        if arguments["body"] == nil { arguments["body"] = body }
        return arguments
    }

    /// Returns each refusal of a client's request that is declared with a status of its own.
    private static func refusals(of entry: OpenAPIEntry, _ schemas: DraftSchema) -> [Reply] {
        (entry.operation["responses"]?.object ?? [:]).sorted { $0.key < $1.key }.compactMap { name, response in
            guard let status = Int(name), (400...499).contains(status) else { return nil }
            let content = schemas.resolved(response)["content"]?.object ?? [:]
            let media = content.keys.filter { MediaType($0)?.isJSON == true }.min().flatMap { content[$0] }
            guard let media = media.map(schemas.resolved) else { return nil }
            let example = DraftExample(schemas: schemas, isAnswer: true)
            let body = media["example"] ?? example.value(of: media["schema"] ?? .null)
            return body.map { Reply(status: status, body: $0, headers: [:]) }
        }
    }

    /// The most bodies besides an example.
    private static let alternativeLimit = 32

    /// Returns the body with each other value of its members that are enumerations, and without each member that is optional.
    private static func alternatives(
        to body: JSONValue, _ schema: JSONValue, _ schemas: DraftSchema, depth: Int = 0
    ) -> [JSONValue] {
        guard depth < 4, let members = body.object else { return [] }
        var bodies: [JSONValue] = []
        for (name, member, isRequired) in schemas.members(of: schemas.whole(schema)) {
            guard let value = members[name] else { continue }
            func with(_ other: JSONValue?) -> JSONValue {
                var members = members
                members[name] = other
                return .object(members)
            }
            let whole = schemas.whole(member)
            bodies += (whole["enum"]?.array ?? []).filter { $0 != value }.map(with)
            bodies += alternatives(to: value, member, schemas, depth: depth + 1).map(with)
            if !isRequired { bodies.append(with(nil)) }
        }
        return Array(bodies.prefix(alternativeLimit))
    }
}
