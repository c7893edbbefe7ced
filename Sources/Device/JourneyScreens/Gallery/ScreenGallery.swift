package import Foundation
package import JourneyBase

/// One screen for each element of the vocabulary, in each language, to check themes, translations and renderers.
package enum ScreenGallery {
    /// Returns the screens in viewing order. Countdowns and cool-downs run from `now`.
    package static func screens(in language: Language, now: Date) -> [Screen] {
        let text = GalleryText.of(language)
        return [
            code(language, now), pin(language), newPIN(language), secret(language, text), choice(language, text),
            choices(language, text), consent(language, text), presentation(language, text, now),
            progress(language, text), waiting(text), card(language, text), notices(language, text),
            failure(language, text),
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

    private static func consent(_ language: Language, _ text: GalleryText) -> Screen {
        Question.consent(
            requester: text.shop,
            groups: [
                Screen.Consent.Group(
                    title: text.licence, detail: "org.iso.18013.5.1",
                    items: [
                        Screen.Consent.Item(id: "age_over_18", label: text.over18, isRequired: true),
                        Screen.Consent.Item(id: "portrait", label: text.portrait, isRequired: true, isRetained: true),
                        Screen.Consent.Item(id: "family_name", label: text.familyName, isOn: false),
                    ]),
                Screen.Consent.Group(
                    title: text.membership, detail: "com.example.membership",
                    items: [Screen.Consent.Item(id: "level", label: text.level, isRetained: true, isOn: false)]),
            ]
        ).screen(language)
    }

    private static func presentation(_ language: Language, _ text: GalleryText, _ now: Date) -> Screen {
        Screen(
            id: "present", title: text.showCode, text: text.letThemScan,
            body: (GalleryPictures.code.map {
                [.picture(Screen.Picture(.modules($0), alternative: text.codeAlternative))]
            } ?? []) + [.countdown(Screen.Countdown(ends: now.addingTimeInterval(90)))],
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
}
