public import JourneyBase
public import JourneyScreens

/// Shorthands for the answers of scripted people.
extension ScriptedPresenter.Reply {
    /// Creates an answer that presses an action.
    ///
    /// - Parameters:
    ///   - action: The action's id.
    ///   - values: The values of the screen's fields.
    /// - Returns: The answer.
    public static func press(_ action: String, _ values: [String: ScreenAction.Value] = [:]) -> Self {
        .answer(ScreenAction(action: action, values: values))
    }

    /// Creates an answer that presses an action with secrets in fields, such as PINs.
    ///
    /// - Parameters:
    ///   - action: The action's id.
    ///   - secrets: The secrets by field id.
    /// - Returns: The answer.
    public static func press(_ action: String, secrets: [String: String]) -> Self {
        press(action, secrets.mapValues { .secret(Secret(copying: $0.utf8)) })
    }

    /// Creates an answer that presses an action and types a text that is determined when the screen is shown, such as a code just
    /// sent.
    ///
    /// - Parameters:
    ///   - action: The action's id.
    ///   - field: The field's id.
    ///   - text: Returns the text.
    /// - Returns: The answer.
    public static func press(_ action: String, typing field: String, _ text: @escaping @Sendable () -> String) -> Self {
        .decide { _ in ScreenAction(action: action, values: [field: .text(text())]) }
    }

    /// Creates an answer that presses an action and selects all options or items of a field.
    ///
    /// - Parameters:
    ///   - action: The action's id.
    ///   - field: The field's id.
    /// - Returns: The answer.
    public static func press(_ action: String, choosingAllIn field: String) -> Self {
        .decide { screen in
            let ids: [String] =
                switch screen.field(field)?.kind {
                case .choice(let choice)?: choice.options.map(\.id)
                case .consent(let consent)?: consent.items.map(\.id)
                default: []
                }
            return ScreenAction(action: action, values: [field: .chosen(Set(ids))])
        }
    }
}
