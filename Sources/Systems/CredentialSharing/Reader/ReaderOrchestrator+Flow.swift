import JourneyBase
import MobileDocument

extension ReaderOrchestrator {
    /// Runs one transaction until all its resources are released.
    func follow(_ stream: AsyncStream<Event>, _ session: ReaderSession, _ code: String?) async {
        await show(session)
        // Observed before the first check, so that no change is missed between the two.
        watchPrerequisites()
        await attempt(session) { () throws(ReaderError) in try await check(session, code) }
        var incoming = stream.makeAsyncIterator()
        while !session.state.isTerminal, let event = await incoming.next() {
            await attempt(session) { () throws(ReaderError) in
                try await handle(event, session, code)
            }
        }
        stop()
        // The result is shown at once; closing the connection may take longer.
        await showEnd(session)
        await tearDown(session)
        await waitForClose(stream)
        stop()
        await display?.dismiss()
    }

    /// Performs `step`; an error ends the transaction.
    private func attempt(_ session: ReaderSession, _ step: () async throws(ReaderError) -> Void) async {
        do throws(ReaderError) { try await step() } catch {
            try? session.transition(to: .failed(error: error))
        }
    }

    /// Enters `state` and shows it; `time` limits how long it may last.
    func enter(
        _ state: ReaderSessionState, _ session: ReaderSession, within time: Duration? = nil
    ) async throws(ReaderError) {
        try session.transition(to: state)
        timer?.cancel()
        await show(session)
        if let time { setTimer(time) }
    }

    func show(_ session: ReaderSession, fault: Bool = false) async {
        turn += 1
        let state = session.state
        if !fault { notify(state) }
        guard let display, !state.isTerminal else { return }
        let lacks = state.kind == .preflight ? await gate.checkCapabilities().lacks : [:]
        let hasSettings =
            if case .preflight(let missing) = state {
                ReaderScreens.next(of: missing).map(gate.hasSettings) ?? false
            } else { openSettings != nil }
        let screen = screens.screen(
            state, profile: session.profile, lacks: lacks, isCodeWrong: fault,
            cameraLack: cameraLack, hasSettings: hasSettings)
        let (events, turn) = (events, turn)
        await display.put(screen) { events?.yield(.answered($0, turn: turn)) }
    }

    private func setTimer(_ time: Duration) {
        let (events, turn, clock) = (events, turn, dependencies.clock)
        timer = Task {
            guard (try? await clock.sleep(for: time)) != nil else { return }
            events?.yield(.timeIsUp(turn: turn))
        }
    }

    private func handle(_ event: Event, _ session: ReaderSession, _ given: String?) async throws(ReaderError) {
        switch (session.state, event) {
        case (_, .cancel): try session.transition(to: .cancelled(.here))
        case (let state, .answered(let answer, turn)): try await answered(answer, state, session)
        case (.preflight, .prerequisites): try await check(session, given)
        case (.scanning, .scanned(let code)): try await scan(code, session, isGiven: given != nil)
        case (.scanning, .blind(let lack)):
            cameraLack = lack
            await show(session)
        case (.requesting, .prepared(let request)): try ask(request.get(), session)
        case (.connecting, .connection(.connected)): try await prepare(session)
        case (.requesting, .sent(nil)):
            try await enter(.awaitingResponse, session, within: settings.inactivity)
        case (.requesting, .sent(let error?)) where error.reason == .tooLarge: throw ReaderError(.request)
        case (.requesting, .connection(.received(let message))),
            (.awaitingResponse, .connection(.received(let message))):
            try await read(message, session)
        case (.connecting, .connection(.disconnected(let end))), (.requesting, .connection(.disconnected(let end))),
            (.awaitingResponse, .connection(.disconnected(let end))):
            try session.transition(to: ReaderOrchestrator.state(after: end))
        case (.connecting, .timeIsUp(turn)): throw ReaderError(.notFound)
        case (_, .timeIsUp(turn)): throw ReaderError(.noAnswer)
        // Ignored: events that are too late for their state, and failed sends, which the end of their connection
        // follows.
        default: break
        }
    }

    private func answered(
        _ answer: ScreenAction, _ state: ReaderSessionState, _ session: ReaderSession
    ) async throws(ReaderError) {
        switch answer.action {
        case ReaderScreens.ActionID.enable:
            guard case .preflight(let missing) = state else { return }
            // One permission at a time, in the order of the screens. Events are handled while the user decides.
            guard let next = ReaderScreens.next(of: missing) else { return }
            helpers.append(Task { await resolve(next) })
        case ReaderScreens.ActionID.settings:
            if case .preflight(let missing) = state {
                guard let next = ReaderScreens.next(of: missing) else { return }
                let (gate, events) = (gate, events)
                helpers.append(
                    Task {
                        await gate.openSettings(for: next)
                        events?.yield(.prerequisites)
                    })
                return
            }
            // The screen is shown again when the user returns.
            await openSettings?()
            await show(session)
        case ReaderScreens.ActionID.read: events?.yield(.scanned(answer.text(ReaderScreens.code) ?? ""))
        default: try session.transition(to: .cancelled(.here))
        }
    }

    /// Checks the prerequisites, after each change again. If none is missing, `code` is read, or else a scan is
    /// awaited.
    private func check(_ session: ReaderSession, _ code: String?) async throws(ReaderError) {
        let check = await gate.checkCapabilities()
        guard !check.isHopeless else { throw ReaderError(.capabilityMissing) }
        guard check.missing.isEmpty else { return try await enter(.preflight(missing: check.missing), session) }
        try await enter(.readyToScan, session)
        try await enter(.scanning, session)
        if let code { events?.yield(.scanned(code)) }
    }

    private func watchPrerequisites() {
        let (changes, events) = (gate.changes(), events)
        helpers.append(Task { for await _ in changes { events?.yield(.prerequisites) } })
    }

    func stop() {
        timer?.cancel()
        timer = nil
        for helper in helpers { helper.cancel() }
        helpers = []
        turn += 1
    }

    /// Sends the last message, closes the connection and waits for its end, within the time of the settings.
    private func tearDown(_ session: ReaderSession) async {
        let message = session.context?.dequeueFinalMessage()
        guard let handle = session.connection else { return }
        let watch = Task { [transport, dependencies, settings] in
            guard (try? await dependencies.clock.sleep(for: settings.closingTimeout)) != nil else { return }
            transport.disconnect(handle)
        }
        if let message { try? await transport.send(message, over: handle) }
        await transport.finish(handle)
        watch.cancel()
    }

    private func showEnd(_ session: ReaderSession) async {
        notify(session.state)
        guard let display else { return }
        let (events, turn) = (events, turn)
        await display.put(screens.screen(session.state, profile: session.profile)) {
            events?.yield(.answered($0, turn: turn))
        }
    }

    /// Shows the result until it is closed or its time is over.
    private func waitForClose(_ stream: AsyncStream<Event>) async {
        guard display != nil else { return }
        setTimer(settings.result)
        for await event in stream {
            switch event {
            case .answered(_, turn), .timeIsUp(turn), .cancel, .closed: return
            default: continue
            }
        }
    }
}
