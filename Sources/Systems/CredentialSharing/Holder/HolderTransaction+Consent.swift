import JourneyBase
import MobileDocument

extension HolderTransaction {
    /// Performs `requestReceived`: returns the approved elements of each document. Returns none, without asking, when
    /// the reader requests nothing that was chosen.
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
        startTimer(isShort ? .consent : .inactivity, min(parts.settings.consent, parts.settings.inactivity))
        while true {
            let event = await next()
            switch event {
            case .consent(let items):
                let approved = question.approved(items)
                guard !approved.isEmpty else { throw denied() }
                return approved
            case .leave, .abandoned: throw denied()
            default: try await handle(event)
            }
        }
    }

    /// Queues a response without documents for the reader.
    private func denied() -> Stop {
        session.cryptoContext?.queueFinalResponse(DeviceResponse.encode(status: .ok))
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
            // A document that cannot be read does not hide the others.
            if let document = try? preview.get() {
                cards.append(SelectedDocument(credential: credential, document: document))
            } else {
                isUnreadable = true
            }
        }
        guard !cards.isEmpty || !isUnreadable else {
            // A matching document exists but cannot be read, which differs from having none.
            session.cryptoContext?.queueFinalResponse(DeviceResponse.encode(status: .generalError))
            throw .failed(SessionError(.noDocument))
        }
        guard let transcript = session.cryptoContext?.transcript else { throw .failed(SessionError(.outOfState)) }
        let reader = ConsentRequest.Reader(
            of: request, transcript: transcript, trust: parts.trust, at: parts.dependencies.now())
        return ConsentRequest(request, cards: cards, reader: reader)
    }
}
