/// One link as a value: what the radio tells and the caller wants in, what is to be done out. It knows no clock and no radio.
///
/// - A server listens to whoever connects until one of them is ready: it has subscribed to State and to the server's data and
///   has written the start. From then on only that one counts. A client is ready when it has done the same.
/// - One operation is under way at a time, which is the radio's flow control.
/// - A link ends once. What the standard does not have, in a value or in the order of values, ends it.
package struct LinkMachine: Sendable {
    /// What the radio does and answers to: one at a time.
    package enum Operation: Hashable, Sendable {
        case read(GATTCharacteristic)
        case subscribe(GATTCharacteristic)
        case send([UInt8], GATTCharacteristic, LinkPeer)
        case openChannel(UInt16)
    }

    package enum Event: Hashable, Sendable {
        /// The radio tells.
        case happened(LinkEvent)
        /// The operation under way was done, with what was read.
        case done([UInt8])
        /// It was not done.
        case failed(TransportError)
        /// The caller gives a message.
        case send([UInt8], ChunkQueue.Number)
        /// The caller has looked at that many messages.
        case looked(Int)
        /// The caller is done: what is queued goes, then the end.
        case finish
        /// The caller wants it closed now.
        case close
        /// The wait of that number is over.
        case passed(Int)
    }

    package enum Effect: Hashable, Sendable {
        case perform(Operation)
        case stopAdvertising
        /// The last that counts; earlier ones may be forgotten.
        case wait(Int, Duration)
        case ready
        case received([UInt8])
        /// The radio has taken the whole message.
        case taken(ChunkQueue.Number)
        /// The message does not go, or not as a whole.
        case refused(ChunkQueue.Number, TransportError)
        /// The last: the link is to be closed.
        case ended(ConnectionEnd)
    }

    enum Phase: Hashable, Sendable {
        /// A client waits for its server, a server for a peer that is ready.
        case waiting
        /// A client asks for the server's Ident.
        case identifying
        /// A client asks for the number of the server's channel.
        case asking
        case openingChannel
        case subscribing(GATTCharacteristic)
        /// A client has written the start, which the radio has not taken yet.
        case starting
        case ready
        /// The caller is done; what is queued still goes.
        case finishing
        /// The end was said; the peer gets a moment.
        case leaving
        case over
    }

    /// What a server knows of a peer that is not ready yet.
    struct Candidate: Hashable, Sendable {
        var subscriptions: Set<GATTCharacteristic> = []
        var hasStarted = false
        var valueLimit: Int?
        var isReady: Bool { subscriptions == [.state, .serverToClient] && hasStarted }
    }

    /// The most peers that a server looks at before one is ready.
    static let mostCandidates = 8
    /// What fits into the smallest MTU of all, which is 23: until the radio says more.
    static let smallestLimit = 20
    /// What is given to a channel at once: as much as phones' packets of L2CAP carry.
    static let pieceLimit = 2_048

    let way: ConnectionPlan.Way
    let limits: TransportLimits
    let longestOutgoing: Int
    var phase = Phase.waiting
    var candidates: [LinkPeer: Candidate] = [:]
    /// Who is at the other end: a client's server, or the one client that a server listens to.
    var peer: LinkPeer?
    var valueLimit = LinkMachine.smallestLimit
    var incoming: ChunkAssembler
    /// There when an L2CAP channel carries the messages, and no values do.
    var stream: StreamAssembler?
    var outgoing = ChunkQueue()
    /// The message whose last chunk is under way.
    var completing: ChunkQueue.Number?
    var isBusy = false
    /// Messages that the caller has not looked at.
    var waiting = 0
    var wait = 0

    package init(_ way: ConnectionPlan.Way, role: ConnectionPlan.Role, limits: TransportLimits) {
        self.way = way
        self.limits = limits
        longestOutgoing = limits.outgoing(role)
        incoming = ChunkAssembler(limit: limits.incoming(role))
    }

    /// Whether the caller was told that it is ready.
    var wasReady: Bool {
        switch phase {
        case .ready, .finishing, .leaving: true
        case .waiting, .identifying, .asking, .openingChannel, .subscribing, .starting, .over: false
        }
    }

    package var progress: TransferProgress {
        TransferProgress(
            sent: outgoing.progress.sent, total: outgoing.progress.total, received: stream?.count ?? incoming.count)
    }

    /// Takes `event` in and says what is to be done, in order. After the end it gives nothing, but refuses messages.
    package mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        if case .send(let message, let number) = event {
            queue(message, number, &effects)
            return effects
        }
        guard phase != .over else { return [] }
        switch event {
        case .happened(let what): happened(what, &effects)
        case .done(let value):
            isBusy = false
            done(value, &effects)
        case .failed(let error):
            isBusy = false
            failed(error, &effects)
        case .send: break
        case .looked(let count): waiting = max(0, waiting - count)
        case .finish: finish(&effects)
        case .close: end(.here, &effects)
        case .passed(let number): if number == wait { waited(&effects) }
        }
        return effects
    }

    /// Ends the link with `outcome`; what is queued does not go.
    mutating func end(_ outcome: ConnectionEnd, _ effects: inout [Effect]) {
        let error =
            switch outcome {
            case .finished: TransportError(.disconnected, "The peer has ended the connection.")
            case .here: TransportError(.closed, "This side has ended the connection.")
            case .dropped(let error): error
            }
        phase = .over
        incoming.drop()
        stream?.drop()
        candidates = [:]
        for number in [completing].compactMap(\.self) + outgoing.numbers { effects.append(.refused(number, error)) }
        completing = nil
        outgoing = ChunkQueue()
        effects.append(.ended(outcome))
    }

    mutating func fault(_ message: String, _ effects: inout [Effect]) {
        end(.dropped(TransportError(.protocolFault, message)), &effects)
    }
}
