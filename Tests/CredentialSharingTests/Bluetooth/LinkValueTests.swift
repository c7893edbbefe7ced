import Testing

@testable import CredentialSharing

@Suite struct LinkValueTests {
    private static let peer = LinkScript.peer

    private static func ready(_ isServer: Bool, _ mode: BluetoothMode) -> LinkScript {
        isServer ? .readyServer(mode) : .readyClient(mode)
    }

    @Test(arguments: [true, false], BluetoothMode.allCases)
    func `each side sends on its own characteristic and receives only on the other's`(
        isServer: Bool, mode: BluetoothMode
    ) {
        let who = isServer ? Self.peer : .server
        let (own, others): (GATTCharacteristic, GATTCharacteristic) =
            isServer ? (.serverToClient, .clientToServer) : (.clientToServer, .serverToClient)
        var script = Self.ready(isServer, mode)
        #expect(script.handle(.send([4, 5], 1)) == [.perform(.send([0, 4, 5], own, who))])
        #expect(script.happen(.received([0, 6], others, who)) == [.received([6])])
        for wrong in [own, .ident, .channel] {
            var script = Self.ready(isServer, mode)
            #expect(script.happen(.received([0, 6], wrong, who)).fault == .protocolFault)
        }
    }

    @Test(arguments: [[], [0], [3], [4], [0xFF], [2, 0], [0, 2], [2, 2]] as [[UInt8]])
    func `a state value other than start or end is a fault`(value: [UInt8]) {
        var server = LinkScript.readyServer()
        #expect(server.happen(.received(value, .state, Self.peer)).fault == .protocolFault)
        var client = LinkScript.readyClient()
        #expect(client.happen(.received(value, .state, .server)).fault == .protocolFault)
    }

    @Test func `a start from the server has no effect`() {
        var client = LinkScript.readyClient()
        #expect(client.happen(.received([1], .state, .server)) == [])
        #expect(client.machine.wasReady)
    }

