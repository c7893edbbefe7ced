internal import JourneyBase

/// The parameters of an operation; its own win over those of its path item.
struct OpenAPIParameters {
    private struct Parameter {
        let reading: Reading
        let input: Operation.Input
    }

    private var parameters: [String: Parameter] = [:]
    /// Header parameters by lower-case name, and whether each is required.
    private(set) var headers: [String: Bool] = [:]

    mutating func read(_ owner: Reading, _ references: OpenAPIReferences) throws(Refusal) {
        for element in try owner.member("parameters")?.elements() ?? [] {
            let parameter = try references.resolve(element)
            let name = try parameter.required("name").text()
            let isRequired = try parameter.member("required")?.flag() ?? false
            switch try parameter.required("in").text() {
            case "header": headers[name.lowercased()] = isRequired
            case "cookie":
                if isRequired { throw parameter.refusal("is a required cookie, which calls do not carry") }
            case "path": try add(name, .path, isRequired: true, parameter, references)
            case "query": try add(name, .query, isRequired: isRequired, parameter, references)
            default: throw parameter.refusal("is in no place that is known")
            }
        }
    }

    private mutating func add(
        _ name: String, _ place: Operation.Input.Place, isRequired: Bool, _ parameter: Reading,
        _ references: OpenAPIReferences
    ) throws(Refusal) {
        guard let member = parameter.member("schema") else {
            throw parameter.refusal("has no schema; parameters with content are not carried")
        }
        let schema = try OpenAPISchema(member, references)
        if schema.type == .array || schema.type == .object {
            throw member.refusal("is an array or an object, which parameters do not carry here")
        }
        let input = Operation.Input(
            place: place, type: schema.type, isRequired: isRequired, isNullable: schema.isNullable && place == .query)
        if let other = parameters[name], other.input.place != place {
            throw parameter.refusal("is both in the path and in the query: \(Refusal.quote(name))")
        }
        parameters[name] = Parameter(reading: parameter, input: input)
    }

    /// The path and query parameters; refuses a template whose names are not exactly the path parameters.
    func inputs(path names: Set<String>, of operation: Reading) throws(Refusal) -> [String: Operation.Input] {
        let declared = Set(parameters.filter { $0.value.input.place == .path }.keys)
        if let name = names.symmetricDifference(declared).min() {
            throw operation.refusal("does not declare its path parameters as its path has them: \(Refusal.quote(name))")
        }
        return parameters.mapValues(\.input)
    }
}
