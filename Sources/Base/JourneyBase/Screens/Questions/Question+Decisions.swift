extension Question where Answer == Void {
    /// Asks to go ahead with something, in the flow's own words.
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

    /// Says that something did not work. The answer is to try again; where that cannot help, it can only be closed.
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
    /// Asks to choose one of `options`; the answer is its id.
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
    /// Asks what may be shared with `requester`; the answer is the ids of the items that are on. Declining is
    /// `ScreenExit.other("decline")`.
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
