import JourneyBase
import MobileDocument

/// What a holder shows in each state, in words of one language.
struct HolderScreens: Sendable {
    let language: Language

    /// Ids of actions that mean something to the orchestrator.
    enum ActionID {
        static let allow = "allow"
        static let deny = "deny"
        static let enable = "enable"
        static let settings = "settings"
        static let cancel = "cancel"
        static let close = "close"
    }

    /// The only field: what is allowed.
    static let items = "items"

    private var cancel: Screen.Action { .init(id: ActionID.cancel, label: language(.cancel), role: .cancel) }
    private var close: Screen.Action { .init(id: ActionID.close, label: language(.close), role: .cancel) }

    /// `notStarted`: the documents are looked up.
    var loading: Screen {
        Screen(id: "sharing-loading", title: language(.loading), body: [.progress(.init())], actions: [cancel])
    }

    /// `preflight`: one step of what is missing, of `total` in all. With `hasSettings`, what was denied has a button to them.
    func preflight(
        _ permission: Permission, _ lack: Permission.Lack, total: Int, left: Int, hasSettings: Bool = false
    ) -> Screen {
        let step = max(total - left, 0) + 1
        return Screen(
            id: "sharing-preflight", title: language(.beforeYouPresent),
            body: (total > 1 ? [.text(language(.step(step, of: total)))] : [])
                + [
                    .text(language(.need(permission))),
                    .notice(.init(lack == .notAsked ? .info : .warning, language(.lack(permission, lack)))),
                ],
            actions: HolderScreens.ways(from: lack, to: permission, language, hasSettings: hasSettings) + [cancel])
    }

    /// The actions that may bring `permission`, for the holder and for the reader: what was denied can be allowed in the settings
    /// alone, and is looked at again.
    static func ways(
        from lack: Permission.Lack, to permission: Permission, _ language: Language, hasSettings: Bool
    ) -> [Screen.Action] {
        let isOpened = lack == .denied && hasSettings
        let phrase: HolderPhrase = lack == .notAsked ? .enable(permission) : .checkAgain
        let settings = Screen.Action(id: ActionID.settings, label: language(HolderPhrase.openSettings))
        return (isOpened ? [settings] : [])
            + [.init(id: ActionID.enable, label: language(phrase), role: isOpened ? .secondary : .primary)]
    }

    /// `readyToPresent`: nothing is missing; the code comes.
    var ready: Screen {
        Screen(id: "sharing-ready", title: language(.readyToPresent), body: [.progress(.init())], actions: [cancel])
    }

    /// `presentingEngagement`: the code.
    func engagement(_ code: QRPicture) -> Screen {
        let dark = (0..<code.side * code.side).map { code.isDark($0 / code.side, $0 % code.side) }
        let picture = Screen.ModuleMatrix(side: code.side, dark: dark).map {
            Screen.Block.picture(.init(.modules($0), alternative: language(.codePicture)))
        }
        return Screen(
            id: "sharing-code", title: language(.showCode), text: language(.showCodeHelp),
            body: [picture].compactMap(\.self), actions: [cancel])
    }

    /// `connecting`: the reader is there and has not asked yet.
    var connecting: Screen {
        Screen(
            id: "sharing-connecting", title: language(.connecting), body: [.progress(.init(language(.connecting)))],
            actions: [cancel])
    }

    /// `processingResponse`.
    var processing: Screen {
        Screen(
            id: "sharing-proof", title: language(.generatingProof),
            body: [.progress(.init(language(.generatingProof)))], actions: [cancel])
    }

    /// `success`: what was shared. Without documents, that nothing was.
    func success(_ response: DeviceResponse, low: [DepletedCredential]) -> Screen {
        let count = response.documents.count
        guard count > 0 else {
            return Screen(
                id: "sharing-result", title: language(.notSent),
                body: [.notice(.init(.info, language(.nothingToSend)))], actions: [close])
        }
        return Screen(
            id: "sharing-result", title: language(.sentSuccessfully),
            body: [.notice(.init(.success, language(.sent(documents: count))))]
                + low.map { .notice(.init(.warning, language(.fewCopiesLeft($0.title, $0.copiesLeft)))) },
            actions: [close])
    }

