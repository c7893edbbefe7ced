package import JourneyBase
package import JourneyWire

/// A part of what `journey serve --json` prints. A member that may be missing is printed as `null`.
package protocol ReadinessMessage: WireMessage {
    /// `true` if there is as much as a client needs.
    var isUsable: Bool { get }
}

extension ReadinessMessage {
    package var isUsable: Bool { true }

    /// The one that `value` spells, or `nil`.
    package init?(_ value: JSONValue) {
        guard let message = try? Self(value, unknownMembers: .ignored), message.isUsable else { return nil }
        self = message
    }

    /// The JSON that is printed.
    package var json: JSONValue { (self as any WireMessage).json.completed(by: WireField.list(Self.self)) }
}

extension JSONValue {
    fileprivate func completed(by fields: [WireField]) -> JSONValue {
        guard var members = object else { return self }
        for field in fields { members[field.name] = (self[field.name] ?? .null).completed(by: field.kind.fields) }
        return .object(members)
    }
}
