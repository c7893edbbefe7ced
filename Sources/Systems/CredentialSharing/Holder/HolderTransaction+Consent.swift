import JourneyBase
import MobileDocument

extension HolderTransaction {
    /// `requestReceived`: what the person allows of each document; nothing at all, without asking, when the reader asks for
    /// nothing that was chosen.
    mutating func consent(
        to request: DeviceRequest, _ chosen: [Credential]
    ) async throws(Stop) -> [ApprovedDocument] {
        let question = try await question(request, chosen)
        guard !question.items.isEmpty else { return [] }
        let calls = parts.calls
        await parts.view.render(.requestReceived, parts.view.screens.consent(question)) { answer in
            if let items = HolderScreens.allowed(answer, of: question) {
                calls.userDidConsent(items: items)
            } else {
                calls.cancelPresentation()
            }
        }
        let isShort = parts.settings.consent < parts.settings.inactivity
        arm(isShort ? .consent : .inactivity, min(parts.settings.consent, parts.settings.inactivity))
        while true {
            let event = await next()
            switch event {
            case .consent(let items):
                let approved = question.approved(items)
                guard !approved.isEmpty else { throw denied() }
                return approved
            case .leave, .abandoned: throw denied()
            default: try await heed(event)
            }
        }
    }

    /// The reader gets a response that has nothing in it.
    private func denied() -> Stop {
        session.cryptoContext?.sealFarewell(DeviceResponse.encode(status: .ok))
        return .cancelled(.denied)
    }

    private mutating func question(
        _ request: DeviceRequest, _ chosen: [Credential]
    ) async throws(Stop) -> ConsentRequest {
        let types = Set(request.documents.map(\.documentType))
        var cards: [SelectedDocument] = []
        var isUnreadable = false
        for credential in chosen where types.contains(credential.docType) {
            let source = parts.crypto.source
            let preview = try await work { try await source.preview(credential.id) }
            // One that cannot be read hides no other.
            if let document = try? preview.get() {
                cards.append(SelectedDocument(credential: credential, document: document))
            } else {
                isUnreadable = true
            }
        }
        guard !cards.isEmpty || !isUnreadable else {
            // There is something that answers, and it cannot be had: that is not the same as having nothing.
            session.cryptoContext?.sealFarewell(DeviceResponse.encode(status: .generalError))
            throw .failed(SessionError(.noDocument))
        }
        guard let transcript = session.cryptoContext?.transcript else { throw .failed(SessionError(.outOfState)) }
        let reader = ConsentRequest.Reader(
            of: request, transcript: transcript, trust: parts.trust, at: parts.dependencies.now())
        return ConsentRequest(request, cards: cards, reader: reader)
    }
}
