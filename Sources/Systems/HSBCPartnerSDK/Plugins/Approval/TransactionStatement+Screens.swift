internal import JourneyBase

/// The SDK's own confirmation screens, made of the signed members. No system prompt is relied on to show them.
extension TransactionStatement {
    static let screenID = "transaction-approval"

    /// Returns the screen that asks for approval; its answer is `approve` or an exit.
    func confirmation(in language: Language) -> Screen {
        screen(
            in: language, [],
            [
                Screen.Action(
                    id: "approve", label: language(ApprovalPhrase.pay(money(amount + fee, language), to: payeeName))),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    /// Returns the same screen for the time of the system's prompt. The person can leave it.
    func signingScreen(in language: Language) -> Screen {
        screen(
            in: language, [.progress(Screen.Progress(language(ApprovalPhrase.confirmToSign)))],
            [Screen.Action(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    /// Returns the text for a system prompt: each part on its own line. Systems may not show all of it, so the confirmation screen
    /// does.
    func prompt(in language: Language) -> String {
        let sum = money(amount, language) + (fee > 0 ? " + " + money(fee, language) : "")
        return [
            language.isolatedAtStart(reason), sum, language.isolatedAtStart(payeeName),
            language.isolatedAtStart(payeeAccount),
        ]
        .joined(separator: "\n")
    }

    private func screen(in language: Language, _ more: [Screen.Block], _ actions: [Screen.Action]) -> Screen {
        var lines = [language(ApprovalPhrase.amount(money(amount, language)))]
        if fee > 0 {
            lines.append(language(ApprovalPhrase.fee(money(fee, language))))
            lines.append(language(ApprovalPhrase.total(money(amount + fee, language))))
        }
        lines.append(language(ApprovalPhrase.payee(payeeName)))
        lines.append(language(ApprovalPhrase.account(payeeAccount)))
        return Screen(
            id: TransactionStatement.screenID, title: language(ApprovalPhrase.approvePayment),
            text: language.isolatedAtStart(reason), body: lines.map(Screen.Block.text) + more, actions: actions,
            isPrivate: true)
    }

    private func money(_ amount: Int64, _ language: Language) -> String {
        language.amount(minorUnits: amount, currency)
    }
}
