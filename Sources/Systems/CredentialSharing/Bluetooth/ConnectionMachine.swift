/// A connection's state machine: the first of its links that is ready is used, and the others are closed.
struct ConnectionMachine: Sendable {
    enum Effect: Hashable, Sendable {
        case perform(LinkMachine.Operation, link: Int)
        case stopAdvertising(link: Int)
        case wait(Int, Duration, link: Int)
        case close(link: Int)
        case taken(ChunkQueue.Number)
        case refused(ChunkQueue.Number, TransportError)
        case notify(ConnectionEvent)
    }

    private var links: [LinkMachine]
    /// The link that is or was ready.
    private var chosen: Int?
    private(set) var isOver = false

    init(_ plan: ConnectionPlan, limits: TransportLimits) {
        links = plan.options.map { LinkMachine($0, role: plan.role, limits: limits) }
    }

    var progress: TransferProgress { chosen.map { links[$0].progress } ?? TransferProgress() }

    /// Handles an event of one link and returns the effects.
    mutating func handle(_ event: LinkMachine.Event, link: Int) -> [Effect] {
        var effects: [Effect] = []
        for effect in links[link].handle(event) { apply(effect, of: link, &effects) }
        return effects
    }

    /// Handles a request of the caller, with the chosen link if there is one, and returns the effects.
    mutating func handle(_ event: LinkMachine.Event) -> [Effect] {
        if let chosen { return handle(event, link: chosen) }
        switch event {
        case .finish, .close: return links.indices.flatMap { handle(event, link: $0) }
        // Link 0, which is not ready, refuses the message with the reason.
        default: return handle(event, link: 0)
        }
    }

    private mutating func apply(_ effect: LinkMachine.Effect, of link: Int, _ effects: inout [Effect]) {
        switch effect {
        case .perform(let operation): effects.append(.perform(operation, link: link))
        case .stopAdvertising: effects.append(.stopAdvertising(link: link))
        case .wait(let number, let duration): effects.append(.wait(number, duration, link: link))
        case .taken(let number): effects.append(.taken(number))
        case .refused(let number, let error): effects.append(.refused(number, error))
        case .received(let message): effects.append(.notify(.received(message)))
        case .ready:
            chosen = link
            effects.append(.notify(.connected))
            for other in links.indices where other != link {
                // The end of an unused link is not reported.
                if links[other].handle(.close) != [] { effects.append(.close(link: other)) }
            }
        case .ended(let end):
            effects.append(.close(link: link))
            guard !isOver, chosen == link || links.allSatisfy({ $0.phase == .over }) else { return }
            isOver = true
            effects.append(.notify(.disconnected(end)))
        }
    }
}
