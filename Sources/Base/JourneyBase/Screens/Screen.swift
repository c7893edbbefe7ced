/// What a native flow shows, as a value: SwiftUI, the terminal, a page or a script draws it.
public struct Screen: Hashable, Sendable {
    /// Names the screen for scripts and reports.
    public var id: String
    public var title: String
    public var text: String?
    /// A fault the person can mend here and now.
    public var inlineError: String?
    public var fields: [Field]
    public var actions: [Action]
    /// Whether work is under way and nothing can be pressed but what `actions` lists.
    public var isBusy: Bool

    /// Something to fill in.
    public struct Field: Hashable, Sendable {
        public enum Kind: Hashable, Sendable {
            case text
            /// Digits of a one-time code.
            case oneTimeCode(digits: Int)
            /// Never shown as typed.
            case secret
        }
        public var id: String
        public var label: String
        public var kind: Kind

        public init(id: String, label: String, kind: Kind) {
            self.id = id
            self.label = label
            self.kind = kind
        }
    }

    /// Something to press.
    public struct Action: Hashable, Sendable {
        public enum Role: Hashable, Sendable { case primary, secondary, cancel }
        public var id: String
        public var label: String
        public var role: Role

        public init(id: String, label: String, role: Role = .primary) {
            self.id = id
            self.label = label
            self.role = role
        }
    }

    public init(
        id: String, title: String, text: String? = nil, inlineError: String? = nil, fields: [Field] = [],
        actions: [Action] = [], isBusy: Bool = false
    ) {
        self.id = id
        self.title = title
        self.text = text
        self.inlineError = inlineError
        self.fields = fields
        self.actions = actions
        self.isBusy = isBusy
    }
}

/// What the person did.
public struct ScreenAction: Hashable, Sendable {
    /// The pressed action's id, or `Screen.back`.
    public var action: String
    /// What stands in the fields, by field id.
    public var values: [String: String]

    public init(action: String, values: [String: String] = [:]) {
        self.action = action
        self.values = values
    }
}

extension Screen {
    /// The action that closing the screen or going back stands for.
    public static let back = "back"
}
