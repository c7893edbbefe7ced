import Testing

@testable import CredentialSharing

@Suite struct LinkChannelTests {
    private static let peer = LinkScript.peer
    private static let no = TransportError(.unusable, "There is no channel.")

    /// Returns a server or a client whose messages use a channel.
    private static func open(_ isServer: Bool) -> LinkScript {
        var script = isServer ? LinkScript(server: .peripheralServer) : LinkScript(client: .peripheralServer)
        _ = script.happen(.connected(isServer ? peer : .server))
        if isServer {
            _ = script.happen(.channelOpened(peer))
        } else {
            _ = script.handle(.done([0, 0x85]), .done([]))
        }
        return script
    }

    @Test(
        arguments: [
            ([0x85], 0x85), ([0, 0x85], 0x85), ([1, 2], 0x102), ([0, 0, 0, 0x85], 0x85), ([0, 0, 1, 2], 0x102),
            ([], nil),
            ([0], nil), ([0, 0], nil), ([0, 1, 0, 0], nil), ([0xFF, 0xFF, 0xFF, 0xFF], nil), ([0, 0, 0, 0, 0x85], nil),
        ] as [([UInt8], UInt16?)])
    func `a client opens the channel whose number it reads, or uses characteristics`(
        value: [UInt8], number: UInt16?
    ) {
        var script = LinkScript(client: .peripheralServer)
        #expect(script.happen(.connected(.server)) == [.perform(.read(.channel))])
        #expect(
            script.handle(.done(value)) == [.perform(number.map { .openChannel($0) } ?? .subscribe(.state))])
    }

    @Test func `a channel that fails to open is replaced by characteristics, whether read or given`() {
        for channel in [nil, 0x85] as [UInt16?] {
            var script = LinkScript(client: .peripheralServer, channel: channel)
            var effects = script.happen(.connected(.server))
            if channel == nil { effects = script.handle(.done([0, 0x85])) }
            #expect(effects == [.perform(.openChannel(0x85))])
            #expect(script.handle(.failed(Self.no)) == [.perform(.subscribe(.state))])
            #expect(script.handle(.done([]), .done([]), .done([])).last == .ready)
            #expect(script.handle(.send([7], 1)).values == [[0, 7]])
        }
    }

    @Test func `data on a channel marks it as open before the radio confirms it`() {
        var script = LinkScript(client: .peripheralServer, channel: 0x85)
        _ = script.happen(.connected(.server))
        #expect(script.happen(.received([0, 0, 0, 1, 5], .channel, .server)) == [.ready, .received([5])])
        // The radio's confirmation is pending: nothing is written before.
        #expect(script.handle(.send([7], 1)) == [])
        #expect(script.handle(.done([])).values == [[0, 0, 0, 1, 7]])
        var refused = LinkScript(client: .peripheralServer, channel: 0x85)
        _ = refused.happen(.connected(.server), .received([0, 0], .channel, .server))
        #expect(refused.handle(.failed(Self.no)).fault == .unusable)
        var early = LinkScript(client: .peripheralServer)
        _ = early.happen(.connected(.server))
        #expect(early.happen(.received([0, 0, 0, 1, 5], .channel, .server)).fault == .protocolFault)
    }

    @Test func `both sides of a channel are ready at once, and messages are framed by length`() {
        for isServer in [true, false] {
            var script = Self.open(isServer)
            let who = isServer ? Self.peer : .server
            #expect(script.machine.wasReady)
            #expect(script.handle(.send([7, 8], 1)) == [.perform(.send([0, 0, 0, 2, 7, 8], .channel, who))])
            #expect(script.handle(.done([])) == [.taken(1)])
            #expect(script.handle(.send(text(5_000), 2)).values.map(\.count) == [2_052])
            #expect(script.handle(.done([])).values.map(\.count) == [2_048])
            let bytes: [UInt8] = [0, 0, 0, 1, 5, 0, 0, 0, 2, 6]
            #expect(script.happen(.received(bytes, .channel, who)) == [.received([5])])
            #expect(script.machine.progress.received == 5)
            #expect(script.happen(.received([7], .channel, who)) == [.received([6, 7])])
        }
    }

    @Test func `values beside an open channel, or a length beyond the limit, end the link`() {
        for (value, characteristic) in [([0, 1], .clientToServer), ([1], .state), ([0, 1], .serverToClient)]
            as [([UInt8], GATTCharacteristic)]
        {
            var script = Self.open(true)
            #expect(script.happen(.received(value, characteristic, Self.peer)).fault == .protocolFault)
        }
        var long = Self.open(true)
        #expect(long.happen(.received([0, 1, 0, 1], .channel, Self.peer)).fault == .tooLarge)
        var empty = Self.open(true)
        #expect(empty.happen(.received([0, 0, 0, 0], .channel, Self.peer)).fault == .protocolFault)
        var flood = Self.open(true)
        let many = (0..<17).flatMap { _ in [0, 0, 0, 1, 9] as [UInt8] }
        let effects = flood.happen(.received(many, .channel, Self.peer))
        #expect(effects.messages.count == 16 && effects.fault == .tooLarge)
    }

    @Test func `closing a channel between messages is a normal end, within a message a disconnection`() {
        var idle = Self.open(true)
        #expect(idle.happen(.disconnected(Self.peer, .peer)) == [.ended(.finished)])
        var receiving = Self.open(true)
        _ = receiving.happen(.received([0, 0], .channel, Self.peer))
        #expect(receiving.happen(.disconnected(Self.peer, .peer)).fault == .disconnected)
        var sending = Self.open(true)
        _ = sending.handle(.send([1], 1))
        #expect(sending.happen(.disconnected(Self.peer, .peer)).fault == .disconnected)
        var lost = Self.open(true)
        #expect(lost.happen(.disconnected(Self.peer, .lost)).fault == .disconnected)
        var finishing = Self.open(true)
        _ = finishing.handle(.send([1], 1), .finish)
        #expect(finishing.handle(.done([])).first == .taken(1))
        #expect(finishing.machine.phase == .leaving)
        #expect(finishing.handle(.passed(finishing.machine.wait)) == [.ended(.here)])
    }

    @Test func `only a connected peer can open a channel, and only before another is ready`() {
        var script = LinkScript(server: .peripheralServer)
        #expect(script.happen(.channelOpened(Self.peer)) == [])
        var ready = LinkScript.readyServer()
        #expect(ready.happen(.channelOpened(Self.peer), .channelOpened(LinkScript.other)) == [])
        #expect(ready.handle(.send([7], 1)).values == [[0, 7]])
        var begun = LinkScript(server: .peripheralServer)
        _ = begun.happen(.connected(Self.peer), .subscribed(.state, Self.peer), .received([1], .state, Self.peer))
        #expect(begun.happen(.channelOpened(Self.peer)) == [.stopAdvertising, .ready])
    }
}
