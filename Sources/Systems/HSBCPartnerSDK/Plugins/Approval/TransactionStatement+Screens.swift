internal import JourneyBase

/// The SDK's own confirmation screens, made of the signed members. No system prompt is relied on to show them.
extension TransactionStatement {
    static let screenID = "transaction-approval"

    /// Returns the screen that asks for approval; its answer is `approve` or an exit.
    func confirmation(in language: Language) -> Screen {
        screen(
            in: language, [],
            [
                Screen.Action(id: "approve", label: language(pay(in: language))),
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
        let lines = [
            language.isolatedAtStart(reason), sum, language.isolatedAtStart(payeeName),
            language.isolatedAtStart(payeeAccount),
        ]
        let others = shown.map {
            "\(language.isolatedAtStart($0.label(in: language))): \(language.isolated($0.value))"
        }
        return (lines + others).joined(separator: "\n")
    }

    private func pay(in language: Language) -> ApprovalPhrase {
        let sum = money(amount + fee, language)
        return fee > 0 ? .payTotal(sum) : .pay(sum, to: payeeName)
    }

    private func screen(in language: Language, _ more: [Screen.Block], _ actions: [Screen.Action]) -> Screen {
        func row(_ phrase: ApprovalPhrase, _ value: String, _ kind: Screen.Detail.Kind = .text) -> Screen.Detail {
            Screen.Detail(language(phrase), value, kind: kind)
        }
        // The largest figure is what leaves the account, as on the button.
        let sums = fee > 0 ? [row(.amount, money(amount, language)), row(.fee, money(fee, language))] : []
        let rows = [
            row(.payee, language.isolated(payeeName)),
            row(.account, language.isolated(payeeAccount), .reference),
        ]
        let others = shown.map { value in
            Screen.Detail(
                language.isolatedAtStart(value.label(in: language)),
                value.value.isEmpty ? "–" : language.isolated(value.value), kind: .reference)
        }
        return Screen(
            id: TransactionStatement.screenID, title: language(ApprovalPhrase.approvePayment),
            text: language.isolatedAtStart(reason),
            body: [
                .amount(
                    Screen.Amount(
                        label: language(fee > 0 ? ApprovalPhrase.total : .amount), value: money(amount + fee, language))
                ),
                .details(Screen.Details(rows + others + sums)),
            ] + more, actions: actions, isPrivate: true)
    }

    private func money(_ amount: Int64, _ language: Language) -> String {
        language.amount(minorUnits: amount, currency)
    }
}
