import JourneyBase
import JourneyCBOR
import MobileDocument

/// The holder's screens for each state, in one language.
struct HolderScreens: Sendable {
    let language: Language

    /// The identifiers of the actions that the orchestrator handles.
    enum ActionID {
        static let allow = "allow"
        static let deny = "deny"
        static let enable = "enable"
        static let settings = "settings"
        static let cancel = "cancel"
        static let close = "close"
    }

    /// The identifier of the only field: the approved elements.
    static let items = "items"

    private var cancel: Screen.Action { .init(id: ActionID.cancel, label: language(.cancel), role: .cancel) }
    private var close: Screen.Action { .init(id: ActionID.close, label: language(.close), role: .cancel) }

    /// The screen of `notStarted`: the documents are loading.
    var loading: Screen {
        Screen(id: "sharing-loading", title: language(.loading), body: [.progress(.init())], actions: [cancel])
    }

    /// Returns the screen of `preflight` for one missing permission, one step of `total`. With `hasSettings`, a denied
    /// permission gets a button that opens the settings.
    func preflight(
        _ permission: Permission, _ lack: Permission.MissingReason, total: Int, left: Int, hasSettings: Bool = false
    ) -> Screen {
        let step = max(total - left, 0) + 1
        return Screen(
            id: "sharing-preflight", title: language(.beforeYouPresent),
            body: (total > 1 ? [.text(language(.step(step, of: total)))] : [])
                + [
                    .text(language(.need(permission))),
                    .notice(.init(lack == .notAsked ? .info : .warning, language(.lack(permission, lack)))),
                ],
            actions: HolderScreens.recoveryActions(from: lack, to: permission, language, hasSettings: hasSettings) + [
                cancel
            ])
    }

    /// Returns the actions that may obtain `permission`, for holder and reader. A denied permission can be granted in
    /// the settings only; the second action checks again.
    static func recoveryActions(
        from lack: Permission.MissingReason, to permission: Permission, _ language: Language, hasSettings: Bool
    ) -> [Screen.Action] {
        let isOpened = lack == .denied && hasSettings
        let phrase: HolderPhrase = lack == .notAsked ? .enable(permission) : .checkAgain
        let settings = Screen.Action(id: ActionID.settings, label: language(HolderPhrase.openSettings))
        return (isOpened ? [settings] : [])
            + [.init(id: ActionID.enable, label: language(phrase), role: isOpened ? .secondary : .primary)]
    }

    /// The screen of `readyToPresent`: nothing is missing, and the code follows.
    var ready: Screen {
        Screen(id: "sharing-ready", title: language(.readyToPresent), body: [.progress(.init())], actions: [cancel])
    }

    /// Returns the screen of `presentingEngagement`: the QR code.
    func engagement(_ code: QRPicture) -> Screen {
        let dark = (0..<code.side * code.side).map { code.isDark($0 / code.side, $0 % code.side) }
        let picture = Screen.ModuleMatrix(side: code.side, dark: dark).map {
            Screen.Block.code(.init($0, alternative: language(.codePicture)))
        }
        return Screen(
            id: "sharing-code", title: language(.showCode), text: language(.showCodeHelp),
            body: [picture].compactMap(\.self), actions: [cancel])
    }

    /// The screen of `connecting`: a reader is connected and has not sent its request.
    var connecting: Screen {
        Screen(
            id: "sharing-connecting", title: language(.connecting), body: [.progress(.init())], actions: [cancel])
    }

    /// The screen of `processingResponse`.
    var processing: Screen {
        Screen(
            id: "sharing-proof", title: language(.generatingProof), body: [.progress(.init())], actions: [cancel])
    }

    /// Returns the screen of `success`: the number of shared documents, or that nothing was shared.
    func success(_ response: DeviceResponse, low: [DepletedCredential]) -> Screen {
        let count = response.documents.count
        guard count > 0 else {
            return Screen(
                id: "sharing-result", title: language(.notSent),
                body: [.outcome(.init(.notSent, language(.nothingToSend)))], actions: [close])
        }
        return Screen(
            id: "sharing-result", title: language(.sentSuccessfully),
            body: [.outcome(.init(.done, language(.sent(documents: count))))]
                + low.map { .notice(.init(.warning, language(.fewCopiesLeft($0.title, $0.copiesLeft)))) },
            actions: [close])
    }

