import Testing

@testable import CredentialSharing

@Suite struct LinkOpeningTests {
    private static let peer = LinkScript.peer
    private static let other = LinkScript.other

    /// Every order of a client's three steps, and each step left out.
    private static let orders: [[LinkEvent]] = {
        let steps: [LinkEvent] = [
            .subscribed(.state, peer), .subscribed(.serverToClient, peer), .received([1], .state, peer),
        ]
        return [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]].map { $0.map { steps[$0] } }
    }()

    @Test(arguments: BluetoothMode.allCases, orders)
    func `a server is ready only after both subscriptions and the start, in any order`(
        mode: BluetoothMode, order: [LinkEvent]
    ) {
        var script = LinkScript(server: mode)
        #expect(script.happen(.connected(Self.peer)) == [])
        #expect(script.happen(order[0], order[1]) == [])
        #expect(script.handle(.send([1], 7)).count == 1)
        #expect(!script.machine.wasReady)
        #expect(script.happen(order[2]) == [.stopAdvertising, .ready])
    }

    @Test func `a server with two of the three keeps waiting, despite repeats or other characteristics`() {
        for order in Self.orders {
            var script = LinkScript(server: .peripheralServer)
            _ = script.happen(.connected(Self.peer))
            #expect(script.happen(order[0], order[1]) == [])
            #expect(
                script.happen(.subscribed(.ident, Self.peer), .subscribed(.channel, Self.peer)) == []
                    && !script.machine.wasReady)
            if case .subscribed = order[0] { #expect(script.happen(order[0]) == []) }
        }
    }

    @Test(
        arguments: [
            ([0, 9], .clientToServer), ([1, 9], .clientToServer), ([], .clientToServer), ([1], .clientToServer),
            ([1], .serverToClient), ([1], .ident), ([1], .channel), ([2], .state), ([0], .state), ([3], .state),
            ([], .state), ([1, 1], .state), ([1, 0], .state), ([0xFF], .state),
        ] as [([UInt8], GATTCharacteristic)])
    func `any value other than the start before it is a fault`(value: [UInt8], characteristic: GATTCharacteristic) {
        for subscriptions in 0...2 {
            var script = LinkScript(server: .peripheralServer)
            _ = script.happen(.connected(Self.peer))
            for each in [GATTCharacteristic.state, .serverToClient].prefix(subscriptions) {
                _ = script.happen(.subscribed(each, Self.peer))
            }
            #expect(script.happen(.received(value, characteristic, Self.peer)).fault == .protocolFault)
            #expect(script.happen(.received([1], .state, Self.peer)) == [])
        }
    }

    @Test func `a repeated start is a fault, before and after the subscriptions`() {
        var script = LinkScript(server: .peripheralServer)
        _ = script.happen(.connected(Self.peer))
        #expect(script.happen(.received([1], .state, Self.peer)) == [])
        #expect(script.happen(.received([1], .state, Self.peer)).fault == .protocolFault)
        var ready = LinkScript.readyServer()
        #expect(ready.happen(.received([1], .state, Self.peer)).fault == .protocolFault)
    }

    @Test func `data between the start and the last subscription is a fault`() {
        var script = LinkScript(server: .peripheralServer)
        _ = script.happen(.connected(Self.peer), .subscribed(.state, Self.peer))
        #expect(script.happen(.received([1], .state, Self.peer)) == [])
        #expect(script.happen(.received([0, 9], .clientToServer, Self.peer)).fault == .protocolFault)
    }

    @Test func `the first ready peer is used, and the others are ignored`() {
        var script = LinkScript(server: .peripheralServer)
        _ = script.happen(.connected(Self.other), .connected(Self.peer), .subscribed(.state, Self.other))
        _ = script.happen(.subscribed(.state, Self.peer), .subscribed(.serverToClient, Self.peer))
        #expect(script.happen(.received([1], .state, Self.peer)) == [.stopAdvertising, .ready])
        let third = LinkPeer(3)
        for peer in [Self.other, third] {
            #expect(script.happen(.connected(peer), .subscribed(.serverToClient, peer), .valueLimit(2, peer)) == [])
            for characteristic in GATTCharacteristic.allCases {
                for value in [[], [0], [1], [2], [0, 66], [1, 66]] as [[UInt8]] {
                    #expect(script.happen(.received(value, characteristic, peer)) == [])
                }
            }
            #expect(script.happen(.channelOpened(peer), .disconnected(peer, .peer)) == [])
        }
        // In the middle of a message too: bytes of another peer are ignored.
        #expect(script.happen(.received([1, 1, 2], .clientToServer, Self.peer)) == [])
        #expect(script.happen(.received([0, 66], .clientToServer, third)) == [])
        #expect(script.happen(.received([0, 3], .clientToServer, Self.peer)) == [.received([1, 2, 3])])
        #expect(script.handle(.send(text(100), 1)).values.map(\.count) == [20])
    }

    @Test func `a peer that disconnects before it is ready leaves the server unchanged`() {
        var script = LinkScript(server: .peripheralServer)
        _ = script.happen(.connected(Self.other), .subscribed(.state, Self.other), .received([1], .state, Self.other))
        #expect(script.happen(.disconnected(Self.other, .lost)) == [])
        // Its steps count neither for another peer nor for itself after it reconnects.
        for peer in [Self.other, Self.peer] {
            _ = script.happen(.connected(peer), .subscribed(.serverToClient, peer))
            #expect(!script.machine.wasReady)
        }
        #expect(script.happen(.subscribed(.state, Self.peer), .received([1], .state, Self.peer)).last == .ready)
    }

    @Test func `a server tracks eight peers at most and ignores unconnected ones`() {
        var script = LinkScript(server: .peripheralServer)
        for number in 1...100 { _ = script.happen(.connected(LinkPeer(UInt64(number)))) }
        #expect(script.machine.candidates.count == 8)
        #expect(script.happen(.received([7], .clientToServer, LinkPeer(9))) == [])
        #expect(script.happen(.subscribed(.state, LinkPeer(1_000)), .received([1], .state, LinkPeer(1_000))) == [])
        #expect(script.machine.candidates.count == 8)
    }

    @Test func `a client subscribes to both, writes the start, and is ready when the radio has it`() {
        var script = LinkScript(client: .peripheralServer)
        #expect(script.happen(.connected(.server)) == [.perform(.read(.channel))])
        #expect(script.handle(.failed(TransportError(.unusable, "no"))) == [.perform(.subscribe(.state))])
        #expect(script.handle(.done([])) == [.perform(.subscribe(.serverToClient))])
        #expect(script.handle(.done([])) == [.perform(.send([1], .state, .server))])
        #expect(script.handle(.done([])) == [.ready])
    }

    @Test func `a server's answer before the radio confirms the start is accepted`() {
        var script = LinkScript(client: .centralClient)
        _ = script.happen(.connected(.server))
        _ = script.handle(.done(LinkScript.ident), .done([]), .done([]), .done([]))
        #expect(script.happen(.received([0, 5], .serverToClient, .server)) == [.ready, .received([5])])
        #expect(script.handle(.send([1, 2], 1)) == [], "one value is under way")
        #expect(script.handle(.done([])).values == [[0, 1, 2]])
    }

    @Test func `a central-mode client checks Ident first, and one wrong bit ends the link`() {
        var script = LinkScript(client: .centralClient)
        #expect(script.happen(.connected(.server)) == [.perform(.read(.ident))])
        #expect(script.handle(.done(LinkScript.ident)) == [.perform(.read(.channel))])
        var others: [[UInt8]] = (0..<128).map { bit in
            var ident = LinkScript.ident
            ident[bit / 8] ^= 1 << (bit % 8)
            return ident
        }
        others += [[], Array(LinkScript.ident.dropLast()), LinkScript.ident + [0], [UInt8](repeating: 0, count: 16)]
        for ident in others {
            var script = LinkScript(client: .centralClient)
            _ = script.happen(.connected(.server))
            let effects = script.handle(.done(ident))
            #expect(effects.fault == .identMismatch && effects.count == 1)
        }
        var refused = LinkScript(client: .centralClient)
        _ = refused.happen(.connected(.server))
        #expect(refused.handle(.failed(TransportError(.unusable, "no"))).fault == .unusable)
    }

    @Test func `a client that gets data before it has written the start drops the server`() {
        var script = LinkScript(client: .peripheralServer)
        #expect(script.happen(.received([0, 9], .serverToClient, .server)) == [], "nobody is connected")
        _ = script.happen(.connected(.server))
        var early = script
        #expect(early.happen(.received([0, 9], .serverToClient, .server)).fault == .protocolFault)
        _ = script.handle(.failed(TransportError(.unusable, "no")), .done([]))
        #expect(script.happen(.received([0, 9], .serverToClient, .server)).fault == .protocolFault)
    }

    @Test(
        arguments: [.read(.channel), .subscribe(.state), .subscribe(.serverToClient), .send([1], .state, .server)]
            as [LinkMachine.Operation])
    func `a failed step of a client's opening ends it, except for the channel`(step: LinkMachine.Operation) {
        var script = LinkScript(client: .peripheralServer)
        var effects = script.happen(.connected(.server))
        while effects != [.perform(step)] {
            effects = script.handle(effects == [.perform(.read(.channel))] ? .done([]) : .done([]))
        }
        let error = TransportError(.disconnected, "gone")
        effects = script.handle(.failed(error))
        if step == .read(.channel) {
            #expect(effects == [.perform(.subscribe(.state))])
        } else {
            #expect(effects == [.ended(.dropped(error))])
        }
    }
}
