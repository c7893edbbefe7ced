internal import JourneyBase

/// What is known, at one event of one step, about where paths lead.
struct PathScope {
    let declared: DeclaredOutputs
    /// The outputs that the event brings, or `nil` when it is not the end of a call.
    let result: [String: ValueType]?
    let event: String
    /// The types of the payload's members, as far as they are known: of nothing at load, because pages raise events too.
    var payload: [String: ValueType] = [:]

    private static let session: [String: ValueType] = [
        "resumeToken": .string, "idempotencyKey": .string, "locale": .string, "productCode": .string,
        "campaignId": .string, "featureFlags": .object,
    ]

    /// The declared type of what `path` leads to, or `nil` when nothing is known. Throws `GuardError` with `.missing`
    /// when it can never lead anywhere.
    func type(of path: ContextPath) throws(GuardError) -> ValueType? {
        switch path.root {
        case "session": return try member(of: path, from: 0, in: PathScope.session, "the session")
        case "result":
            guard let result else {
                throw GuardError(.missing, at: 0, "'\(path)' is absent: '\(event)' is not the success of a call.")
            }
            return try member(of: path, from: 0, in: result, "the call's declared outputs")
        case "steps":
            guard case .name(let step)? = path.elements.first else { return nil }
            guard let outputs = declared[step] else {
                throw GuardError(.missing, at: 0, "'\(path)' names no step.")
            }
            return try member(of: path, from: 1, in: outputs, "that step's declared outputs")
        default:
            guard case .name(let name)? = path.elements.first, payload[name] != nil else { return nil }
            return try member(of: path, from: 0, in: payload, "the event's payload")
        }
    }

    private func member(
        of path: ContextPath, from index: Int, in types: [String: ValueType], _ owner: String
    ) throws(GuardError) -> ValueType? {
        guard path.elements.count > index else { return .object }
        guard case .name(let name) = path.elements[index], let type = types[name] else {
            throw GuardError(.missing, at: 0, "'\(path)' is not among \(owner).")
        }
        guard path.elements.count > index + 1 else { return type }
        switch (type, path.elements[index + 1]) {
        case (.object, .name), (.array, .index): return nil
        default: throw GuardError(.missing, at: 0, "'\(path)' goes into a value that is \(type.rawValue).")
        }
    }
}
