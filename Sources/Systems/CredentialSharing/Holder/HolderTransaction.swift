import JourneyBase
import JourneyCrypto
import MobileDocument

/// One transaction from its first step to its end, as straight-line code that waits for events of its mailbox.
///
/// It decides by events; its services do the work. Whatever happens, `run` ends once, with the session over, the reader
/// told, the connection closed and the keys wiped.
struct HolderTransaction {
    /// An early end of the transaction.
    enum Stop: Error, Equatable {
        case cancelled(Cancellation)
        case failed(SessionError)
    }

    let session: HolderSession
    let parts: HolderDependencies
    let mailbox: HolderMailbox

    var events: AsyncStream<HolderEvent>.Iterator
    /// The timer in force; the expiry of earlier timers is ignored.
    var timer: (number: Int, task: Task<Void, Never>)?
    var lastNumber = 0
    /// The tasks that forward events to the mailbox.
    var forwarders: [Task<Void, Never>] = []
    /// Tasks that end with the connection and are not waited for before.
    var closingTasks: [Task<Void, Never>] = []
    /// Cancelled work that may not have ended yet.
    var cancelledTasks: [Task<Void, Never>] = []
    /// `true` once no prerequisite was missing.
    var isReady = false
    /// `true` while a reader is connected, by the events received so far.
    var isConnected = false

    init(_ session: HolderSession, _ parts: HolderDependencies, _ mailbox: HolderMailbox) {
        self.session = session
        self.parts = parts
        self.mailbox = mailbox
        events = mailbox.events.makeAsyncIterator()
    }

    var log: Log { parts.dependencies.log }

