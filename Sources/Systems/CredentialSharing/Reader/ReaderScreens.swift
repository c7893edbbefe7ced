import Foundation
import JourneyBase
import JourneyCBOR
import MobileDocument

/// The reader's screens for each state, in one language.
struct ReaderScreens: Sendable {
    let language: Language

    /// The identifiers of the actions that the orchestrator handles; any other action cancels.
    enum ActionID {
        static let enable = "enable"
        static let read = "read"
        static let settings = HolderScreens.ActionID.settings
    }

    /// The identifier of the field for a pasted code.
    static let code = "code"

    /// Returns the missing permission to ask for first.
    static func next(of missing: Set<Permission>) -> Permission? {
        Permission.allCases.first(where: missing.contains)
    }

    private var cancel: Screen.Action { .init(id: "cancel", label: language(.cancel), role: .cancel) }
    private var close: Screen.Action { .init(id: "close", label: language(.close), role: .cancel) }

    /// Returns the screen of `state`. With `hasSettings`, a denied permission gets a button that opens the settings.
    func screen(
        _ state: ReaderSessionState, profile: RequestProfile, lacks: [Permission: Permission.MissingReason] = [:],
        isCodeWrong: Bool = false, cameraLack: Permission.MissingReason? = nil, hasSettings: Bool = false
    ) -> Screen {
        switch state {
        case .notStarted: working("reading-start", .starting)
        case .preflight(let missing): preflight(missing, lacks, hasSettings)
        case .readyToScan: working("reading-ready", .readyToScan)
        case .scanning: scanning(profile, isCodeWrong: isCodeWrong, cameraLack, hasSettings)
        case .connecting: working("reading-connecting", .seeking)
        case .requesting: working("reading-requesting", .requesting)
        case .awaitingResponse: working("reading-waiting", .waiting)
        case .verifying: working("reading-verifying", .verifying)
        case .success(let result): self.result(result)
        case .failed(let error): failure(error)
        case .cancelled(let reason):
            Screen(
                id: "reading-cancelled", title: language(ReaderPhrase.ended),
                body: [.outcome(.init(.cancelled, language(.left(reason))))],
                actions: [close])
        }
    }

    private func working(_ id: String, _ phrase: ReaderPhrase) -> Screen {
        Screen(id: id, title: language(phrase), body: [.progress(.init())], actions: [cancel])
    }

    private func preflight(
        _ missing: Set<Permission>, _ lacks: [Permission: Permission.MissingReason], _ hasSettings: Bool
    ) -> Screen {
        let permission = ReaderScreens.next(of: missing) ?? .bluetooth
        // The permission may have been granted since the state was entered: then there is nothing to ask for.
        let lack = lacks[permission] ?? .notReady
        return Screen(
            id: "reading-preflight", title: language(.beforeYouRead),
            body: [
                .text(language(.why(permission))),
                .notice(.init(lack == .notAsked ? .info : .warning, language(HolderPhrase.lack(permission, lack)))),
            ],
            actions: HolderScreens.recoveryActions(from: lack, to: permission, language, hasSettings: hasSettings) + [
                cancel
            ])
    }

    private func scanning(
        _ profile: RequestProfile, isCodeWrong: Bool, _ cameraLack: Permission.MissingReason?, _ hasSettings: Bool
    ) -> Screen {
        let settings = Screen.Action(
            id: ActionID.settings, label: language(HolderPhrase.openSettings), role: .secondary)
        return Screen(
            id: "reading-code", title: language(.scanCode), text: language(.asked(title(of: profile))),
            inlineError: isCodeWrong ? language(.fault(.invalidCode)) : nil,
            body: cameraLack.map { [.notice(.init(.warning, language(.noCamera($0))))] } ?? [],
            fields: [.init(id: ReaderScreens.code, label: language(.pasteCode), kind: .text)],
            actions: [.init(id: ActionID.read, label: language(ReaderPhrase.read))]
                + (cameraLack == .denied && hasSettings ? [settings] : []) + [cancel])
    }

    func title(of profile: RequestProfile) -> String {
        switch profile.name {
        case RequestProfile.ageOver18.name where profile.title == nil: language(.over(18))
        case RequestProfile.drivingLicence.name where profile.title == nil: language(.licence)
        case RequestProfile.identity.name where profile.title == nil: language(.identity)
        default: profile.title ?? profile.name
        }
    }

    private func failure(_ error: ReaderError) -> Screen {
        Screen(
            id: "reading-failed", title: language(.notRead),
            body: [
                .outcome(
                    .init(
                        .refused, language(.fault(error.reason)),
                        reference: HolderScreens.supportCode(error.reason.rawValue, language)))
            ], actions: [close])
    }

    /// Returns the screen of a result: first the verdict, then the values. Values that were not verified are not shown:
    /// nobody should act on them.
    private func result(_ result: ReadResult) -> Screen {
        var body: [Screen.Block] = []
        switch result.verdict {
        case .verified: body.append(.outcome(.init(.done, language(.verified))))
        case .incomplete(let missing):
            let names = missing.map { language(HolderPhrase.element($0.identifier)) }
            body.append(
                .outcome(
                    .init(
                        .pending, language(.incomplete),
                        nextStep: language(.didNotCome(names.joined(separator: language.listSeparator))))))
        case .notVerified(let faults):
            let codes = faults.map { $0.code ?? $0.name.rawValue }.joined(separator: ", ")
            return Screen(
                id: "reading-result", title: language(.doNotTrust),
                body: [
                    .outcome(
                        .init(
                            .refused, language(.notVerified), reference: HolderScreens.supportCode(codes, language)))
                ], actions: [close])
        }
        var title = title(of: result.profile)
        for (years, isOver) in result.ages.sorted(by: { $0.key < $1.key }) {
            let words = language(isOver ? .over(years) : .notOver(years))
            // An answer to the only question is the headline.
            if result.profile.name == RequestProfile.ageOver18.name, result.ages.count == 1 { title = words }
            if words != title { body.append(.notice(.init(isOver ? .success : .warning, words))) }
        }
        for document in result.report.documents {
            let issued = document.elements.filter { $0.source == .issuer && AgeElement($0.name.identifier) == nil }
            if !issued.isEmpty { body.append(.document(shown(document, issued))) }
            // Device-signed values, ages too, are not confirmed by the issuer.
            let own = document.elements.filter { $0.source == .device }
            if !own.isEmpty {
                body += [.notice(.init(.warning, language(.saidByDevice))), .details(.init(rows(own)))]
            }
        }
        return Screen(id: "reading-result", title: title, body: body, actions: [close])
    }

    private func shown(_ document: DocumentReport, _ elements: [DocumentReport.Element]) -> Screen.Document {
        let portrait = elements.first { $0.name.identifier == "portrait" }?.value.bytes
        return Screen.Document(
            title: document.docType == .drivingLicence ? language(.licence) : language(.identity),
            portrait: portrait.map {
                Screen.Portrait(Array($0), alternative: language(HolderPhrase.element("portrait")))
            }, entries: rows(elements.filter { $0.name.identifier != "portrait" }))
    }

    private func rows(_ elements: [DocumentReport.Element]) -> [Screen.Detail] {
        elements.map { element in
            let identifier = element.name.identifier
            return Screen.Detail(
                language(HolderPhrase.element(identifier)),
                language.isolated(ElementText(language).value(element.value, of: identifier)),
                kind: identifier.hasSuffix("_number") ? .reference : .text)
        }
    }
}
