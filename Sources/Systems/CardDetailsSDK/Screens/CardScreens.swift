internal import Foundation
internal import JourneyBase

/// The native screens of the flow in one language. None of them has data that would suffice for a payment.
struct CardScreens: Sendable {
    let language: Language

    /// The ids of actions that the flow handles.
    enum ActionID {
        static let history = "history"
        static let freeze = "freeze"
        static let thaw = "thaw"
        static let next = "next"
        static let previous = "previous"
        static let refresh = Screen.refresh
    }

    /// The ids of the fields.
    static let channel = "channel"
    static let code = "code"
    static let payment = "payment"

    func waiting(_ phrase: CardPhrase) -> Screen {
        Screen(
            id: "card-wait", title: language(phrase), body: [.progress(.init())],
            actions: [.init(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    /// Returns the choice of a channel, or a button if there is one. No code can be requested before `from`.
    func channels(_ offered: [ConsentChannel], from: Date?) -> Screen {
        let only = offered.count == 1 ? offered.first.map { language(CardPhrase.channel($0)) } : nil
        let choice = Screen.Field(
            id: CardScreens.channel, label: language(CardPhrase.sendCodeBy),
            kind: .choice(
                .one(
                    of: offered.map { .init(id: $0.rawValue, label: language(CardPhrase.channel($0))) },
                    chosen: offered.first?.rawValue)))
        return Screen(
            id: "card-channel", title: language(CardPhrase.chooseChannel), text: language(CardPhrase.whyCode),
            body: only.map { [.text($0)] } ?? [], fields: only == nil ? [choice] : [],
            actions: [
                .init(id: "send", label: language(CardPhrase.sendCode), availableFrom: from),
                .init(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    func code(
        configuration: CardDetailsConfiguration, channel: ConsentChannel, expires: Date?, resendFrom: Date?,
        notice: CardPhrase?, error: String?
    ) -> Screen {
        let resend = resendFrom.map {
            Screen.Action(id: "resend", label: language(.sendAgain), role: .resend, availableFrom: $0)
        }
        return Screen(
            id: "card-code", title: language(.enterCode), text: language(CardPhrase.codeSent(channel)),
            inlineError: error,
            body: (notice.map { [.notice(.init(.info, language($0)))] } ?? [])
                + (expires.map { [.countdown(.init(language(.codeRunsOut), ends: $0))] } ?? []),
            fields: [
                Screen.Field(
                    id: CardScreens.code, label: language(.code),
                    kind: .oneTimeCode(digits: configuration.codeLength))
            ],
            actions: [.init(id: "confirm", label: language(.confirm))] + [resend].compactMap(\.self)
                + [
                    // Another channel is another code.
                    configuration.channels.count > 1 && resendFrom != nil
                        ? .back(language(.back)) : .init(id: "cancel", label: language(.cancel), role: .cancel)
                ], isPrivate: true)
    }

    /// Returns the screen beside the page in which the frames draw. If the page is shown above it in one view, the page draws the
    /// card and this screen does not.
    func shown(
        _ card: CardSummary, recent: [CardTransaction], until end: Date, isBelowPage: Bool = false
    ) -> Screen {
        Screen(
            id: "card-shown", title: language(CardPhrase.yourCard),
            body: [.countdown(.init(language(CardPhrase.shownFor), ends: end))]
                + (isBelowPage ? [] : [masked(card)].compactMap(\.self)) + [.text(language(CardPhrase.issuerDraws))]
                + list(recent),
            actions: [
                .init(id: "hide", label: language(CardPhrase.hideNow)),
                .init(id: ActionID.history, label: language(CardPhrase.allPayments), role: .secondary),
                .init(id: ActionID.freeze, label: language(CardPhrase.freezeCard), role: .secondary),
            ], isPrivate: true)
    }

    /// Returns the card's home.
    func home(_ card: CardSummary, recent: [CardTransaction]) -> Screen {
        Screen(
            id: "card-home", title: language(CardPhrase.yourCard),
            body: [masked(card)].compactMap(\.self) + list(recent),
            actions: [
                .init(id: "show", label: language(CardPhrase.showCard)),
                .init(id: ActionID.history, label: language(CardPhrase.allPayments), role: .secondary),
                card.isFrozen
                    ? .init(id: ActionID.thaw, label: language(CardPhrase.thawCard), role: .secondary)
                    : .init(id: ActionID.freeze, label: language(CardPhrase.freezeCard), role: .secondary),
                .init(id: "close", label: language(.close), role: .cancel),
            ])
    }

    /// Returns the masked card with four digits.
    func masked(_ card: CardSummary) -> Screen.Block? {
        let name = card.design?.name ?? ""
        return Screen.Card(
            name: name.isEmpty ? language(CardPhrase.card) : name, lastFour: card.lastFour, holder: card.holder,
            expiry: card.expiry, isFrozen: card.isFrozen
        ).map(Screen.Block.card)
    }

    func list(_ recent: [CardTransaction]) -> [Screen.Block] {
        guard !recent.isEmpty else { return [] }
        return [.details(.init(title: language(CardPhrase.lastPayments), recent.map(row)))]
    }
}
