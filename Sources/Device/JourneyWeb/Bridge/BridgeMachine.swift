internal import JourneyBase

/// The state machine of the communication with a page. A value: event in, effects out.
struct BridgeMachine {
    enum Phase: Equatable {
        /// No page has been requested.
        case idle
        /// A page was requested; its document has not started.
        case loading
        /// A document has started and has not said hello.
        case closed
        /// The page has said hello; the answer is not confirmed.
        case opening
        /// The page has confirmed the answer with a message under the negotiated key.
        case open
        /// The page's hello was refused. Messages are ignored until another document starts.
        case refused
        /// Lost or closed.
        case over
    }

    enum Event {
        case presented
        case documentStarted(isAdmitted: Bool)
        case helloAccepted
        case helloRefused
        case confirmed
        case processLost
        case failed(JourneyError)
        case torndown
    }

    enum Effect: Equatable {
        /// The document's id and keys become invalid; pending messages are answered now.
        case forgetDocument
        /// Queued events were meant for a page that is gone.
        case dropPushes
        case load
        case opened
        case lost(JourneyError)
    }

    private(set) var phase = Phase.idle
    /// The number of reloads left. A page whose process dies is reloaded once: one that dies twice would die again.
    private var reloadsLeft = 0

    private var isOff: Bool { phase == .idle || phase == .over }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .presented: return present()
        case .torndown: return end([.forgetDocument, .dropPushes])
        case .documentStarted(let isAdmitted):
            guard !isOff else { return [] }
            guard isAdmitted else { return lose(BridgeMachine.blocked) }
            // Events that were queued before any document was open wait for this one.
            let effects: [Effect] = phase == .open ? [.forgetDocument, .dropPushes] : [.forgetDocument]
            phase = .closed
            return effects
        case .helloAccepted:
            if phase == .closed { phase = .opening }
            return []
        case .helloRefused:
            if phase == .closed || phase == .opening { phase = .refused }
            return []
        case .confirmed:
            guard phase == .opening else { return [] }
            phase = .open
            return [.opened]
        case .processLost: return processLost()
        case .failed(let error):
            guard !isOff else { return [] }
            return lose(error)
        }
    }

    private mutating func present() -> [Effect] {
        phase = .loading
        reloadsLeft = 1
        return [.forgetDocument, .dropPushes, .load]
    }

    private mutating func processLost() -> [Effect] {
        guard !isOff else { return [] }
        guard reloadsLeft > 0 else {
            return lose(JourneyError(.pageProcessLost, "The page's process died more than once.", recovery: .restart))
        }
        reloadsLeft -= 1
        let effects: [Effect] =
            phase == .open ? [.forgetDocument, .dropPushes, .load] : [.forgetDocument, .load]
        phase = .loading
        return effects
    }

    private mutating func lose(_ error: JourneyError) -> [Effect] { end([.forgetDocument, .lost(error)]) }

    private mutating func end(_ effects: [Effect]) -> [Effect] {
        phase = .over
        return effects
    }

    static let blocked = JourneyError(
        .originBlocked, "The page tried to navigate to an origin that the manifest does not list.")
}
