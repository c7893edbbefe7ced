internal import JourneyBase

/// How far the conversation with a page has come. A value: event in, effects out.
struct BridgeMachine {
    enum Phase: Equatable {
        /// Nothing has been asked for yet.
        case idle
        /// A page was asked for; no document of it is there.
        case loading
        /// A document is there and has not said hello.
        case closed
        /// It has said hello; that it got the answer is not known yet.
        case opening
        /// It has shown, by a message under the agreed key, that it got the answer.
        case open
        /// Its hello was refused. Nothing more is heard until another document comes.
        case deaf
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
        /// The document's id and keys are dead; whoever waits for an answer gets one now.
        case forgetDocument
        /// What was to be pushed was meant for somebody who is gone.
        case dropPushes
        case load
        case opened
        case lost(JourneyError)
    }

    private(set) var phase = Phase.idle
    /// A page whose process dies is loaded again once; one that dies twice would die again.
    private var reloadsLeft = 0

    private var isOff: Bool { phase == .idle || phase == .over }

    mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .presented: return present()
        case .torndown: return end([.forgetDocument, .dropPushes])
        case .documentStarted(let isAdmitted):
            guard !isOff else { return [] }
            guard isAdmitted else { return lose(BridgeMachine.blocked) }
            // What was pushed before any document was open waits for this one.
            let effects: [Effect] = phase == .open ? [.forgetDocument, .dropPushes] : [.forgetDocument]
            phase = .closed
            return effects
        case .helloAccepted:
            if phase == .closed { phase = .opening }
            return []
        case .helloRefused:
            if phase == .closed || phase == .opening { phase = .deaf }
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
        .originBlocked, "A page wanted to go to an origin that the manifest does not list.")
}
