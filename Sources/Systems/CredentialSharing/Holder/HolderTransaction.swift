import JourneyBase
import JourneyCrypto
import MobileDocument

/// One transaction from its first step to its end, as a straight line: what it waits for comes from its mailbox.
///
/// It decides by the events alone; the parts it calls do the work. Whatever happens, `run` ends once, with the session over,
/// the reader told, the connection closed and the keys wiped.
struct HolderTransaction {
    /// What ends the line before its end.
    enum Stop: Error, Equatable {
        case cancelled(Cancellation)
        case failed(SessionError)
    }

    let session: HolderSession
    let parts: HolderParts
    let mailbox: HolderMailbox

    var events: AsyncStream<HolderEvent>.Iterator
    /// The timer that counts; others that ran out count for nothing.
    var timer: (number: Int, task: Task<Void, Never>)?
    var lastNumber = 0
    /// Tasks that carry events here.
    var carriers: [Task<Void, Never>] = []
    /// What was begun and not waited for, and ends when the connection does.
    var leftovers: [Task<Void, Never>] = []
    /// Work that was cancelled, and may not have noticed yet.
    var strays: [Task<Void, Never>] = []
    /// Whether nothing is missing that was checked before.
    var isReady = false
    /// Whether a reader is connected, as far as was heard.
    var isConnected = false

    init(_ session: HolderSession, _ parts: HolderParts, _ mailbox: HolderMailbox) {
        self.session = session
        self.parts = parts
        self.mailbox = mailbox
        events = mailbox.events.makeAsyncIterator()
    }

    var log: Log { parts.surroundings.log }

    /// Runs it to its one end.
    mutating func run(_ cards: [Credential.ID]) async -> PresentationEnd {
        var low: [LowCredential] = []
        let end: PresentationEnd
        do throws(Stop) {
            let chosen = try await load(cards)
            try await preflight()
            try await engage()
            let request = try await establish()
            let approved = try await consent(to: request, chosen)
            let sealed = try await respond(approved)
            low = chosen.compactMap { card in
                sealed.runningLow[card.id].map { LowCredential(title: card.title, copiesLeft: $0) }
            }
            end = .success(sealed.response)
        } catch {
            switch error {
            case .cancelled(let reason): end = .cancelled(reason)
            case .failed(let error): end = .failed(error)
            }
        }
        return await finish(end, low)
    }

    /// Enters `state`. A session that does not take it is over.
    func enter(_ state: HolderSessionState) throws(Stop) {
        do throws(SessionError) { try session.transition(to: state) } catch { throw .failed(error) }
    }

    /// Shows the screen of `state`, on which the person can only leave.
    func render(_ state: HolderSessionState.Kind, _ screen: Screen) async {
        let orchestrator = parts.calls
        await parts.view.render(state, screen) { _ in orchestrator.cancelPresentation() }
    }

    // MARK: The steps

    /// `notStarted`: the chosen documents, in the order in which they were chosen, that can be shown now.
    private mutating func load(_ cards: [Credential.ID]) async throws(Stop) -> [Credential] {
        await render(.notStarted, parts.view.screens.loading)
        let source = parts.crypto.source
        let all: [Credential]
        do { all = try await work { try await source.credentials() }.get() } catch {
            throw error as? Stop ?? .failed(SessionError(.noDocument))
        }
        let now = parts.surroundings.now()
        let chosen = cards.compactMap { id in all.first { $0.id == id && $0.isUsable(at: now) } }
        guard !chosen.isEmpty else { throw .failed(SessionError(.noDocument)) }
        return chosen
    }

    /// `readyToPresent` and `presentingEngagement`: keys, code, radio, until a reader is there.
    private mutating func engage() async throws(Stop) {
        do throws(SessionError) { try await parts.crypto.prepareEngagement(in: session) } catch { throw .failed(error) }
        try enter(.presentingEngagement)
        do throws(SessionError) {
            let happenings = try parts.transport.startAdvertising(in: session, log: log)
            carry(happenings)
        } catch { throw .failed(error) }
        if let code = session.qrCode {
            await render(.presentingEngagement, parts.view.screens.engagement(code))
        }
        arm(.connect, parts.settings.connect)
        while !isConnected {
            let event = await next()
            if case .connection(.connected) = event { isConnected = true } else { try await heed(event) }
        }
    }

    /// `connecting`: until the reader has asked.
    private mutating func establish() async throws(Stop) -> DeviceRequest {
        log.record(.debug, "BLE->>OR: connectionDidConnect")
        try enter(.connecting)
        await render(.connecting, parts.view.screens.connecting)
        arm(.inactivity, parts.settings.inactivity)
        while true {
            let event = await next()
            guard case .connection(.received(let message)) = event else {
                try await heed(event)
                continue
            }
            log.record(.debug, "BLE->>OR: didReceive", [.bytes: "\(message.count)"])
            do throws(SessionError) {
                let request = try await parts.crypto.processSessionEstablishment(incoming: message, in: session)
                try session.transition(to: .requestReceived)
                return request
            } catch { throw .failed(error) }
        }
    }

    /// `processingResponse`: until the radio took the whole response.
    private mutating func respond(_ approved: [ApprovedDocument]) async throws(Stop) -> CryptoService.SealedResponse {
        try enter(.processingResponse)
        await render(.processingResponse, parts.view.screens.processing)
        arm(.inactivity, parts.settings.inactivity)
        let (session, crypto, transport, log) = (session, parts.crypto, parts.transport, log)
        let sealed: CryptoService.SealedResponse
        do {
            sealed = try await work { try await crypto.generateDeviceSigned(items: approved, in: session) }.get()
        } catch { throw error as? Stop ?? .failed(error as? SessionError ?? SessionError(.proof)) }
        arm(.inactivity, parts.settings.inactivity)
        try await deliver { () throws(TransportError) in
            try await transport.send(sealed.message, using: session, log: log)
        }
        return sealed
    }
}
