public import JourneyBase
public import JourneyScreens

/// What people do in scripts, in short.
extension ScriptedPresenter.Reply {
    /// Presses the action, with these values in the screen's fields.
    public static func press(_ action: String, _ values: [String: ScreenAction.Value] = [:]) -> Self {
        .answer(ScreenAction(action: action, values: values))
    }

    /// The same with secrets in the fields, such as PINs.
    public static func press(_ action: String, secrets: [String: String]) -> Self {
        press(action, secrets.mapValues { .secret(Secret(copying: $0.utf8)) })
    }

    /// Presses the action with what the closure gives when the screen is seen: a code that was sent meanwhile.
    public static func press(_ action: String, typing field: String, _ text: @escaping @Sendable () -> String) -> Self {
        .decide { _ in ScreenAction(action: action, values: [field: .text(text())]) }
    }

    /// Chooses all that is offered in the field.
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
