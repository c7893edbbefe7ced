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

    let way: ConnectionPlan.Option
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

    package init(_ way: ConnectionPlan.Option, role: ConnectionPlan.Role, limits: TransportLimits) {
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

    /// The values of State (ISO/IEC 18013-5, section 8.3.3.1.1.5).
    static let start: UInt8 = 1
    static let finish: UInt8 = 2

    mutating func received(
        _ value: [UInt8], _ characteristic: GATTCharacteristic, _ who: LinkPeer, _ effects: inout [Effect]
    ) {
        if way.isServer, phase == .waiting {
            begin(value, characteristic, who, &effects)
        } else if who == peer, phase != .finishing, phase != .leaving {
            // Whoever is done listens no more; a message that was under way is nobody's.
            take(value, characteristic, &effects)
        }
    }

    /// A value of a peer that is not ready: the start, and nothing else.
    private mutating func begin(
        _ value: [UInt8], _ characteristic: GATTCharacteristic, _ who: LinkPeer, _ effects: inout [Effect]
    ) {
        guard let candidate = candidates[who] else { return }
        guard characteristic == .state, value == [LinkMachine.start], !candidate.hasStarted else {
            return fault("A value came before the start.", &effects)
        }
        candidates[who]?.hasStarted = true
        choose(who, &effects)
    }

    private mutating func take(_ value: [UInt8], _ characteristic: GATTCharacteristic, _ effects: inout [Effect]) {
        // A channel is open when something comes out of it, which may be before this radio says that it is.
        if phase == .openingChannel, characteristic == .channel { useChannel(&effects) }
        if characteristic == .state { return takeState(value, &effects) }
        let expected: GATTCharacteristic =
            stream != nil ? .channel : way.isServer ? .clientToServer : .serverToClient
        guard characteristic == expected else {
            return fault("A value came on a characteristic of the other side.", &effects)
        }
        // The server is ready when it has the start, which may be before this radio says that it has sent it.
        if phase == .starting { becomeReady(&effects) }
        guard phase == .ready else { return fault("A value came before the start.", &effects) }
        do throws(TransportError) {
            let messages =
                if stream != nil { try stream?.take(value) ?? [] } else { try incoming.take(value).map { [$0] } ?? [] }
            for message in messages {
                guard waiting < limits.waiting else {
                    throw TransportError(.tooLarge, "More messages came than may wait.")
                }
                waiting += 1
                effects.append(.received(message))
            }
        } catch { end(.dropped(error), &effects) }
    }

    private mutating func takeState(_ value: [UInt8], _ effects: inout [Effect]) {
        if value == [LinkMachine.finish] { return end(.finished, &effects) }
        // Some servers answer the start with one of their own.
        guard !way.isServer, value == [LinkMachine.start] else {
            return fault("A state came that is neither a start nor an end, or comes twice.", &effects)
        }
    }

    mutating func queue(_ message: [UInt8], _ number: ChunkQueue.Number, _ effects: inout [Effect]) {
        if phase != .ready {
            let isOver = phase == .over || phase == .finishing || phase == .leaving
            effects.append(
                .refused(
                    number, TransportError(isOver ? .closed : .disconnected, "Nobody is connected to take a message.")))
        } else if message.isEmpty || message.count > longestOutgoing {
            effects.append(.refused(number, TransportError(.tooLarge, "A message is empty or longer than allowed.")))
        } else {
            outgoing.append(message, number: number)
            pump(&effects)
        }
    }

    /// Sends the next value when the radio can take one; when the caller is done and none is left, the end.
    mutating func pump(_ effects: inout [Effect]) {
        guard !isBusy, let peer else { return }
        let data: GATTCharacteristic = way.isServer ? .serverToClient : .clientToServer
        let next =
            stream == nil
            ? outgoing.next(limit: max(2, min(valueLimit, limits.value, 512)))
            : outgoing.nextPiece(limit: LinkMachine.pieceLimit)
        if let (value, number) = next {
            completing = number
            perform(.send(value, stream == nil ? data : .channel, peer), &effects)
        } else if phase == .finishing {
            phase = .leaving
            // A channel has no State: its end is that it is closed.
            guard stream == nil else { return startWait(limits.farewell, &effects) }
            perform(.send([LinkMachine.finish], .state, peer), &effects)
        } else {
            return
        }
        if phase != .ready { startWait(limits.patience, &effects) }
    }

    mutating func finish(_ effects: inout [Effect]) {
        switch phase {
        case .ready:
            phase = .finishing
            startWait(limits.patience, &effects)
            pump(&effects)
        case .finishing, .leaving, .over: break
        case .waiting, .identifying, .asking, .openingChannel, .subscribing, .starting: end(.here, &effects)
        }
    }
}
