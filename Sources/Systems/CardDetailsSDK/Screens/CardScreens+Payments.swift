internal import Foundation
internal import JourneyBase

extension CardScreens {
    /// One page of all payments. Nothing need be chosen to go on or back.
    func history(_ page: TransactionPage, number: Int) -> Screen {
        let isEmpty = page.transactions.isEmpty
        let options = page.transactions.map {
            Screen.Choice.Option(id: $0.id, label: $0.merchant, detail: line($0))
        }
        var actions: [Screen.Action] = []
        if !isEmpty { actions.append(.init(id: "details", label: language(CardPhrase.details))) }
        if page.next != nil {
            actions.append(.init(id: ActionID.next, label: language(CardPhrase.olderPayments), role: .secondary))
        }
        if number > 1 {
            actions.append(.init(id: ActionID.previous, label: language(CardPhrase.newerPayments), role: .secondary))
        }
        actions.append(.init(id: ActionID.refresh, label: language(CardPhrase.refresh), role: .secondary))
        actions.append(.back(language(.back)))
        return Screen(
            id: "card-history", title: language(CardPhrase.allPayments),
            text: language(isEmpty ? CardPhrase.noPayments : CardPhrase.page(number)),
            fields: isEmpty
                ? []
                : [
                    Screen.Field(
                        id: CardScreens.payment, label: language(CardPhrase.payments),
                        kind: .choice(.one(of: options)))
                ], actions: actions, isPrivate: true)
    }

    func details(_ payment: CardTransaction) -> Screen {
        Screen(
            id: "card-payment", title: payment.merchant,
            body: [
                .text(language.isolatedAtStart(amount(payment))),
                .text(language(CardPhrase.paymentDate(date(payment)))),
                .text(language(CardPhrase.paymentStatus(payment.status))),
                .text(language(CardPhrase.paymentReference(payment.id))),
            ], actions: [.back(language(.back))], isPrivate: true)
    }

    /// The day and the amount of a payment, and how it stands when it is not over.
    func line(_ payment: CardTransaction) -> String {
        let parts = [date(payment), language.isolated(amount(payment))]
        let status = payment.status == .completed ? [] : [language(CardPhrase.paymentStatus(payment.status))]
        return (parts + status).joined(separator: " · ")
    }

    /// Exact, with a sign, and with the currency's code so that it reads the same in each language.
    private func amount(_ payment: CardTransaction) -> String {
        "\(payment.direction == .debit ? "−" : "+")\(payment.amount) \(payment.currency)"
    }

    /// In the calendar that cards go by, whichever the device shows, and in the language's digits; in Arabic with the month's
    /// name, because its short form has marks of direction between numbers.
    private func date(_ payment: CardTransaction) -> String {
        let style = Date.FormatStyle(
            date: language == .arabic ? .long : .abbreviated, time: .omitted, locale: Locale(identifier: language.tag),
            calendar: Calendar(identifier: .gregorian))
        return language.digits(payment.date.formatted(style))
    }
}
