internal import JourneyBase

/// The known types of paths at one event of one step.
struct PathScope {
    let declared: DeclaredOutputs
    /// The outputs of the event's call, or `nil` if the event is not the success of a call.
    let result: [String: ValueType]?
    let event: String
    /// The known types of the payload's members. Empty at load, because pages raise events too.
    var payload: [String: ValueType] = [:]

    static let session: [String: ValueType] = [
        "resumeToken": .string, "idempotencyKey": .string, "locale": .string, "productCode": .string,
        "campaignId": .string, "featureFlags": .object,
    ]

    /// Returns the declared type of the value at `path`, or `nil` if unknown. Throws `GuardError` with `.missing` if the path can
    /// never exist.
    func type(of path: ContextPath) throws(GuardError) -> ValueType? {
        switch path.root {
        case "session": return try member(of: path, from: 0, in: PathScope.session, "the session")
        case "result":
            guard let result else {
                throw GuardError(
                    .missing, at: 0, "'\(path)' does not exist: '\(event)' is not raised by the success of a call.")
            }
            return try member(of: path, from: 0, in: result, "the call's declared outputs")
        case "steps":
            guard case .name(let step)? = path.elements.first else { return nil }
            guard let outputs = declared[step] else {
                throw GuardError(.missing, at: 0, "'\(path)' refers to an unknown step.")
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
        default: throw GuardError(.missing, at: 0, "'\(path)' reads a member of a value of the type \(type.rawValue).")
        }
    }
}
