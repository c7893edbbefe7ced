/// The person's answer to a screen.
public struct ScreenAction: Equatable, Sendable {
    /// The value of a field.
    public enum Value: Equatable, Sendable, ExpressibleByStringLiteral {
        /// The input of a text, one-time-code or date field.
        case text(String)
        /// The input of a PIN or secret field.
        case secret(Secret)
        /// The ids of the selected options or items.
        case chosen(Set<String>)

        public init(stringLiteral value: String) { self = .text(value) }

        /// Compares two values. For secrets, the time depends on their lengths only.
        ///
        /// - Parameters:
        ///   - one: A value.
        ///   - other: Another value.
        /// - Returns: `true` if both are equal.
        public static func == (one: Value, other: Value) -> Bool {
            switch (one, other) {
            case (.text(let one), .text(let other)): one == other
            case (.secret(let one), .secret(let other)): one.hasSameBytes(as: other)
            case (.chosen(let one), .chosen(let other)): one == other
            default: false
            }
        }
    }

    /// The id of the pressed action, or `Screen.cancelled` or `Screen.expired`.
    public var action: String
    /// The values by field id; empty unless the action submits them.
    public var values: [String: Value]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - action: The id of the pressed action.
    ///   - values: The values by field id.
    public init(action: String, values: [String: Value] = [:]) {
        self.action = action
        self.values = values
    }

    /// Returns the value of a text, one-time-code or date field; `nil` if the field is absent or of another kind.
    public func text(_ field: String) -> String? { if case .text(let text) = values[field] { text } else { nil } }
    /// Returns the value of a PIN or secret field; `nil` if the field is absent or of another kind.
    public func secret(_ field: String) -> Secret? {
        if case .secret(let secret) = values[field] { secret } else { nil }
    }
    /// Returns the ids selected in a choice or consent; `nil` if the field is absent or of another kind.
    public func chosen(_ field: String) -> Set<String>? {
        if case .chosen(let ids) = values[field] { ids } else { nil }
    }
}

extension ScreenAction.Value: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The ids of selected options. Typed input, one-time codes included, is redacted.
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
