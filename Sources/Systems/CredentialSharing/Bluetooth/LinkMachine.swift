/// A link's state machine: events of the radio and requests of the caller in, effects out. It uses no clock and no
/// radio.
///
/// - A server considers every peer that connects until one is ready: subscribed to State and to the server's data, and
///   with the start written. From then on it ignores the others. A client is ready when it has done the same.
/// - One operation is under way at a time, which gives the radio's flow control.
/// - A link ends once. Any value or order of values that the standard does not allow ends it.
package struct LinkMachine: Sendable {
    /// An operation of the radio, with a result. One is under way at a time.
    package enum Operation: Hashable, Sendable {
        case read(GATTCharacteristic)
        case subscribe(GATTCharacteristic)
        case send([UInt8], GATTCharacteristic, LinkPeer)
        case openChannel(UInt16)
    }

    package enum Event: Hashable, Sendable {
        /// An event of the radio.
        case happened(LinkEvent)
        /// The operation under way succeeded, with the bytes that were read.
        case done([UInt8])
        /// The operation under way failed.
        case failed(TransportError)
        /// The caller sends a message.
        case send([UInt8], ChunkQueue.Number)
        /// The caller has consumed this number of messages.
        case consumed(Int)
        /// The caller finishes: queued messages are sent, then the end.
        case finish
        /// The caller closes the link now.
        case close
        /// The wait of this number is over.
        case passed(Int)
    }

    package enum Effect: Hashable, Sendable {
        case perform(Operation)
        case stopAdvertising
        /// Starts a wait. Only the last one counts; earlier ones may be dropped.
        case wait(Int, Duration)
        case ready
        case received([UInt8])
        /// The radio has accepted the whole message.
        case taken(ChunkQueue.Number)
        /// The message was not sent, or not completely.
        case refused(ChunkQueue.Number, TransportError)
        /// The last effect: close the link.
        case ended(ConnectionEnd)
    }

    enum Phase: Hashable, Sendable {
        /// A client waits for its server, a server for a ready peer.
        case waiting
        /// A client reads the server's Ident.
        case identifying
        /// A client reads the PSM of the server's channel.
        case asking
        case openingChannel
        case subscribing(GATTCharacteristic)
        /// A client has written the start, which the radio has not confirmed yet.
        case starting
        case ready
        /// The caller has finished; queued messages are still sent.
        case finishing
        /// The end was signalled; the peer gets a moment.
        case leaving
        case over
    }

    /// A peer of a server that is not ready yet.
    struct Candidate: Hashable, Sendable {
        var subscriptions: Set<GATTCharacteristic> = []
        var hasStarted = false
        var valueLimit: Int?
        var isReady: Bool { subscriptions == [.state, .serverToClient] && hasStarted }
    }

    /// The maximum number of peers that a server considers before one is ready.
    static let mostCandidates = 8
    /// The value size of the smallest ATT MTU, 23 bytes; in force until the radio reports more.
    static let smallestLimit = 20
    /// The maximum number of bytes given to a channel at once: as much as the L2CAP packets of phones carry.
    static let pieceLimit = 2_048

    let option: ConnectionPlan.Option
    let limits: TransportLimits
    let longestOutgoing: Int
    var phase = Phase.waiting
    var candidates: [LinkPeer: Candidate] = [:]
    /// The peer in use: a client's server, or the client that a server has selected.
    var peer: LinkPeer?
    var valueLimit = LinkMachine.smallestLimit
    var incoming: ChunkAssembler
    /// The assembler of an L2CAP channel; set when a channel carries the messages instead of values.
    var stream: StreamAssembler?
    var outgoing = ChunkQueue()
    /// The message whose last chunk is under way.
    var completing: ChunkQueue.Number?
    var isBusy = false
    /// The number of messages that the caller has not consumed.
    var waiting = 0
    var wait = 0

    package init(_ option: ConnectionPlan.Option, role: ConnectionPlan.Role, limits: TransportLimits) {
        self.option = option
        self.limits = limits
        longestOutgoing = limits.outgoing(role)
        incoming = ChunkAssembler(limit: limits.incoming(role))
    }

    /// `true` once the caller was told that the link is ready.
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

    /// Handles `event` and returns the effects in order. After the end it only refuses messages.
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
        case .consumed(let count): waiting = max(0, waiting - count)
        case .finish: finish(&effects)
        case .close: end(.here, &effects)
        case .passed(let number): if number == wait { waited(&effects) }
        }
        return effects
    }

    /// Ends the link with `outcome`; queued messages are not sent.
    mutating func end(_ outcome: ConnectionEnd, _ effects: inout [Effect]) {
        let error =
            switch outcome {
            case .finished: TransportError(.disconnected, "The peer has ended the connection.")
            case .here: TransportError(.closed, "This side has ended the connection.")
            case .dropped(let error): error
            }
        phase = .over
        incoming.reset()
        stream?.reset()
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
        if option.isServer, phase == .waiting {
            begin(value, characteristic, who, &effects)
        } else if who == peer, phase != .finishing, phase != .leaving {
            // After finishing, this side ignores further values; a message under way is discarded.
            accept(value, characteristic, &effects)
        }
    }

    /// Handles a value of a peer that is not ready: only the start is allowed.
    private mutating func begin(
        _ value: [UInt8], _ characteristic: GATTCharacteristic, _ who: LinkPeer, _ effects: inout [Effect]
    ) {
        guard let candidate = candidates[who] else { return }
        guard characteristic == .state, value == [LinkMachine.start], !candidate.hasStarted else {
            return fault("Received a value before the start.", &effects)
        }
        candidates[who]?.hasStarted = true
        choose(who, &effects)
    }

    private mutating func accept(_ value: [UInt8], _ characteristic: GATTCharacteristic, _ effects: inout [Effect]) {
        // Data on a channel means that it is open, possibly before this radio reports that.
        if phase == .openingChannel, characteristic == .channel { useChannel(&effects) }
        if characteristic == .state { return acceptState(value, &effects) }
        let expected: GATTCharacteristic =
            stream != nil ? .channel : option.isServer ? .clientToServer : .serverToClient
        guard characteristic == expected else {
            return fault("Received a value on an unexpected characteristic.", &effects)
        }
        // The server becomes ready when it receives the start, possibly before this radio confirms the write.
        if phase == .starting { becomeReady(&effects) }
        guard phase == .ready else { return fault("Received a value before the start.", &effects) }
        do throws(TransportError) {
            let messages =
                if stream != nil { try stream?.append(value) ?? [] } else {
                    try incoming.append(value).map { [$0] } ?? []
                }
            for message in messages {
                guard waiting < limits.waiting else {
                    throw TransportError(
                        .tooLarge, "Received more than \(limits.waiting) messages that were not consumed.")
                }
                waiting += 1
                effects.append(.received(message))
            }
        } catch { end(.dropped(error), &effects) }
    }

    private mutating func acceptState(_ value: [UInt8], _ effects: inout [Effect]) {
        if value == [LinkMachine.finish] { return end(.finished, &effects) }
        // Some servers answer the start with one of their own.
        guard !option.isServer, value == [LinkMachine.start] else {
            return fault(
                "Received an unexpected State value: only one start (01) and one end (02) are allowed.", &effects)
        }
    }

    mutating func queue(_ message: [UInt8], _ number: ChunkQueue.Number, _ effects: inout [Effect]) {
        if phase != .ready {
            let isOver = phase == .over || phase == .finishing || phase == .leaving
            effects.append(
                .refused(
                    number,
                    TransportError(
                        isOver ? .closed : .disconnected, "The message cannot be sent: no peer is connected.")))
        } else if message.isEmpty || message.count > longestOutgoing {
            effects.append(
                .refused(number, TransportError(.tooLarge, "The message is empty or exceeds \(longestOutgoing) bytes."))
            )
        } else {
            outgoing.append(message, number: number)
            pump(&effects)
        }
    }

    /// Sends the next value when the radio is free; sends the end when the caller has finished and nothing is queued.
    mutating func pump(_ effects: inout [Effect]) {
        guard !isBusy, let peer else { return }
        let data: GATTCharacteristic = option.isServer ? .serverToClient : .clientToServer
        let next =
            stream == nil
            ? outgoing.next(limit: max(2, min(valueLimit, limits.value, 512)))
            : outgoing.nextPiece(limit: LinkMachine.pieceLimit)
        if let (value, number) = next {
            completing = number
            perform(.send(value, stream == nil ? data : .channel, peer), &effects)
        } else if phase == .finishing {
            phase = .leaving
            // A channel has no State value: closing it is its end.
            guard stream == nil else { return startWait(limits.closingDelay, &effects) }
            perform(.send([LinkMachine.finish], .state, peer), &effects)
        } else {
            return
        }
        if phase != .ready { startWait(limits.sendTimeout, &effects) }
    }

    mutating func finish(_ effects: inout [Effect]) {
        switch phase {
        case .ready:
            phase = .finishing
            startWait(limits.sendTimeout, &effects)
            pump(&effects)
        case .finishing, .leaving, .over: break
        case .waiting, .identifying, .asking, .openingChannel, .subscribing, .starting: end(.here, &effects)
        }
    }
}
