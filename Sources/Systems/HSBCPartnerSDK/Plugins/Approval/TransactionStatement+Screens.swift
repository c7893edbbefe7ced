internal import JourneyBase

/// The SDK's own confirmation, made of the members that are signed: no system prompt is relied on to show them.
extension TransactionStatement {
    static let screenID = "transaction-approval"

    /// Asks whether to pay: answered with `approve`, or left.
    func confirmation(in language: Language) -> Screen {
        screen(
            in: language, [],
            [
                Screen.Action(id: "approve", label: language(ApprovalPhrase.pay(money(amount + fee)))),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    /// The same, in its place, while the system's prompt stands above it. It can be left.
    func standing(in language: Language) -> Screen {
        screen(
            in: language, [.progress(Screen.Progress(language(ApprovalPhrase.confirmToSign)))],
            [Screen.Action(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    private func screen(in language: Language, _ more: [Screen.Block], _ actions: [Screen.Action]) -> Screen {
        var lines = [language(ApprovalPhrase.amount(money(amount)))]
        if fee > 0 {
            lines.append(language(ApprovalPhrase.fee(money(fee))))
            lines.append(language(ApprovalPhrase.total(money(amount + fee))))
        }
        lines.append(language(ApprovalPhrase.payee(payeeName)))
        lines.append(language(ApprovalPhrase.account(payeeAccount)))
        return Screen(
            id: TransactionStatement.screenID, title: language(ApprovalPhrase.approvePayment),
            text: language.isolatedAtStart(reason), body: lines.map(Screen.Block.text) + more, actions: actions,
            isPrivate: true)
    }

    private func money(_ amount: Int64) -> String { MinorUnits.text(amount, currency) }
}
