internal import Synchronization

extension LocalAir {
    /// The number of each server's channel, as it is read.
    static let channel: [UInt8] = [0, 0x85]
    static let gone = TransportError(.disconnected, "The peer is not connected.")

    func send(_ parcel: AirLane.Parcel, from link: LocalLink, to peer: LinkPeer, _ sender: Sender) {
        let answer = state.withLock { state -> TransportError?? in
            guard let id = tie(of: link, peer, state), let tie = state.ties[id] else { return LocalAir.gone }
            let isChannel = parcel.characteristic == .channel
            guard isChannel || parcel.value.count <= tie.valueLimit else {
                return TransportError(.tooLarge, "A value is longer than the link carries.")
            }
            guard isChannel ? tie.hasChannel : !link.isServer || tie.subscriptions.contains(parcel.characteristic)
            else {
                return TransportError(.unusable, "The peer has not subscribed.")
            }
            let fault = link.radio.nextFault(on: parcel.characteristic)
            let lane = link.isServer ? \Tie.toClient : \Tie.toServer
            if fault == .stall { state.ties[id]?[keyPath: lane].isStalled = true }
            if fault == .loss { silence(id, &state) }
            guard state.ties[id]?[keyPath: lane].hasRoom == true else {
                state.ties[id]?[keyPath: lane].park(parcel, sender)
                return nil
            }
            let parcels = state.ties[id]?[keyPath: lane].take(parcel, fault) ?? []
            deliver(parcels, from: link, tie)
            return .some(nil)
        }
        if let answer { sender.resume(returning: answer) }
    }

    func read(_ characteristic: GATTCharacteristic, by link: LocalLink) throws(TransportError) -> [UInt8] {
        let value = state.withLock { state -> [UInt8]?? in
            guard let id = tie(of: link, .server, state), let tie = state.ties[id], !tie.isLost else { return nil }
            switch characteristic {
            case .ident: return .some(tie.server.service.ident)
            case .channel: return .some(tie.server.radio.channels == .none ? nil : LocalAir.channel)
            case .state, .clientToServer, .serverToClient: return .some(nil)
            }
        }
        guard let value else { throw LocalAir.gone }
        guard let value else { throw TransportError(.unusable, "The peer has no such value.") }
        return value
    }

    func subscribe(_ characteristic: GATTCharacteristic, by link: LocalLink) throws(TransportError) {
        let isDone = state.withLock { state in
            guard let id = tie(of: link, .server, state), let tie = state.ties[id], !tie.isLost else { return false }
            if state.ties[id]?.subscriptions.insert(characteristic).inserted == true {
                tie.server.tell(.subscribed(characteristic, tie.peer))
            }
            return true
        }
        if !isDone { throw LocalAir.gone }
    }

    func openChannel(_ number: UInt16, by link: LocalLink) throws(TransportError) {
        let isOpen = state.withLock { state in
            guard let id = tie(of: link, .server, state), let tie = state.ties[id], !tie.isLost,
                tie.server.radio.channels == .offered, link.radio.channels == .offered,
                [UInt8(number >> 8), UInt8(number & 0xFF)] == LocalAir.channel
            else { return false }
            state.ties[id]?.hasChannel = true
            tie.server.tell(.channelOpened(tie.peer))
            return true
        }
        if !isOpen { throw TransportError(.unusable, "The channel cannot be opened.") }
    }

    func radioIsOff(_ radio: LocalRadio, _ now: RadioState) {
        let links = state.withLock { $0.open.values.filter { $0.radio === radio } }
        for link in links { close(link, .radio(now)) }
    }

    func vanish(_ radio: LocalRadio) {
        state.withLock { state in
            state.advertising.removeAll { $0.radio === radio }
            state.looking.removeAll { $0.radio === radio }
            for (id, tie) in state.ties where tie.server.radio === radio || tie.client.radio === radio {
                silence(id, &state)
            }
        }
    }

    func resume(_ radio: LocalRadio) {
        let senders = state.withLock { state -> [Sender] in
            var senders: [Sender] = []
            for (id, tie) in state.ties where !tie.isLost {
                for (link, lane) in [(tie.server, \Tie.toClient), (tie.client, \Tie.toServer)]
                where link.radio === radio {
                    guard let (parcels, waiting) = state.ties[id]?[keyPath: lane].resume() else { continue }
                    deliver(parcels, from: link, tie)
                    senders += waiting
                }
            }
            return senders
        }
        for sender in senders { sender.resume(returning: nil) }
    }

    /// From now on the two do not hear each other, and are told so after the supervision timeout.
    func silence(_ id: UInt64, _ state: inout State) {
        guard state.ties[id]?.isLost == false else { return }
        state.ties[id]?.toServer.isStalled = true
        state.ties[id]?.toClient.isStalled = true
        state.ties[id]?.supervision = Task { [weak self, clock, supervision] in
            guard (try? await clock.sleep(for: supervision)) != nil else { return }
            self?.expire(id)
        }
    }

    private func expire(_ id: UInt64) {
        let parked = state.withLock { part(id, .lost, by: nil, &$0) }
        for sender in parked { sender.resume(returning: LocalAir.gone) }
    }

    /// Takes a connection apart; `closer` knows it already.
    func part(_ id: UInt64, _ end: LinkEnd, by closer: LocalLink?, _ state: inout State) -> [Sender] {
        guard var tie = state.ties.removeValue(forKey: id) else { return [] }
        tie.supervision?.cancel()
        if tie.server !== closer { tie.server.tell(.disconnected(tie.peer, end)) }
        if tie.client !== closer {
            tie.client.tell(.disconnected(.server, end))
            tie.client.tell(.closed(end))
            state.open[ObjectIdentifier(tie.client)] = nil
        }
        return tie.toServer.abandon() + tie.toClient.abandon()
    }

    /// What `link` has under way in a connection, whose other side still waits for it.
    func abandon(_ id: UInt64, _ link: LocalLink, _ state: inout State) -> [Sender] {
        (link.isServer ? state.ties[id]?.toClient.abandon() : state.ties[id]?.toServer.abandon()) ?? []
    }

    private func tie(of link: LocalLink, _ peer: LinkPeer, _ state: State) -> UInt64? {
        state.ties.first { _, tie in
            link.isServer ? tie.server === link && tie.peer == peer : tie.client === link && peer == .server
        }?.key
    }

    private func deliver(_ parcels: [AirLane.Parcel], from link: LocalLink, _ tie: Tie) {
        for parcel in parcels {
            if link.isServer {
                tie.client.tell(.received(parcel.value, parcel.characteristic, .server))
            } else {
                tie.server.tell(.received(parcel.value, parcel.characteristic, tie.peer))
            }
        }
    }
}
