/// A screen of a native flow, as a value. SwiftUI, the terminal, a page or a script renders it.
///
/// From top to bottom: title, inline error, body, fields, actions. A renderer takes texts of its own only from `Phrase`, and
/// leaves the validation of answers to `check`.
public struct Screen: Hashable, Sendable {
    /// The id, for scripts, reports and updates: a screen with the id of the shown one updates it in place.
    public var id: String
    public var title: String
    /// A fault that the person can fix on this screen.
    public var inlineError: String?
    public var body: [Block]
    /// The input fields.
    public var fields: [Field]
    /// The buttons.
    public var actions: [Action]
    private let isMarkedPrivate: Bool

    /// Creates a screen.
    ///
    /// - Parameters:
    ///   - id: The id.
    ///   - title: The title.
    ///   - text: A text at the start of the body.
    ///   - inlineError: A fault that the person can fix on this screen.
    ///   - body: The body.
    ///   - fields: The input fields.
    ///   - actions: The buttons.
    ///   - isPrivate: `true` if the screen is private for another reason than its fields and cards.
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

    /// The texts and details of the body, one per line; `nil` if there are none. Banners and the sentence of an outcome are in
    /// `statements`.
    public var text: String? {
        let texts = body.flatMap { block -> [String] in
            switch block {
            case .text(let text), .empty(let text): [text]
            case .points(let points): [points.heading] + points.items.map { "• \($0)" }
            case .amount(let amount): ["\(amount.label): \(amount.value)"]
            case .details(let details): (details.title.map { [$0] } ?? []) + details.rows.map(\.line)
            case .outcome(let outcome):
                [outcome.reference?.line, outcome.nextStep].compactMap(\.self)
            case .document(let document): document.entries.map(\.line)
            case .pass(let pass): pass.fields.map(\.line)
            case .notice, .code, .picture, .card, .countdown, .progress: []
            }
        }
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The sentences of banners and of the outcome, in order.
    public var statements: [String] {
        body.compactMap { block in
            switch block {
            case .notice(let notice): notice.text
            case .outcome(let outcome): outcome.text
            default: nil
            }
        }
    }

    /// `true` if the screen shows or accepts data that only this person may see. Renderers cover it while the display is recorded
    /// or mirrored or the app is in the background, and leave no trace of it.
    public var isPrivate: Bool {
        isMarkedPrivate || fields.contains { $0.kind.isSecret || $0.kind.showsValues }
            || body.contains { block in
                switch block {
                case .card, .document: true
                default: false
                }
            }
    }

    /// `true` if the screen only shows progress. Renderers centre it.
    public var isWaiting: Bool {
        fields.isEmpty && actions.isEmpty
            && body.contains { block in if case .progress = block { true } else { false } }
    }

    /// Returns this screen with `error` as its inline error.
    public func with(error: String?) -> Screen {
        var copy = self
        copy.inlineError = error
        return copy
    }

    /// Returns the field with this id.
    public func field(_ id: String) -> Field? { fields.first { $0.id == id } }
    /// Returns the action with this id.
    public func action(_ id: String) -> Action? { actions.first { $0.id == id } }
}

extension Screen {
    /// The action to return to the previous screen; offered by an action with the role `back`.
    public static let back = "back"
    /// The answer if the question ended without a choice: the task was cancelled, the window closed, the screen replaced or
    /// dismissed, or the input ended. Always valid.
    public static let cancelled = "cancelled"
    /// The action to reload a screen's content. If the renderer supports pull-to-refresh, that triggers it too.
    public static let refresh = "refresh"
    /// The answer when a countdown of the body has ended.
    public static let expired = "expired"
}
