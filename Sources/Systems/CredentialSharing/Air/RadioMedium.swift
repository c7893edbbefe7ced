internal import Synchronization

/// An in-process radio medium in which local radios find each other: for tests, demonstrations and programs that run
/// both sides.
///
/// Values are those of a real link. Only a `RadioFault` loses, delays or reorders them.
public final class RadioMedium: Sendable {
    /// A connected pair of a server and a client.
    struct Pairing {
        let server: LocalLink
        let client: LocalLink
        let peer: LinkPeer
        var subscriptions: Set<GATTCharacteristic> = []
        var hasChannel = false
        var toServer: RadioChannel
        var toClient: RadioChannel
        /// The supervision timer; it runs while the two are out of contact.
        var supervision: Task<Void, Never>?
        var isLost: Bool { supervision != nil }

        var valueLimit: Int { min(server.radio.mtu, client.radio.mtu) - 3 }
    }

    /// The L2CAP support of a radio.
    public enum Channels: String, CaseIterable, Hashable, Sendable {
        case none, offered
        /// A server offers a channel, and opening it fails.
        case failing
    }

    struct State {
        var advertising: [LocalLink] = []
        var looking: [LocalLink] = []
        var ties: [UInt64: Pairing] = [:]
        var open: [ObjectIdentifier: LocalLink] = [:]
        var lastPeer: UInt64 = 0
    }

    typealias Sender = CheckedContinuation<TransportError?, Never>

    let clock: any Clock<Duration>
    let supervision: Duration
    private let buffer: Int
    let state = Mutex(State())

