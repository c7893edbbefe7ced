/// A connection as a value: its links, of which the first that is ready is taken and the others are closed.
struct ConnectionMachine: Sendable {
    enum Effect: Hashable, Sendable {
        case perform(LinkMachine.Operation, link: Int)
        case stopAdvertising(link: Int)
        case wait(Int, Duration, link: Int)
        case close(link: Int)
        case taken(ChunkQueue.Number)
        case refused(ChunkQueue.Number, TransportError)
        case tell(ConnectionEvent)
    }

    private var links: [LinkMachine]
    /// The link that is, or was, ready.
    private var chosen: Int?
    private(set) var isOver = false

    init(_ plan: ConnectionPlan, limits: TransportLimits) {
        links = plan.ways.map { LinkMachine($0, role: plan.role, limits: limits) }
    }

    var progress: TransferProgress { chosen.map { links[$0].progress } ?? TransferProgress() }

    /// What the radio tells of a link.
    mutating func handle(_ event: LinkMachine.Event, link: Int) -> [Effect] {
        var effects: [Effect] = []
        for effect in links[link].handle(event) { apply(effect, of: link, &effects) }
        return effects
    }

    /// What the caller wants of the connection, whichever link it has.
    mutating func handle(_ event: LinkMachine.Event) -> [Effect] {
        if let chosen { return handle(event, link: chosen) }
        switch event {
        case .finish, .close: return links.indices.flatMap { handle(event, link: $0) }
        // A link that is not ready says why it takes no message.
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
        case .received(let message): effects.append(.tell(.received(message)))
        case .ready:
            chosen = link
            effects.append(.tell(.connected))
            for other in links.indices where other != link {
                // Its end is nobody's news.
                if links[other].handle(.close) != [] { effects.append(.close(link: other)) }
            }
        case .ended(let end):
            effects.append(.close(link: link))
            guard !isOver, chosen == link || links.allSatisfy({ $0.phase == .over }) else { return }
            isOver = true
            effects.append(.tell(.disconnected(end)))
        }
    }
}
