/// What a native flow shows, as a value: SwiftUI, the terminal, a page or a script draws it.
///
/// From top to bottom: the title, an inline error, the body, what is to be filled in, what can be pressed. A drawer adds
/// words of its own only from `Phrase`, and judges no answer: `check` does.
public struct Screen: Hashable, Sendable {
    /// Names the screen for scripts, reports and updates: a screen of the same id replaces the shown one in place.
    public var id: String
    public var title: String
    /// A fault the person can mend here and now.
    public var inlineError: String?
    public var body: [Block]
    /// What is filled in, chosen or agreed to.
    public var fields: [Field]
    public var actions: [Action]
    private let isMarkedPrivate: Bool

    /// `text` is a shorter way to say that `body` begins with a text; `isPrivate` says of a screen whose parts do not show it
    /// that nobody else should see it.
    public init(
        id: String, title: String, text: String? = nil, inlineError: String? = nil, body: [Block] = [],
        fields: [Field] = [], actions: [Action] = [], isPrivate: Bool = false
    ) {
        self.id = id
        self.title = title
        self.inlineError = inlineError
        self.body = (text.map { [.text($0)] } ?? []) + body
        self.fields = fields
        self.actions = actions
        isMarkedPrivate = isPrivate
    }

    /// The texts of the body, one a line; `nil` when there are none.
    public var text: String? {
        let texts = body.compactMap { block in if case .text(let text) = block { text } else { nil } }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// Whether it shows or takes what nobody else should see: drawers cover it while the display is recorded, mirrored or
    /// put away, and leave nothing of it behind.
    public var isPrivate: Bool {
        isMarkedPrivate || fields.contains { $0.kind.isSecret }
            || body.contains { block in if case .card = block { true } else { false } }
    }

    /// Whether there is nothing to do but wait: drawers put it into the middle.
    public var isWaiting: Bool {
        fields.isEmpty && actions.isEmpty
            && body.contains { block in if case .progress = block { true } else { false } }
    }

    /// The same screen with another fault, or none.
    public func with(error: String?) -> Screen {
        var copy = self
        copy.inlineError = error
        return copy
    }

    public func field(_ id: String) -> Field? { fields.first { $0.id == id } }
    public func action(_ id: String) -> Action? { actions.first { $0.id == id } }
}

extension Screen {
    /// The action that going back stands for; offered by an action of the role `back`.
    public static let back = "back"
    /// What comes when the question ended without the person's choice: the task was cancelled, the window closed, the
    /// screen replaced or dismissed, the input at its end. Always possible, whatever the screen offers.
    public static let cancelled = "cancelled"
    /// The action that brings anew what a screen shows. Where a screen can be pulled down, pulling presses it too.
    public static let refresh = "refresh"
    /// What comes when a countdown of the body has reached its end.
    public static let expired = "expired"
}
