extension LinkMachine {
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