    /// Returns the screen of `failed`: the problem, and the code for support.
    func failure(_ error: SessionError) -> Screen {
        Screen(
            id: "sharing-result", title: language(.stopped),
            body: [
                .outcome(
                    .init(
                        .refused, language(.failure(error.reason)),
                        reference: HolderScreens.supportCode(error.reason.rawValue, language)))
            ], actions: [close])
    }

    /// Returns the code for support as a fact, for holder and reader.
    static func supportCode(_ code: String, _ language: Language) -> Screen.Detail {
        Screen.Detail(language(.supportCode), language.isolated(code), kind: .reference)
    }

    /// Returns the screen of `cancelled`, or `nil` if the user cancelled: then the flow is dismissed.
    func cancelled(_ reason: Cancellation) -> Screen? {
        switch reason {
        case .person, .denied: nil
        case .readerLeft, .dropped, .timedOut, .prerequisites:
            Screen(
                id: "sharing-result", title: language(.stopped),
                body: [.outcome(.init(.cancelled, language(.cancelled(reason))))], actions: [close])
        }
    }

    /// Returns the screen of `requestReceived`: the requested elements by document and namespace, each of which can be
    /// deselected.
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
            body.append(.details(.init([HolderScreens.supportCode(code, language)])))
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
                // The namespace only tells groups of one document apart.
                .init(
                    title: document.credential.title,
                    detail: document.nameSpaces.count > 1 ? language(.nameSpace(space.name)) : nil,
                    items: space.items.map { item in
                        .init(
                            id: item.id.text, label: label(item), isRetained: item.isRetained,
                            purpose: purpose(item, request.reader), value: value(item))
                    })
            }
        }
    }

    /// Returns the purposes that the reader states, in a sentence each; `nil` without one, and for a reader that is not proved: what
    /// it wrote is not shown.
    private func purpose(_ item: ConsentRequest.Item, _ reader: ConsentRequest.Reader) -> String? {
        guard case .verified = reader, !item.purposes.isEmpty else { return nil }
        return item.purposes.map { purpose in
            switch purpose {
            case .text(let text): language(.statedPurpose(text))
            case .code(let code, let definer): language(.purposeCode("\(code)", definer))
            }
        }.joined(separator: "\n")
    }

    /// Returns the value that would be shared, in words; `nil` for a picture or a template, which no text shows.
    private func value(_ item: ConsentRequest.Item) -> String? {
        item.value.bytes == nil
            ? language.isolated(ElementText(language).value(item.value, of: item.id.name.identifier)) : nil
    }

    /// Returns the element's label; for an age that another statement answers, with that statement.
    private func label(_ item: ConsentRequest.Item) -> String {
        let element = language(HolderPhrase.element(item.id.name.identifier))
        guard let age = item.age, age.asked != age.held else { return element }
        return "\(element) (\(language(.answeredByAge(age.held, isReached: age.isReached))))"
    }

    /// Returns the approved elements, or `nil` for any other answer.
    static func allowed(_ answer: ScreenAction, of request: ConsentRequest) -> Set<ConsentRequest.ItemID>? {
        guard answer.action == ActionID.allow, let chosen = answer.chosen(items) else { return nil }
        return Set(request.items.map(\.id).filter { chosen.contains($0.text) })
    }
}

/// A document with few copies left.
struct DepletedCredential: Hashable, Sendable {
    let title: String
    let copiesLeft: Int
}

extension ConsentRequest.ItemID {
    /// The element's identifier on the screen. It contains the lengths of its parts, so that no two are equal.
    var text: String { "\(credential.utf8.count)/\(name.nameSpace.utf8.count)/\(credential)/\(name)" }
}
