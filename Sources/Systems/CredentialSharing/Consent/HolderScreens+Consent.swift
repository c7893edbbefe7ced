import JourneyBase
import MobileDocument

extension HolderScreens {
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

extension ConsentRequest.ItemID {
    /// The item's id on the screen: with the lengths of what stands in it, so that no two are alike.
    var text: String { "\(credential.utf8.count)/\(name.nameSpace.utf8.count)/\(credential)/\(name)" }
}
