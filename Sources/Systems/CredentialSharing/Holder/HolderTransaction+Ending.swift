import JourneyBase
import MobileDocument

extension HolderTransaction {
    /// The end, whatever came before: the session's last state, its screen, and the connection taken down.
    mutating func finish(_ end: PresentationEnd, _ low: [DepletedCredential]) async -> PresentationEnd {
        timer?.task.cancel()
        var end = end
        // A session that was invalidated has ended already, by its own error. Here the keys are wiped.
        do throws(SessionError) { try session.transition(to: end.state) } catch {
            if case .failed(let error) = session.state { end = .failed(error) }
        }
        let mailbox = mailbox
        let (view, kind, screen) = (parts.view, session.state.kind, screen(of: end, low))
        // The radio does not wait for a screen.
        let rendering = Task { await view.render(kind, screen) { _ in mailbox.post(.closed) } }
        await tearDown()
        for carrier in carriers { carrier.cancel() }
        await rendering.value
        mailbox.post(.over)
        return end
    }

    /// What is shown at that end; `nil` for the person's own, who needs no word for it.
    func screen(of end: PresentationEnd, _ low: [DepletedCredential]) -> Screen? {
        let screens = parts.view.screens
        return switch end {
        case .success(let response): screens.success(response, low: low)
        case .cancelled(let reason): screens.cancelled(reason)
        case .failed(let error): screens.failure(error)
        }
    }

    /// Tells the reader that it is over, has that and the end taken by the radio, gives the reader a moment, and disconnects.
    /// A reader that does not take it gets no longer than the settings say.
    private mutating func tearDown() async {
        if !strays.isEmpty {
            let strays = strays
            // A key or a store that does not hear of being cancelled keeps nobody waiting for long.
            await within(parts.settings.farewell, endsWithConnection: false) { for task in strays { await task.value } }
        }
        guard let handle = session.connection else { return }
        let transport = parts.transport
        if isConnected {
            let messages = session.cryptoContext?.flushTelemetry() ?? []
            await within(parts.settings.farewell, endsWithConnection: true) {
                for message in messages { try? await transport.send(message, over: handle) }
                await transport.finish(handle)
            }
        }
        transport.disconnect(handle)
        for task in leftovers { await task.value }
        leftovers = []
    }

    /// Does `body`, and lets go of it when it takes longer than `duration`.
    private mutating func within(
        _ duration: Duration, endsWithConnection: Bool, _ body: @escaping @Sendable () async -> Void
    ) async {
        arm(.inactivity, duration)
        lastNumber += 1
        let (number, mailbox) = (lastNumber, mailbox)
        let task = Task {
            await body()
            mailbox.post(.done(number))
        }
        if endsWithConnection { leftovers.append(task) }
        var isClosed = false
        waiting: while true {
            switch await next() {
            case .done(number): break waiting
            case .timeUp(_, let number) where number == timer?.number: break waiting
            case .closed, .abandoned: isClosed = true
            default: continue
            }
        }
        timer?.task.cancel()
        // The result was closed before its time.
        if isClosed { mailbox.post(.closed) }
    }
}
