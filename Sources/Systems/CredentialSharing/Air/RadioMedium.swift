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
        var pairings: [UInt64: Pairing] = [:]
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
            return client.notify(.closed(.unusable))
        }
        state.lastPeer += 1
        let pairing = Pairing(
            server: server, client: client, peer: LinkPeer(state.lastPeer), toServer: RadioChannel(buffer: buffer),
            toClient: RadioChannel(buffer: buffer))
        state.pairings[state.lastPeer] = pairing
        server.notify(.connected(pairing.peer))
        client.notify(.connected(.server))
        // As on a real link, the MTU is exchanged after the connection.
        server.notify(.valueLimit(pairing.valueLimit, pairing.peer))
        client.notify(.valueLimit(pairing.valueLimit, .server))
    }

    func stopAdvertising(_ link: LocalLink) {
        state.withLock { $0.advertising.removeAll { $0 === link } }
    }

    /// Closes a link. Its peers learn of it at once, or after the supervision timeout.
    func close(_ link: LocalLink, _ end: LinkEnd) {
        let suspended = state.withLock { state -> [Sender] in
            guard state.open.removeValue(forKey: ObjectIdentifier(link)) != nil else { return [] }
            state.advertising.removeAll { $0 === link }
            state.looking.removeAll { $0 === link }
            var suspended: [Sender] = []
            for (id, pairing) in state.pairings where pairing.server === link || pairing.client === link {
                if end != .here { silence(id, &state) }
                suspended +=
                    state.pairings[id]?.isLost == true ? abandon(id, link, &state) : part(id, .peer, by: link, &state)
            }
            link.notify(.closed(end))
            return suspended
        }
        for sender in suspended { sender.resume(returning: RadioMedium.gone) }
    }

    func use(of radio: LocalRadio) -> LocalRadio.Use {
        state.withLock { state in
            LocalRadio.Use(
                advertising: state.advertising.count { $0.radio === radio },
                looking: state.looking.count { $0.radio === radio },
                connected: state.pairings.values.count { pairing in
                    [pairing.server, pairing.client].contains {
                        $0.radio === radio && state.open[ObjectIdentifier($0)] != nil
                    }
                })
        }
    }

    /// The PSM of each server's L2CAP channel, as its characteristic is read.
    static let channel: [UInt8] = [0, 0x85]
    static let gone = TransportError(.disconnected, "The peer is not connected.")

    func send(_ packet: RadioChannel.Packet, from link: LocalLink, to peer: LinkPeer, _ sender: Sender) {
        let answer = state.withLock { state -> TransportError?? in
            guard let id = pairing(of: link, peer, state), let pairing = state.pairings[id] else {
                return RadioMedium.gone
            }
            let isChannel = packet.characteristic == .channel
            guard isChannel || packet.value.count <= pairing.valueLimit else {
                return TransportError(.tooLarge, "The value exceeds the link's limit of \(pairing.valueLimit) bytes.")
            }
            guard
                isChannel ? pairing.hasChannel : !link.isServer || pairing.subscriptions.contains(packet.characteristic)
            else {
                return TransportError(
                    .unusable, "The peer has not subscribed to this characteristic, or the channel is not open.")
            }
            let fault = link.radio.nextFault(on: packet.characteristic)
            let channel = link.isServer ? \Pairing.toClient : \Pairing.toServer
            if fault == .stall { state.pairings[id]?[keyPath: channel].isStalled = true }
            if fault == .loss { silence(id, &state) }
            guard state.pairings[id]?[keyPath: channel].hasRoom == true else {
                state.pairings[id]?[keyPath: channel].suspend(packet, sender)
                return nil
            }
            let packets = state.pairings[id]?[keyPath: channel].accept(packet, fault) ?? []
            deliver(packets, from: link, pairing)
            return .some(nil)
        }
        if let answer { sender.resume(returning: answer) }
    }

    func read(_ characteristic: GATTCharacteristic, by link: LocalLink) throws(TransportError) -> [UInt8] {
        let value = state.withLock { state -> [UInt8]?? in
            guard let id = pairing(of: link, .server, state), let pairing = state.pairings[id], !pairing.isLost else {
                return nil
            }
            switch characteristic {
            case .ident: return .some(pairing.server.service.ident)
            case .channel: return .some(pairing.server.radio.channels == .none ? nil : RadioMedium.channel)
            case .state, .clientToServer, .serverToClient: return .some(nil)
            }
        }
        guard let value else { throw RadioMedium.gone }
        guard let value else { throw TransportError(.unusable, "The peer does not offer this characteristic.") }
        return value
    }

    func subscribe(_ characteristic: GATTCharacteristic, by link: LocalLink) throws(TransportError) {
        let isDone = state.withLock { state in
            guard let id = pairing(of: link, .server, state), let pairing = state.pairings[id], !pairing.isLost else {
                return false
            }
            if state.pairings[id]?.subscriptions.insert(characteristic).inserted == true {
                pairing.server.notify(.subscribed(characteristic, pairing.peer))
            }
            return true
        }
        if !isDone { throw RadioMedium.gone }
    }

    func openChannel(_ number: UInt16, by link: LocalLink) throws(TransportError) {
        let isOpen = state.withLock { state in
            guard let id = pairing(of: link, .server, state), let pairing = state.pairings[id], !pairing.isLost,
                pairing.server.radio.channels == .offered, link.radio.channels == .offered,
                [UInt8(number >> 8), UInt8(number & 0xFF)] == RadioMedium.channel
            else { return false }
            state.pairings[id]?.hasChannel = true
            pairing.server.notify(.channelOpened(pairing.peer))
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
            for (id, pairing) in state.pairings where pairing.server.radio === radio || pairing.client.radio === radio {
                silence(id, &state)
            }
        }
    }

    func resume(_ radio: LocalRadio) {
        let senders = state.withLock { state -> [Sender] in
            var senders: [Sender] = []
            for (id, pairing) in state.pairings where !pairing.isLost {
                for (link, channel) in [(pairing.server, \Pairing.toClient), (pairing.client, \Pairing.toServer)]
                where link.radio === radio {
                    guard let (packets, waiting) = state.pairings[id]?[keyPath: channel].resume() else { continue }
                    deliver(packets, from: link, pairing)
                    senders += waiting
                }
            }
            return senders
        }
        for sender in senders { sender.resume(returning: nil) }
    }

    /// Cuts contact between two devices; both are told after the supervision timeout.
    func silence(_ id: UInt64, _ state: inout State) {
        guard state.pairings[id]?.isLost == false else { return }
        state.pairings[id]?.toServer.isStalled = true
        state.pairings[id]?.toClient.isStalled = true
        state.pairings[id]?.supervision = Task { [weak self, clock, supervision] in
            guard (try? await clock.sleep(for: supervision)) != nil else { return }
            self?.expire(id)
        }
    }

    private func expire(_ id: UInt64) {
        let suspended = state.withLock { part(id, .lost, by: nil, &$0) }
        for sender in suspended { sender.resume(returning: RadioMedium.gone) }
    }

    /// Removes a connection and tells both sides, except `closer`. Returns the suspended senders.
    func part(_ id: UInt64, _ end: LinkEnd, by closer: LocalLink?, _ state: inout State) -> [Sender] {
        guard var pairing = state.pairings.removeValue(forKey: id) else { return [] }
        pairing.supervision?.cancel()
        if pairing.server !== closer { pairing.server.notify(.disconnected(pairing.peer, end)) }
        if pairing.client !== closer {
            pairing.client.notify(.disconnected(.server, end))
            pairing.client.notify(.closed(end))
            state.open[ObjectIdentifier(pairing.client)] = nil
        }
        return pairing.toServer.abandon() + pairing.toClient.abandon()
    }

    /// Discards the pending values of `link` in a connection whose other side still waits for the timeout.
    func abandon(_ id: UInt64, _ link: LocalLink, _ state: inout State) -> [Sender] {
        (link.isServer ? state.pairings[id]?.toClient.abandon() : state.pairings[id]?.toServer.abandon()) ?? []
    }

    private func pairing(of link: LocalLink, _ peer: LinkPeer, _ state: State) -> UInt64? {
        state.pairings.first { _, pairing in
            link.isServer ? pairing.server === link && pairing.peer == peer : pairing.client === link && peer == .server
        }?.key
    }

    private func deliver(_ packets: [RadioChannel.Packet], from link: LocalLink, _ pairing: Pairing) {
        for packet in packets {
            if link.isServer {
                pairing.client.notify(.received(packet.value, packet.characteristic, .server))
            } else {
                pairing.server.notify(.received(packet.value, packet.characteristic, pairing.peer))
            }
        }
    }
}