    /// Runs the transaction and returns its end.
    mutating func run(_ cards: [Credential.ID]) async -> PresentationEnd {
        var low: [DepletedCredential] = []
        let end: PresentationEnd
        do throws(Stop) {
            let chosen = try await load(cards)
            try await preflight()
            try await engage()
            let request = try await establish()
            let approved = try await consent(to: request, chosen)
            let sealed = try await respond(approved)
            low = chosen.compactMap { card in
                sealed.runningLow[card.id].map { DepletedCredential(title: card.title, copiesLeft: $0) }
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

    /// Enters `state`. Throws the session's error if it refuses.
    func enter(_ state: HolderSessionState) throws(Stop) {
        do throws(SessionError) { try session.transition(to: state) } catch { throw .failed(error) }
    }

    /// Shows the screen of `state`, whose only action is to cancel.
    func render(_ state: HolderSessionState.Kind, _ screen: Screen) async {
        let orchestrator = parts.calls
        await parts.view.render(state, screen) { _ in orchestrator.cancelPresentation() }
    }

    // MARK: The steps

    /// Performs `notStarted`: returns the chosen documents that are usable now, in the order of the choice.
    private mutating func load(_ cards: [Credential.ID]) async throws(Stop) -> [Credential] {
        await render(.notStarted, parts.view.screens.loading)
        let source = parts.crypto.source
        let all: [Credential]
        do { all = try await work { try await source.credentials() }.get() } catch {
            throw error as? Stop ?? .failed(SessionError(.noDocument))
        }
        let now = parts.dependencies.now()
        let chosen = cards.compactMap { id in all.first { $0.id == id && $0.isUsable(at: now) } }
        guard !chosen.isEmpty else { throw .failed(SessionError(.noDocument)) }
        return chosen
    }

    /// Performs `readyToPresent` and `presentingEngagement`: creates keys and code and advertises until a reader
    /// connects.
    private mutating func engage() async throws(Stop) {
        do throws(SessionError) { try await parts.crypto.prepareEngagement(in: session) } catch { throw .failed(error) }
        try enter(.presentingEngagement)
        do throws(SessionError) {
            let connectionEvents = try parts.transport.startAdvertising(in: session, log: log)
            forward(connectionEvents)
        } catch { throw .failed(error) }
        if let code = session.qrCode {
            await render(.presentingEngagement, parts.view.screens.engagement(code))
        }
        startTimer(.connect, parts.settings.connect)
        while !isConnected {
            let event = await next()
            if case .connection(.connected) = event { isConnected = true } else { try await handle(event) }
        }
    }

    /// Performs `connecting`: waits for the reader's request.
    private mutating func establish() async throws(Stop) -> DeviceRequest {
        log.record(.debug, "BLE->>OR: connectionDidConnect")
        try enter(.connecting)
        await render(.connecting, parts.view.screens.connecting)
        startTimer(.inactivity, parts.settings.inactivity)
        while true {
            let event = await next()
            guard case .connection(.received(let message)) = event else {
                try await handle(event)
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

    /// Performs `processingResponse`: sends the response until the radio has accepted all of it.
    private mutating func respond(_ approved: [ApprovedDocument]) async throws(Stop) -> CryptoService.SealedResponse {
        try enter(.processingResponse)
        await render(.processingResponse, parts.view.screens.processing)
        startTimer(.inactivity, parts.settings.inactivity)
        let (session, crypto, transport, log) = (session, parts.crypto, parts.transport, log)
        let sealed: CryptoService.SealedResponse
        do {
            sealed = try await work { try await crypto.generateDeviceSigned(items: approved, in: session) }.get()
        } catch { throw error as? Stop ?? .failed(error as? SessionError ?? SessionError(.proof)) }
        startTimer(.inactivity, parts.settings.inactivity)
        try await deliver { () throws(TransportError) in
            try await transport.send(sealed.message, using: session, log: log)
        }
        return sealed
    }

    /// Performs `preflight` until no prerequisite is missing, one after the other, as often as needed.
    mutating func preflight() async throws(Stop) {
        forward(parts.gate.changes()) { .prerequisites }
        var check = await checked()
        // The steps that the user has been shown.
        var steps: Set<Permission> = []
        while !check.missing.isEmpty {
            guard !check.isHopeless else { throw .failed(SessionError(.capabilityMissing)) }
            if steps.isSuperset(of: check.missing) {
                await show(check, of: steps.count, isFirst: false)
            } else {
                steps.formUnion(check.missing)
                try enter(.preflight(missing: steps))
                await show(check, of: steps.count, isFirst: true)
            }
            check = try await progress(after: check)
        }
        if !steps.isEmpty { await parts.view.updateProgress(nil, left: 0) { _ in } }
        isReady = true
        try enter(.readyToPresent)
        await render(.readyToPresent, parts.view.screens.ready)
    }

    private func checked() async -> PrerequisiteGate.Check {
        let check = await parts.gate.checkCapabilities()
        log.record(.debug, "OR->>PG: checkCapabilities")
        log.record(.debug, "PG-->>OR: missing", [.count: "\(check.missing.count)"])
        return check
    }

    /// Waits for a change and checks again. A denial changes nothing and stays in the loop.
    private mutating func progress(after check: PrerequisiteGate.Check) async throws(Stop) -> PrerequisiteGate.Check {
        while true {
            let event = await next()
            switch event {
            case .resolve(let permission):
                log.record(.debug, "OR->>PG: requestAuthorization", [.step: permission.rawValue])
                let gate = parts.gate
                let answer: Result<Permission.MissingReason?, any Error> = try await work {
                    await gate.requestAuthorization(permission)
                }
                let lack = (try? answer.get()) ?? nil
                log.record(.debug, "PG-->>OR: status", [.status: lack?.rawValue ?? "authorized"])
                return await checked()
            case .settings(let permission):
                let gate = parts.gate
                let _: Result<Void, any Error> = try await work { await gate.openSettings(for: permission) }
                // The screen is shown again when the user returns.
                return await checked()
            case .prerequisites:
                // Usually caused by a request, after which the prerequisites were checked already.
                if await parts.gate.checkCapabilities() != check { return await checked() }
            default: try await handle(event)
            }
        }
    }

    private func show(_ check: PrerequisiteGate.Check, of total: Int, isFirst: Bool) async {
        guard let (permission, lack) = check.next else { return }
        let screen = parts.view.screens.preflight(
            permission, lack, total: total, left: check.missing.count,
            hasSettings: parts.gate.hasSettings(for: permission))
        let calls = parts.calls
        let answered: @Sendable (ScreenAction) -> Void = { answer in
            switch answer.action {
            case HolderScreens.ActionID.enable: calls.resolve(permission)
            case HolderScreens.ActionID.settings: calls.openSettings(for: permission)
            default: calls.cancelPresentation()
            }
        }
        if isFirst {
            await parts.view.render(.preflight, screen, answered: answered)
        } else {
            await parts.view.updateProgress(screen, left: check.missing.count, answered: answered)
        }
    }
}

extension PrerequisiteGate.Check {
    /// The next step: missing capabilities of the device before missing permissions.
    var next: (Permission, Permission.MissingReason)? {
        lacks.sorted { a, b in
            a.value.isOfDevice == b.value.isOfDevice ? a.key.rawValue < b.key.rawValue : a.value.isOfDevice
        }.first.map { ($0.key, $0.value) }
    }
}
