package import Foundation
package import JourneyBase

/// One screen for each element of the vocabulary, in each language, to check themes, translations and renderers.
package enum ScreenGallery {
    /// A code for pictures that must be equal each time.
    package static var code: Screen.ModuleMatrix? { GalleryPictures.code }
    /// A drawn portrait for samples, as a JPEG file.
    package static var portrait: [UInt8] { GalleryPictures.portrait }
    /// A brand for samples, with a logo, an accent and corners of its own.
    package static var brand: Theme.Brand {
        var brand = Theme.Brand(accent: Theme.Color(0x8A1538), cornerRadius: 4)
        brand.logo = Screen.PNGImage(GalleryPictures.logo).map { Screen.Picture($0, alternative: "Harbour Bank") }
        return brand
    }

    /// Returns the screens in viewing order. Countdowns and cool-downs run from `now`.
    package static func screens(in language: Language, now: Date) -> [Screen] {
        let text = GalleryText.of(language)
        return [
            code(language, now), pin(language), newPIN(language), secret(language, text), choice(language, text),
            choices(language, text), dates(language, text), consent(language, text), presentation(language, text, now),
            progress(language, text), waiting(text), card(language, text), notices(language, text),
            failure(language, text), payment(language, text), receipt(language, text), pending(language, text),
            notSent(language, text), ended(language, text), document(language, text), noDocument(language, text),
            pass(language, text, now), empty(language, text),
        ]
    }

    private static func code(_ language: Language, _ now: Date) -> Screen {
        Question.oneTimeCode(
            digits: 6, sentTo: "•••• 21", expires: now.addingTimeInterval(299), resendFrom: now.addingTimeInterval(25)
        ).screen(language)
    }

    private static func pin(_ language: Language) -> Screen {
        Question.pin(digits: 4).screen(language)
    }

    /// Two PINs on one screen, with shuffled pads.
    private static func newPIN(_ language: Language) -> Screen {
        Screen(
            id: "new-pin", title: language(.choosePIN), inlineError: language(.pinsDiffer),
            fields: [
                Screen.Field(id: "new", label: language(.pin), kind: .pin(digits: 5), pad: .shuffled),
                Screen.Field(id: "repeat", label: language(.repeatPIN), kind: .pin(digits: 5), pad: .shuffled),
            ], actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
    }

    private static func secret(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "sign-in", title: text.signIn, inlineError: text.wrongPassword,
            fields: [
                Screen.Field(id: "name", label: text.userName, kind: .text, keyboard: .email),
                Screen.Field(id: "password", label: text.password, kind: .secret, hint: text.passwordHint),
                Screen.Field(id: "device", label: text.deviceName, kind: .text, isOptional: true),
            ],
            actions: [
                Screen.Action(id: "sign-in", label: text.signIn),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    private static func choice(_ language: Language, _ text: GalleryText) -> Screen {
        Question.choice(
            id: "account", title: text.whichAccount, label: text.account,
            of: [
                Screen.Choice.Option(id: "everyday", label: text.everyday, detail: "•••• 4242"),
                Screen.Choice.Option(id: "savings", label: text.savings, detail: "•••• 7713"),
            ], chosen: "everyday"
        ).screen(language)
    }

    private static func choices(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "alerts", title: text.alerts,
            fields: [
                Screen.Field(
                    id: "channels", label: text.howToReachYou,
                    kind: .choice(
                        .several(
                            of: [
                                Screen.Choice.Option(id: "mail", label: text.mail),
                                Screen.Choice.Option(id: "message", label: text.message),
                                Screen.Choice.Option(id: "call", label: text.call),
                            ], counts: 1...2, chosen: ["message"])))
            ],
            actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
    }

    /// Two dates, one of them optional.
    private static func dates(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "dates", title: text.trip,
            fields: [
                Screen.Field(id: "departure", label: text.departure, kind: .date),
                Screen.Field(id: "return", label: text.returning, kind: .date, isOptional: true),
            ], actions: [Screen.Action(id: "continue", label: language(.goOn)), .back(language(.back))])
    }

    private static func consent(_ language: Language, _ text: GalleryText) -> Screen {
        Question.consent(
            requester: text.shop,
            groups: [
                Screen.Consent.Group(
                    title: text.licence,
                    items: [
                        Screen.Consent.Item(
                            id: "age_over_18", label: text.over18, isRequired: true, purpose: text.agePurpose,
                            value: text.over18Value),
                        Screen.Consent.Item(
                            id: "portrait", label: text.portrait, isRequired: true, isRetained: true,
                            purpose: text.portraitPurpose),
                        Screen.Consent.Item(id: "family_name", label: text.familyName, isOn: false),
                    ]),
                Screen.Consent.Group(
                    title: text.membership,
                    items: [Screen.Consent.Item(id: "level", label: text.level, isRetained: true, isOn: false)]),
            ]
        ).screen(language)
    }

    private static func presentation(_ language: Language, _ text: GalleryText, _ now: Date) -> Screen {
        Screen(
            id: "present", title: text.showCode, text: text.letThemScan,
            body: GalleryPictures.code.map {
                let countdown = Screen.Countdown(ends: now.addingTimeInterval(90), lasting: 120)
                return [.code(Screen.Code($0, alternative: text.codeAlternative, countdown: countdown))]
            } ?? [],
            actions: [Screen.Action(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    private static func progress(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "sending", title: text.sending, body: [.progress(Screen.Progress(text.step, fraction: 0.4))],
            actions: [Screen.Action(id: "cancel", label: language(.cancel), role: .cancel)])
    }

    private static func waiting(_ text: GalleryText) -> Screen {
        Screen(id: "waiting", title: text.sending, body: [.progress(Screen.Progress())])
    }

    private static func card(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "card", title: text.yourCard,
            body: Screen.Card(
                name: text.everyday, lastFour: "4242", holder: "ADA LOVELACE", expiry: "12/28", isFrozen: true
            ).map { [.card($0)] } ?? [],
            actions: [
                Screen.Action(id: "show", label: text.showNumber),
                Screen.Action(id: "remove", label: text.removeCard, role: .destructive), .back(language(.back)),
            ])
    }

    private static func notices(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "permissions", title: text.permissions, text: text.permissionsText,
            body: [
                .notice(Screen.Notice(.success, text.cameraAllowed)),
                .notice(Screen.Notice(.warning, text.bluetoothOff)),
                .notice(Screen.Notice(.info, text.nothingStored)),
            ],
            actions: [
                Screen.Action(id: "settings", label: text.openSettings),
                Screen.Action(id: "later", label: text.notNow, role: .secondary), .back(language(.back)),
            ])
    }

    private static func failure(_ language: Language, _ text: GalleryText) -> Screen {
        Question.failure(id: "failed", title: text.failed, text: text.secondFactor, canRetry: true).screen(language)
    }

    private static func close(_ language: Language) -> Screen.Action {
        Screen.Action(id: "close", label: language(.close), role: .cancel)
    }

    private static func rows(_ text: GalleryText) -> [Screen.Detail] {
        [
            Screen.Detail(text.payee, text.payeeName),
            Screen.Detail(text.account2, "04-00-04 12345678", kind: .reference),
        ]
    }

    private static func payment(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "payment", title: text.approve, text: text.reason,
            body: [
                .amount(Screen.Amount(label: text.total, value: language.amount("1250.50", "GBP"))),
                .details(
                    Screen.Details(
                        rows(text) + [
                            Screen.Detail(text.amount, language.amount("1250.00", "GBP")),
                            Screen.Detail(text.fee, language.amount("0.50", "GBP")),
                        ])),
            ],
            actions: [
                Screen.Action(id: "approve", label: text.pay),
                Screen.Action(id: "cancel", label: language(.cancel), role: .cancel),
            ])
    }

    private static func receipt(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "receipt", title: text.sent,
            body: [
                .outcome(Screen.Outcome(.done, text.sentText)),
                .amount(Screen.Amount(label: text.total, value: language.amount("1250.50", "GBP"))),
                .details(
                    Screen.Details(
                        rows(text) + [
                            Screen.Detail(text.amount, language.amount("1250.00", "GBP")),
                            Screen.Detail(text.fee, language.amount("0.50", "GBP")),
                            Screen.Detail(language(.reference), "HBHSFVDH4FKG", kind: .reference),
                        ])),
            ], actions: [close(language)])
    }

    private static func pending(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "pending", title: text.pending,
            body: [
                .outcome(
                    Screen.Outcome(
                        .pending, text.pendingText,
                        reference: Screen.Detail(language(.reference), "HBHSFVDH4FKG", kind: .reference),
                        nextStep: text.pendingNext))
            ], actions: [close(language)])
    }

    private static func notSent(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "not-sent", title: text.notSent, body: [.outcome(Screen.Outcome(.notSent, text.notSentText))],
            actions: [Screen.Action(id: "retry", label: language(.tryAgain)), close(language)])
    }

    private static func ended(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "ended", title: text.ended, body: [.outcome(Screen.Outcome(.cancelled, text.endedText))],
            actions: [close(language)])
    }

    private static func document(_ language: Language, _ text: GalleryText) -> Screen {
        document(language, text, id: "document", portrait: GalleryPictures.portrait)
    }

    private static func noDocument(_ language: Language, _ text: GalleryText) -> Screen {
        document(language, text, id: "document-without-portrait", portrait: [])
    }

    private static func document(
        _ language: Language, _ text: GalleryText, id: String, portrait: [UInt8]
    ) -> Screen {
        Screen(
            id: id, title: text.document,
            body: [
                .outcome(Screen.Outcome(.done, text.verified)),
                .document(
                    Screen.Document(
                        title: text.licence, portrait: Screen.Portrait(portrait, alternative: text.portrait),
                        entries: [
                            Screen.Detail(text.names, "Ada Lovelace"), Screen.Detail(text.birth, text.birthDay),
                            Screen.Detail(text.number, "LVL 4242 1815", kind: .reference),
                            Screen.Detail(text.categories, text.categoryLines),
                        ])),
            ], actions: [close(language)])
    }

    private static func pass(_ language: Language, _ text: GalleryText, _ now: Date) -> Screen {
        Screen(
            id: "pass", title: text.showTicket,
            body: [
                .pass(
                    Screen.Pass(
                        issuer: "Harbour Air", title: text.ticket,
                        fields: [
                            Screen.Detail(text.gate, "B 12", kind: .reference),
                            Screen.Detail(text.seat, "14 C", kind: .reference),
                        ], code: GalleryPictures.code.map { Screen.Code($0, alternative: text.codeAlternative) }))
            ], actions: [close(language)])
    }

    private static func empty(_ language: Language, _ text: GalleryText) -> Screen {
        Screen(
            id: "empty", title: text.payments, body: [.empty(text.noPayments)], actions: [.back(language(.back))])
    }
}
