internal import JourneyBase

/// The JSON bodies of an operation: what it takes and what it answers.
struct OpenAPIBody {
    let body: Operation.Body
    let members: [String: Operation.Input]

    static func read(_ operation: Reading, _ references: OpenAPIReferences) throws(Refusal) -> OpenAPIBody {
        guard let member = operation.member("requestBody") else { return OpenAPIBody(body: .none, members: [:]) }
        let request = try references.resolve(member)
        let isRequired = try request.member("required")?.flag() ?? false
        guard let media = try json(in: request.required("content")) else {
            if isRequired { throw request.refusal("is no application/json, the only body that calls carry") }
            return OpenAPIBody(body: .none, members: [:])
        }
        guard let place = media.member("schema") else {
            return OpenAPIBody(body: .json(isRequired: isRequired, isOpen: true), members: [:])
        }
        let schema = try OpenAPISchema(place, references)
        guard schema.type == nil || schema.type == .object else {
            throw place.refusal("is no object; arguments are an object's members")
        }
        var members: [String: Operation.Input] = [:]
        for name in schema.required.union(schema.properties.keys) {
            let property = schema.properties[name]
            members[name] = Operation.Input(
                place: .body, type: property?.type, isRequired: schema.required.contains(name),
                isNullable: property?.isNullable ?? true)
        }
        return OpenAPIBody(body: .json(isRequired: isRequired, isOpen: schema.isOpen), members: members)
    }

    /// The typed members of the first 2xx answer that is JSON.
    static func outputs(of operation: Reading, _ references: OpenAPIReferences) throws(Refusal) -> [String: ValueType] {
        for (status, response) in try operation.member("responses")?.members() ?? [] where status.hasPrefix("2") {
            guard let content = try references.resolve(response).member("content"), let media = try json(in: content),
                let place = media.member("schema")
            else { continue }
            return try OpenAPISchema(place, references).properties.compactMapValues(\.type)
        }
        return [:]
    }

    /// The media type `application/json`, with or without parameters.
    private static func json(in content: Reading) throws(Refusal) -> Reading? {
        try content.members().first { name, _ in
            let type = name.split(separator: ";").first.map(String.init) ?? ""
            return type.lowercased().filter { $0 != " " } == "application/json"
        }?.value
    }
}
