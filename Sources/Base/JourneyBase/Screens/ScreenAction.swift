/// What the person did.
public struct ScreenAction: Equatable, Sendable {
    /// What stands in a field.
    public enum Value: Equatable, Sendable, ExpressibleByStringLiteral {
        /// Of a text or a one-time code.
        case text(String)
        /// Of a PIN or a secret.
        case secret(Secret)
        /// The ids of the options that are chosen, or of the items that are agreed to.
        case chosen(Set<String>)

        public init(stringLiteral value: String) { self = .text(value) }

        /// Secrets are compared in a time that depends on their lengths alone.
        public static func == (one: Value, other: Value) -> Bool {
            switch (one, other) {
            case (.text(let one), .text(let other)): one == other
            case (.secret(let one), .secret(let other)): one.hasSameBytes(as: other)
            case (.chosen(let one), .chosen(let other)): one == other
            default: false
            }
        }
    }

    /// The pressed action's id, or `Screen.cancelled` or `Screen.expired`.
    public var action: String
    /// What stands in the fields, by field id; empty unless the action hands them in.
    public var values: [String: Value]

    public init(action: String, values: [String: Value] = [:]) {
        self.action = action
        self.values = values
    }

    /// The text or one-time code in the field, if that is what it holds.
    public func text(_ field: String) -> String? { if case .text(let text) = values[field] { text } else { nil } }
    /// The PIN or secret in the field, if that is what it holds.
    public func secret(_ field: String) -> Secret? {
        if case .secret(let secret) = values[field] { secret } else { nil }
    }
    /// What is chosen in the field, if it is a choice or a consent.
    public func chosen(_ field: String) -> Set<String>? {
        if case .chosen(let ids) = values[field] { ids } else { nil }
    }
}

extension ScreenAction.Value: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// What was chosen; of what was typed, a one-time code among it, that it was typed.
    public var description: String {
        switch self {
        case .text: "‹typed›"
        case .secret(let secret): "\(secret)"
        case .chosen(let ids): "\(ids.sorted())"
        }
    }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
