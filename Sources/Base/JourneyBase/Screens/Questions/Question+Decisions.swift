extension Question where Answer == Void {
    /// Creates a question for a confirmation, with texts of the flow.
    static func confirm(
        id: String, title: String, text: String? = nil, body: [Screen.Block] = [], approve: String? = nil,
        isDestructive: Bool = false
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title, text: text, body: body,
                    actions: [
                        Screen.Action(
                            id: "approve", label: approve ?? language(.confirm),
                            role: isDestructive ? .destructive : .primary),
                        Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
                    ])
            }, answer: { $0.action == "approve" ? () : nil })
    }

    /// Creates a question that reports a failure. It has an answer if the person presses “Try again”.
    ///
    /// - Parameters:
    ///   - id: The screen's id.
    ///   - title: The title.
    ///   - text: The error notice.
    ///   - canRetry: `true` to offer another try; otherwise the screen can only be closed.
    /// - Returns: The question.
    public static func failure(id: String, title: String, text: String, canRetry: Bool) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title, body: [.notice(Screen.Notice(.error, text))],
                    actions: (canRetry ? [Screen.Action(id: "retry", label: language(.tryAgain))] : [])
                        + [Screen.Action(id: "close", label: language(.close), role: .cancel)])
            }, answer: { $0.action == "retry" ? () : nil })
    }
}

extension Question where Answer == String {
    /// Creates a question for one of several options.
    ///
    /// - Parameters:
    ///   - id: The screen's id.
    ///   - title: The title.
    ///   - label: The label of the list.
    ///   - options: The options.
    ///   - chosen: The id of the option that is selected at first.
    /// - Returns: The question. Its answer is the id of the selected option.
    public static func choice(
        id: String, title: String, label: String, of options: [Screen.Choice.Option], chosen: String? = nil
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: id, title: title,
                    fields: [
                        Screen.Field(id: "choice", label: label, kind: .choice(.one(of: options, chosen: chosen)))
                    ],
                    actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
            }, answer: { $0.chosen("choice")?.first })
    }
}

extension Question where Answer == Set<String> {
    /// Creates a question for consent to share data. Declining ends it with `ScreenExit.other("decline")`.
    ///
    /// - Parameters:
    ///   - requester: The name of the party that asks for the data.
    ///   - groups: The requested items, in groups.
    ///   - text: A text below the title.
    /// - Returns: The question. Its answer is the set of ids of the items to share.
    public static func consent(
        requester: String, groups: [Screen.Consent.Group], text: String? = nil
    ) -> Question {
        Question(
            screen: { language in
                Screen(
                    id: "consent", title: language(.asksForData(requester)), text: text,
                    fields: [
                        Screen.Field(
                            id: "items", label: language(.whatIsShared), kind: .consent(Screen.Consent(groups: groups)))
                    ],
                    actions: [
                        Screen.Action(id: "share", label: language(.share)),
                        Screen.Action(id: "decline", label: language(.decline), role: .secondary),
                    ])
            }, answer: { $0.chosen("items") })
    }
}