    @Test(arguments: [true, false], BluetoothMode.allCases)
    func `the peer's end closes the link in every state`(isServer: Bool, mode: BluetoothMode) {
        let who = isServer ? Self.peer : .server
        let data: GATTCharacteristic = isServer ? .clientToServer : .serverToClient
        let error = TransportError(.disconnected, "The peer has ended the connection.")
        // Nothing is under way.
        var idle = Self.ready(isServer, mode)
        #expect(idle.happen(.received([2], .state, who)) == [.ended(.finished)])
        // A message is being received: it is discarded.
        var receiving = Self.ready(isServer, mode)
        #expect(receiving.happen(.received([1, 9, 9], data, who)) == [])
        #expect(receiving.happen(.received([2], .state, who)) == [.ended(.finished)])
        #expect(receiving.machine.progress == TransferProgress())
        #expect(receiving.happen(.received([0, 9], data, who)) == [])
        // A message is being sent, and another is queued.
        var sending = Self.ready(isServer, mode)
        _ = sending.handle(.send(text(100), 1), .send([1], 2))
        #expect(
            sending.happen(.received([2], .state, who)) == [.refused(1, error), .refused(2, error), .ended(.finished)])
        #expect(sending.handle(.done([])) == [])
        // The last chunk is under way.
        var completing = Self.ready(isServer, mode)
        _ = completing.handle(.send([1], 1))
        #expect(completing.happen(.received([2], .state, who)) == [.refused(1, error), .ended(.finished)])
        // This side is ending the link itself.
        var leaving = Self.ready(isServer, mode)
        _ = leaving.handle(.finish)
        #expect(leaving.happen(.received([2], .state, who)) == [], "it is about to close, a moment later")
        #expect(leaving.happen(.disconnected(who, .peer)) == [.ended(.here)])
    }

    @Test func `a client that receives the end before it has started is finished`() {
        var script = LinkScript(client: .peripheralServer)
        _ = script.happen(.connected(.server))
        _ = script.handle(.failed(TransportError(.unusable, "no")), .done([]))
        #expect(script.happen(.received([2], .state, .server)) == [.ended(.finished)])
    }

    @Test func `one value is in flight at a time, and the next waits for the radio`() {
        var script = LinkScript.readyServer()
        _ = script.happen(.valueLimit(5, Self.peer))
        #expect(script.handle(.send([1, 2, 3, 4, 5, 6], 1)).values == [[1, 1, 2, 3, 4]])
        #expect(script.handle(.send([7], 2)) == [], "queued, not put in its place")
        #expect(script.machine.progress.sent == 4 && script.machine.progress.total == 6)
        #expect(script.handle(.done([])).values == [[0, 5, 6]])
        let last = script.handle(.done([]))
        #expect(last.first == .taken(1) && last.values == [[0, 7]])
        #expect(script.handle(.done([])) == [.taken(2)])
        #expect(script.handle(.done([])) == [], "an answer to nothing")
    }

    @Test(
        arguments: [
            (nil, 512, 20), (20, 512, 20), (182, 512, 182), (244, 512, 244), (511, 512, 511), (512, 512, 512),
            (514, 512, 512), (514, 10_000, 512), (512, 510, 510), (509, 510, 509), (2, 512, 2), (100, 0, 2),
        ] as [(Int?, Int, Int)])
    func `a value's length is limited by link, standard and configuration`(link: Int?, cap: Int, longest: Int) {
        var limits = TransportLimits()
        limits.value = cap
        for isServer in [true, false] {
            var script = isServer ? LinkScript.readyServer(limits: limits) : .readyClient(limits: limits)
            if let link { _ = script.happen(.valueLimit(link, isServer ? Self.peer : .server)) }
            #expect(script.handle(.send(text(1_000), 1)).values.map(\.count) == [longest])
        }
    }

    @Test func `a limit that arrives late applies from then on, and an early one is kept`() {
        var script = LinkScript.readyServer()
        #expect(script.handle(.send(text(1_000), 1)).values.map(\.count) == [20])
        _ = script.happen(.valueLimit(182, Self.peer))
        #expect(script.handle(.done([])).values.map(\.count) == [182])
        _ = script.happen(.valueLimit(514, Self.peer))
        #expect(script.handle(.done([])).values.map(\.count) == [512])
        var early = LinkScript(server: .peripheralServer)
        _ = early.happen(.connected(Self.peer), .valueLimit(100, Self.peer), .subscribed(.state, Self.peer))
        _ = early.happen(.subscribed(.serverToClient, Self.peer), .received([1], .state, Self.peer))
        #expect(early.handle(.send(text(1_000), 1)).values.map(\.count) == [100])
    }

    @Test(arguments: [1, 0, -5])
    func `a link that carries no values is unusable`(limit: Int) {
        var script = LinkScript.readyServer()
        #expect(script.happen(.valueLimit(limit, Self.peer)).fault == .unusable)
        var client = LinkScript(client: .peripheralServer)
        _ = client.happen(.connected(.server))
        #expect(client.happen(.valueLimit(limit, .server)).fault == .unusable)
    }

    @Test func `message size is limited by the recipient in both directions`() {
        var limits = TransportLimits()
        (limits.request, limits.response) = (4, 8)
        var holder = LinkScript.readyServer(limits: limits)
        #expect(holder.happen(.received([0] + text(4), .clientToServer, Self.peer)).messages == [text(4)])
        #expect(holder.handle(.send(text(8), 1)).values.count == 1)
        #expect(holder.happen(.received([0] + text(5), .clientToServer, Self.peer)).fault == .tooLarge)
        var reader = LinkScript.readyClient(limits: limits)
        #expect(reader.happen(.received([0] + text(8), .serverToClient, .server)).messages == [text(8)])
        #expect(reader.handle(.send(text(4), 1)).values.count == 1)
        for message in [text(5), []] {
            #expect(reader.handle(.send(message, 2)).refusals == [2: .tooLarge])
        }
        #expect(reader.happen(.received([0] + text(9), .serverToClient, .server)).fault == .tooLarge)
        #expect(limits.incoming(.holder) == 4 && limits.outgoing(.reader) == 4)
        #expect(TransportLimits().request == 64 << 10 && TransportLimits().response == 4 << 20)
    }

    @Test func `a flood of unread messages ends the link at the sixteenth`() {
        var script = LinkScript.readyServer()
        var taken = 0
        for _ in 0..<10_000 {
            let effects = script.happen(.received([0, 1], .clientToServer, Self.peer))
            taken += effects.messages.count
            if let fault = effects.fault { #expect(fault == .tooLarge) }
        }
        #expect(taken == 16 && script.machine.phase == .over)
        var watched = LinkScript.readyServer()
        for _ in 0..<1_000 {
            #expect(watched.happen(.received([0, 1], .clientToServer, Self.peer)).messages == [[1]])
            _ = watched.handle(.consumed(1))
        }
    }
}
