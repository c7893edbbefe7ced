internal import Foundation
internal import JourneyBase

extension CardScreens {
    /// Returns one page of all payments. No choice is required to go on or back.
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
            body: isEmpty ? [.empty(language(CardPhrase.noPayments))] : [.text(language(CardPhrase.page(number)))],
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
                .outcome(.init(outcome(payment.status), language(CardPhrase.paymentStatus(payment.status)))),
                .amount(.init(label: language(.amount), value: amount(payment))),
                .details(
                    .init([
                        .init(language(CardPhrase.paymentDate), date(payment)),
                        .init(language(CardPhrase.paymentReference), payment.id, kind: .reference),
                    ])),
            ], actions: [.back(language(.back))], isPrivate: true)
    }

    private func outcome(_ status: CardTransaction.Status) -> Screen.Outcome.Kind {
        switch status {
        case .completed: .done
        case .declined: .refused
        default: .pending
        }
    }

    /// Returns a payment as a row: the merchant, the day, and the amount.
    func row(_ payment: CardTransaction) -> Screen.Detail {
        let status = payment.status == .completed ? [] : [language(CardPhrase.paymentStatus(payment.status))]
        return Screen.Detail(
            language.isolated(payment.merchant), amount(payment),
            note: ([date(payment)] + status).joined(separator: " · "))
    }

    /// Returns a payment's day, amount, and status if it is not final.
    func line(_ payment: CardTransaction) -> String {
        let parts = [date(payment), amount(payment)]
        let status = payment.status == .completed ? [] : [language(CardPhrase.paymentStatus(payment.status))]
        return (parts + status).joined(separator: " · ")
    }

    /// Returns the exact amount with a sign, as the language writes it.
    private func amount(_ payment: CardTransaction) -> String {
        language.signedAmount(payment.amount, payment.currency, isCredit: payment.direction == .credit)
    }

    /// Returns the date in the Gregorian calendar, whatever the device shows, in the language's digits. Arabic has the month's
    /// name, because its short form has direction marks between numbers.
    private func date(_ payment: CardTransaction) -> String {
        let style = Date.FormatStyle(
            date: language == .arabic ? .long : .abbreviated, time: .omitted,
            locale: Locale(identifier: language == .english ? "en_GB" : language.tag),
            calendar: Calendar(identifier: .gregorian))
        return language.digits(payment.date.formatted(style))
    }
}