    /// `failed`: what went wrong, and the code that support asks for.
    func failure(_ error: SessionError) -> Screen {
        Screen(
            id: "sharing-result", title: language(.stopped),
            body: [
                .notice(.init(.error, language(.failure(error.reason)))),
                .text(language(.codeForSupport(error.reason.rawValue))),
            ], actions: [close])
    }

    /// `cancelled`: `nil` when the person did it, who needs no word for it; the flow is dismissed.
    func cancelled(_ reason: Cancellation) -> Screen? {
        switch reason {
        case .person, .denied: nil
        case .readerLeft, .dropped, .timedOut, .prerequisites:
            Screen(
                id: "sharing-result", title: language(.stopped),
                body: [.notice(.init(.warning, language(.cancelled(reason))))], actions: [close])
        }
    }

    /// `requestReceived`: what is asked for, by document and namespace, each item to be taken away.
    func consent(_ request: ConsentRequest) -> Screen {
        var body: [Screen.Block] = []
        let title: HolderPhrase
        switch request.reader {
        case .verified(let name):
            title = .asks(name)
            body.append(.notice(.init(.info, language(.readerVerified(name)))))
        case .unsigned:
            title = .readerAsks
            body.append(.notice(.init(.warning, language(.readerUnsigned))))
        case .unproven(let code):
            title = .readerAsks
            body.append(.notice(.init(.warning, language(.readerUnproven))))
            body.append(.text(language(.codeForSupport(code))))
        }
        let missing = request.documents.reduce(0) { $0 + $1.unavailable }
        if missing > 0 { body.append(.text(language(.unavailableItems(missing)))) }
        if request.unknownDocuments > 0 {
            body.append(.text(language(.unknownDocuments(request.unknownDocuments))))
        }
        return Screen(
            id: "sharing-consent", title: language(title), body: body,
            fields: [
                Screen.Field(
                    id: HolderScreens.items, label: language(.requestedData),
                    kind: .consent(.init(groups: groups(request))), hint: language(.chooseOrDeny))
            ],
            actions: [
                .init(id: ActionID.allow, label: language(.allow)),
                .init(id: ActionID.deny, label: language(.deny), role: .secondary),
            ])
    }

    private func groups(_ request: ConsentRequest) -> [Screen.Consent.Group] {
        request.documents.flatMap { document in
            document.nameSpaces.map { space in
                .init(
                    title: document.credential.title, detail: space.name,
                    items: space.items.map { item in
                        .init(id: item.id.text, label: label(item), isRetained: item.isRetained)
                    })
            }
        }
    }

    /// The element in words; of an age that another statement answers, which one.
    private func label(_ item: ConsentRequest.Item) -> String {
        let element = language(HolderPhrase.element(item.id.name.identifier))
        guard let age = item.age, age.asked != age.held else { return element }
        return "\(element) (\(language(.answeredByAge(age.held, isReached: age.isReached))))"
    }

    /// What was allowed; `nil` for every other answer.
    static func allowed(_ answer: ScreenAction, of request: ConsentRequest) -> Set<ConsentRequest.ItemID>? {
        guard answer.action == ActionID.allow, let chosen = answer.chosen(items) else { return nil }
        return Set(request.items.map(\.id).filter { chosen.contains($0.text) })
    }
}

/// A document whose copies run out.
struct DepletedCredential: Hashable, Sendable {
    let title: String
    let copiesLeft: Int
}

extension ConsentRequest.ItemID {
    /// The item's id on the screen: with the lengths of what stands in it, so that no two are alike.
    var text: String { "\(credential.utf8.count)/\(name.nameSpace.utf8.count)/\(credential)/\(name)" }
}
