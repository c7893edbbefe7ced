internal import Synchronization

/// An air of its own in this process, in which radios find each other: for tests, demonstrations and for two sides in one
/// program. The values are those of a real link; nothing is lost, late or out of order but by an `AirFault`.
public final class LocalAir: Sendable {
    /// A server and a client that are connected.
    struct Tie {
        let server: LocalLink
        let client: LocalLink
        let peer: LinkPeer
        var subscriptions: Set<GATTCharacteristic> = []
        var hasChannel = false
        var toServer: AirLane
        var toClient: AirLane
        /// Runs while they do not hear each other.
        var supervision: Task<Void, Never>?
        var isLost: Bool { supervision != nil }

        var valueLimit: Int { min(server.radio.mtu, client.radio.mtu) - 3 }
    }

    /// What a radio makes of L2CAP.
    public enum Channels: String, CaseIterable, Hashable, Sendable {
        case none, offered
        /// A server offers one, and opening it fails.
        case failing
    }

    struct State {
        var advertising: [LocalLink] = []
        var looking: [LocalLink] = []
        var ties: [UInt64: Tie] = [:]
        var open: [ObjectIdentifier: LocalLink] = [:]
        var lastPeer: UInt64 = 0
    }

    typealias Sender = CheckedContinuation<TransportError?, Never>

    let clock: any Clock<Duration>
    let supervision: Duration
    private let buffer: Int
    let state = Mutex(State())

    /// An air whose supervision timeout runs on `clock`, and whose radios take `buffer` values while they deliver nothing.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), supervision: Duration = .seconds(5), buffer: Int = 0
    ) {
        self.clock = clock
        self.supervision = supervision
        self.buffer = buffer
    }

    /// A new device's radio. A person who is asked for it gives `answer`; `faults` befall what it sends.
    public func radio(
        state: RadioState = .poweredOn, answer: RadioState = .poweredOn, mtu: Int = 515, channels: Channels = .none,
        faults: [AirFault] = []
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
        // The service is there, and its characteristics are not those that the client wants.
        guard server.service.mode == client.service.mode else {
            state.open[ObjectIdentifier(client)] = nil
            return client.tell(.closed(.unusable))
        }
        state.lastPeer += 1
        let tie = Tie(
            server: server, client: client, peer: LinkPeer(state.lastPeer), toServer: AirLane(buffer: buffer),
            toClient: AirLane(buffer: buffer))
        state.ties[state.lastPeer] = tie
        server.tell(.connected(tie.peer))
        client.tell(.connected(.server))
        // The MTU is agreed on after that.
        server.tell(.valueLimit(tie.valueLimit, tie.peer))
        client.tell(.valueLimit(tie.valueLimit, .server))
    }

    func stopAdvertising(_ link: LocalLink) {
        state.withLock { $0.advertising.removeAll { $0 === link } }
    }

    /// Ends a link: what it was connected to hears that, at once or after the supervision timeout.
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
        for sender in parked { sender.resume(returning: LocalAir.gone) }
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
}