    /// Creates a medium.
    ///
    /// - Parameters:
    ///   - clock: The clock of the supervision timeout.
    ///   - supervision: The time after which devices out of contact are disconnected.
    ///   - buffer: The number of values that a radio accepts while delivery is stalled.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), supervision: Duration = .seconds(5), buffer: Int = 0
    ) {
        self.clock = clock
        self.supervision = supervision
        self.buffer = buffer
    }

    /// Adds the radio of a new device.
    ///
    /// - Parameters:
    ///   - state: The initial state of the radio.
    ///   - answer: The state after the user answered the permission prompt.
    ///   - mtu: The ATT MTU in bytes.
    ///   - channels: The L2CAP support of the radio.
    ///   - faults: The faults to apply to values that the radio sends.
    /// - Returns: The radio.
    public func radio(
        state: RadioState = .poweredOn, answer: RadioState = .poweredOn, mtu: Int = 515, channels: Channels = .none,
        faults: [RadioFault] = []
    ) -> LocalRadio {
        LocalRadio(self, state: state, answer: answer, mtu: mtu, channels: channels, faults: faults)
    }

    func add(_ link: LocalLink) {
        state.withLock { state in
            state.open[ObjectIdentifier(link)] = link
            if link.isServer {
                state.advertising.append(link)
                for client in state.looking where client.service.uuid == link.service.uuid {
                    meet(link, client, &state)
                }
            } else if let server = state.advertising.first(where: { $0.service.uuid == link.service.uuid }) {
                meet(server, link, &state)
            } else {
                state.looking.append(link)
            }
        }
    }

    private func meet(_ server: LocalLink, _ client: LocalLink, _ state: inout State) {
        state.looking.removeAll { $0 === client }
        // The service exists, but its characteristics belong to the other mode.
        guard server.service.mode == client.service.mode else {
            state.open[ObjectIdentifier(client)] = nil
            return client.tell(.closed(.unusable))
        }
        state.lastPeer += 1
        let tie = Pairing(
            server: server, client: client, peer: LinkPeer(state.lastPeer), toServer: RadioChannel(buffer: buffer),
            toClient: RadioChannel(buffer: buffer))
        state.ties[state.lastPeer] = tie
        server.tell(.connected(tie.peer))
        client.tell(.connected(.server))
        // As on a real link, the MTU is exchanged after the connection.
        server.tell(.valueLimit(tie.valueLimit, tie.peer))
        client.tell(.valueLimit(tie.valueLimit, .server))
    }

    func stopAdvertising(_ link: LocalLink) {
        state.withLock { $0.advertising.removeAll { $0 === link } }
    }

    /// Closes a link. Its peers learn of it at once, or after the supervision timeout.
    func close(_ link: LocalLink, _ end: LinkEnd) {
        let parked = state.withLock { state -> [Sender] in
            guard state.open.removeValue(forKey: ObjectIdentifier(link)) != nil else { return [] }
            state.advertising.removeAll { $0 === link }
            state.looking.removeAll { $0 === link }
            var parked: [Sender] = []
            for (id, tie) in state.ties where tie.server === link || tie.client === link {
                if end != .here { silence(id, &state) }
                parked += state.ties[id]?.isLost == true ? abandon(id, link, &state) : part(id, .peer, by: link, &state)
            }
            link.tell(.closed(end))
            return parked
        }
        for sender in parked { sender.resume(returning: RadioMedium.gone) }
    }

    func use(of radio: LocalRadio) -> LocalRadio.Use {
        state.withLock { state in
            LocalRadio.Use(
                advertising: state.advertising.count { $0.radio === radio },
                looking: state.looking.count { $0.radio === radio },
                connected: state.ties.values.count { tie in
                    [tie.server, tie.client].contains { $0.radio === radio && state.open[ObjectIdentifier($0)] != nil }
                })
        }
    }

    /// The PSM of each server's L2CAP channel, as its characteristic is read.
    static let channel: [UInt8] = [0, 0x85]
    static let gone = TransportError(.disconnected, "The peer is not connected.")

    func send(_ parcel: RadioChannel.Packet, from link: LocalLink, to peer: LinkPeer, _ sender: Sender) {
        let answer = state.withLock { state -> TransportError?? in
            guard let id = tie(of: link, peer, state), let tie = state.ties[id] else { return RadioMedium.gone }
            let isChannel = parcel.characteristic == .channel
            guard isChannel || parcel.value.count <= tie.valueLimit else {
                return TransportError(.tooLarge, "The value exceeds the link's limit of \(tie.valueLimit) bytes.")
            }
            guard isChannel ? tie.hasChannel : !link.isServer || tie.subscriptions.contains(parcel.characteristic)
            else {
                return TransportError(.unusable, "The peer has not subscribed to this characteristic, or the channel is not open.")
            }
            let fault = link.radio.nextFault(on: parcel.characteristic)
            let lane = link.isServer ? \Pairing.toClient : \Pairing.toServer
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
            case .channel: return .some(tie.server.radio.channels == .none ? nil : RadioMedium.channel)
            case .state, .clientToServer, .serverToClient: return .some(nil)
            }
        }
        guard let value else { throw RadioMedium.gone }
        guard let value else { throw TransportError(.unusable, "The peer does not offer this characteristic.") }
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
        if !isDone { throw RadioMedium.gone }
    }

    func openChannel(_ number: UInt16, by link: LocalLink) throws(TransportError) {
        let isOpen = state.withLock { state in
            guard let id = tie(of: link, .server, state), let tie = state.ties[id], !tie.isLost,
                tie.server.radio.channels == .offered, link.radio.channels == .offered,
                [UInt8(number >> 8), UInt8(number & 0xFF)] == RadioMedium.channel
            else { return false }
            state.ties[id]?.hasChannel = true
            tie.server.tell(.channelOpened(tie.peer))
            return true
        }
        if !isOpen { throw TransportError(.unusable, "The L2CAP channel could not be opened.") }
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
                for (link, lane) in [(tie.server, \Pairing.toClient), (tie.client, \Pairing.toServer)]
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

    /// Cuts contact between two devices; both are told after the supervision timeout.
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
        for sender in parked { sender.resume(returning: RadioMedium.gone) }
    }

    /// Removes a connection and tells both sides, except `closer`. Returns the suspended senders.
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

    /// Discards the pending values of `link` in a connection whose other side still waits for the timeout.
    func abandon(_ id: UInt64, _ link: LocalLink, _ state: inout State) -> [Sender] {
        (link.isServer ? state.ties[id]?.toClient.abandon() : state.ties[id]?.toServer.abandon()) ?? []
    }

    private func tie(of link: LocalLink, _ peer: LinkPeer, _ state: State) -> UInt64? {
        state.ties.first { _, tie in
            link.isServer ? tie.server === link && tie.peer == peer : tie.client === link && peer == .server
        }?.key
    }

    private func deliver(_ parcels: [RadioChannel.Packet], from link: LocalLink, _ tie: Pairing) {
        for parcel in parcels {
            if link.isServer {
                tie.client.tell(.received(parcel.value, parcel.characteristic, .server))
            } else {
                tie.server.tell(.received(parcel.value, parcel.characteristic, tie.peer))
            }
        }
    }
}
