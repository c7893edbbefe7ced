import JourneyBase
import MobileDocument

extension HolderTransaction {
    /// Ends the transaction from any state: sets the session's last state, shows its screen and closes the connection.
    mutating func finish(_ end: PresentationEnd, _ low: [DepletedCredential]) async -> PresentationEnd {
        timer?.task.cancel()
        var end = end
        // A session that was invalidated has ended already, with its own error. The transition wipes the keys.
        do throws(SessionError) { try session.transition(to: end.state) } catch {
            if case .failed(let error) = session.state { end = .failed(error) }
        }
        let mailbox = mailbox
        let (view, kind, screen) = (parts.view, session.state.kind, screen(of: end, low))
        // Closing the connection does not wait for the screen.
        let rendering = Task { await view.render(kind, screen) { _ in mailbox.post(.closed) } }
        await tearDown()
        for forwarder in forwarders { forwarder.cancel() }
        await rendering.value
        mailbox.post(.over)
        return end
    }

    /// Returns the screen of an end; `nil` if the user cancelled.
    func screen(of end: PresentationEnd, _ low: [DepletedCredential]) -> Screen? {
        let screens = parts.view.screens
        return switch end {
        case .success(let response): screens.success(response, low: low)
        case .cancelled(let reason): screens.cancelled(reason)
        case .failed(let error): screens.failure(error)
        }
    }

    /// Sends the last messages, gives the reader a moment and disconnects, within the time of the settings.
    private mutating func tearDown() async {
        if !cancelledTasks.isEmpty {
            let cancelledTasks = cancelledTasks
            // A key or store that ignores cancellation delays the end for a limited time only.
            await within(parts.settings.closingTimeout, endsWithConnection: false) {
                for task in cancelledTasks { await task.value }
            }
        }
        guard let handle = session.connection else { return }
        let transport = parts.transport
        if isConnected {
            let messages = session.cryptoContext?.dequeueFinalMessages() ?? []
            await within(parts.settings.closingTimeout, endsWithConnection: true) {
                for message in messages { try? await transport.send(message, over: handle) }
                await transport.finish(handle)
            }
        }
        transport.disconnect(handle)
        for task in closingTasks { await task.value }
        closingTasks = []
    }

    /// Performs `body` and stops waiting for it after `duration`.
    private mutating func within(
        _ duration: Duration, endsWithConnection: Bool, _ body: @escaping @Sendable () async -> Void
    ) async {
        startTimer(.inactivity, duration)
        lastNumber += 1
        let (number, mailbox) = (lastNumber, mailbox)
        let task = Task {
            await body()
            mailbox.post(.done(number))
        }
        if endsWithConnection { closingTasks.append(task) }
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
        // The result was closed early.
        if isClosed { mailbox.post(.closed) }
    }
}
