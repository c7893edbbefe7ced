internal import JourneyBase

extension PathScope {
    private static let sessionType = ExpressionType.object(
        ExpressionObjectType(
            members: session.mapValues(ExpressionType.init).merging(["correlationId": .string]) { $1 }))

    /// The variables of expressions at this event, with their types as far as they are known.
    var environment: ExpressionEnvironment {
        let outputs = (result ?? [:]).mapValues(ExpressionType.init)
        var types: [String: ExpressionType] = [
            "session": PathScope.sessionType,
            "steps": declared.type,
            "result": .object(ExpressionObjectType(members: outputs, rest: declared.isPartial ? .dyn : nil)),
        ]
        let known = ExpressionObjectType(members: payload.mapValues(ExpressionType.init), rest: .dyn)
        types["payload"] = payload.isEmpty ? .dyn : .object(known)
        types["event"] = types["payload"]
        types["session.now"] = .timestamp
        return ExpressionEnvironment(types: types)
    }

    /// The variables of expressions that make a call, an address or a plugin's parameters: they also know the run's configuration.
    var callEnvironment: ExpressionEnvironment {
        var environment = environment
        for variable in HeaderVariable.allCases where !variable.rawValue.hasPrefix("session.") {
            environment.variables[variable.rawValue] = variable == .sequence ? .int : .string
        }
        return environment
    }
}

extension ExpressionType {
    /// Creates the type of a declared value.
    init(_ type: ValueType) {
        switch type {
        case .string: self = .string
        case .integer: self = .int
        case .number: self = .number
        case .boolean: self = .bool
        case .object: self = .map(.string, .dyn)
        case .array: self = .list(.dyn)
        }
    }

    /// The type with which such a value is declared, or `nil` if it is not known.
    var declared: ValueType? {
        switch self {
        case .string, .bytes, .timestamp, .duration: .string
        case .int, .uint: .integer
        case .double, .number: .number
        case .bool: .boolean
        case .list: .array
        case .map, .object: .object
        case .dyn, .null, .decimal, .type: nil
        }
    }
}

extension ExpressionError {
    /// Returns the reason with its place in the expression, for messages at load.
    func place(in source: String) -> String {
        "\(detail.dropLast()), at byte \(offset) (\(reason.rawValue))"
    }
}
