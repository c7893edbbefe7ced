extension LinkMachine {
    mutating func happened(_ event: LinkEvent, _ effects: inout [Effect]) {
        switch event {
        case .connected(let who): connected(who, &effects)
        case .valueLimit(let limit, let who): limited(limit, who, &effects)
        case .subscribed(let characteristic, let who):
            guard option.isServer, phase == .waiting else { return }
            candidates[who]?.subscriptions.insert(characteristic)
            choose(who, &effects)
        case .channelOpened(let who):
            guard option.isServer, phase == .waiting, candidates[who] != nil else { return }
            select(who, &effects)
            useChannel(&effects)
        case .received(let value, let characteristic, let who): received(value, characteristic, who, &effects)
        case .disconnected(let who, let why):
            candidates[who] = nil
            if who == peer { lost(why, &effects) }
        case .closed(let why): lost(why, &effects)
        }
    }

    private mutating func connected(_ who: LinkPeer, _ effects: inout [Effect]) {
        guard phase == .waiting else { return }
        if option.isServer {
            guard candidates.count < LinkMachine.mostCandidates, candidates[who] == nil else { return }
            candidates[who] = Candidate()
        } else {
            peer = who
            if option.expectedIdent != nil {
                phase = .identifying
                perform(.read(.ident), &effects)
            } else {
                seekChannel(&effects)
            }
        }
    }

    /// Tries an L2CAP channel first, which is faster than values; falls back to values if it fails.
    private mutating func seekChannel(_ effects: inout [Effect]) {
        if let channel = option.channel {
            openChannel(channel, &effects)
        } else {
            phase = .asking
            perform(.read(.channel), &effects)
        }
    }

    private mutating func openChannel(_ number: UInt16, _ effects: inout [Effect]) {
        phase = .openingChannel
        perform(.openChannel(number), &effects)
    }

    mutating func useChannel(_ effects: inout [Effect]) {
        stream = StreamAssembler(limit: incoming.limit)
        becomeReady(&effects)
    }

    private mutating func limited(_ limit: Int, _ who: LinkPeer, _ effects: inout [Effect]) {
        // The first byte of a value says whether more follow, so a shorter limit carries no data.
        guard limit >= 2 else {
            if who == peer {
                end(.dropped(TransportError(.unusable, "The link's value limit is below 2 bytes.")), &effects)
            }
            return
        }
        if who == peer || !option.isServer { valueLimit = limit } else { candidates[who]?.valueLimit = limit }
    }

    private mutating func subscribe(_ characteristic: GATTCharacteristic, _ effects: inout [Effect]) {
        phase = .subscribing(characteristic)
        perform(.subscribe(characteristic), &effects)
    }

    /// Selects a peer once it is ready. A server accepts no other peer from then on.
    mutating func choose(_ who: LinkPeer, _ effects: inout [Effect]) {
        guard let candidate = candidates[who], candidate.isReady else { return }
        valueLimit = candidate.valueLimit ?? valueLimit
        select(who, &effects)
        becomeReady(&effects)
    }

    private mutating func select(_ who: LinkPeer, _ effects: inout [Effect]) {
        peer = who
        candidates = [:]
        effects.append(.stopAdvertising)
    }

    mutating func becomeReady(_ effects: inout [Effect]) {
        phase = .ready
        effects.append(.ready)
    }

    /// Handles the completion of the operation under way: the next step of a client's set-up, or the next value.
    mutating func done(_ value: [UInt8], _ effects: inout [Effect]) {
        switch phase {
        case .identifying:
            guard value == option.expectedIdent else {
                let error = TransportError(
                    .identMismatch, "The reader's Ident does not match this engagement.")
                return end(.dropped(error), &effects)
            }
            seekChannel(&effects)
        case .asking:
            // Peers encode the PSM in one to four bytes.
            let number = (1...4).contains(value.count) ? value.reduce(0) { $0 << 8 | UInt32($1) } : 0
            if let number = UInt16(exactly: number), number > 0 {
                openChannel(number, &effects)
            } else {
                subscribe(.state, &effects)
            }
        case .openingChannel: useChannel(&effects)
        case .subscribing(.state): subscribe(.serverToClient, &effects)
        case .subscribing:
            phase = .starting
            perform(.send([LinkMachine.start], .state, peer ?? .server), &effects)
        case .starting: becomeReady(&effects)
        case .ready, .finishing:
            if let number = completing {
                completing = nil
                effects.append(.taken(number))
            }
            pump(&effects)
        case .leaving: startWait(limits.closingDelay, &effects)
        case .waiting, .over: break
        }
    }

    mutating func failed(_ error: TransportError, _ effects: inout [Effect]) {
        if phase == .asking || phase == .openingChannel { return subscribe(.state, &effects) }
        // A peer that receives the end may disconnect before its write is confirmed.
        end(phase == .leaving ? .here : .dropped(error), &effects)
    }

    /// Handles the loss of the peer or of the whole link.
    private mutating func lost(_ why: LinkEnd, _ effects: inout [Effect]) {
        // The end was signalled already, so nothing is lost.
        guard phase != .leaving else { return end(.here, &effects) }
        switch why {
        case .here: end(.here, &effects)
        // A channel has no State value: a peer that closes it between two messages has finished.
        case .peer where stream?.count == 0 && outgoing.isEmpty && completing == nil: end(.finished, &effects)
        case .peer: drop(.disconnected, "The peer has disconnected.", &effects)
        case .lost: drop(.disconnected, "The peer is out of reach.", &effects)
        case .radio(let state): drop(.unavailable, "The radio is not available: \(state.rawValue).", &effects)
        case .unusable:
            drop(
                .unusable, "The connection failed, or the peer lacks the service or one of its characteristics.",
                &effects)
        }
    }

    /// Handles the end of a wait: the peer has had its moment, or the radio has accepted nothing for too long.
    mutating func waited(_ effects: inout [Effect]) {
        if phase == .finishing {
            drop(.disconnected, "The radio accepted no value within \(limits.sendTimeout).", &effects)
        } else {
            end(.here, &effects)
        }
    }

    private mutating func drop(_ reason: TransportError.Reason, _ message: String, _ effects: inout [Effect]) {
        end(.dropped(TransportError(reason, message)), &effects)
    }

    mutating func perform(_ operation: Operation, _ effects: inout [Effect]) {
        isBusy = true
        effects.append(.perform(operation))
    }

    mutating func startWait(_ duration: Duration, _ effects: inout [Effect]) {
        wait += 1
        effects.append(.wait(wait, duration))
    }
}
