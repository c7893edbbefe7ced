import JourneyTesting
import Testing

@testable import CredentialSharing

/// A server and a client in a medium, without a transport.
private struct Pair {
    let clock = ManualClock()
    let server: LocalRadio
    let client: LocalRadio
    let up: any ProximityLink
    let down: any ProximityLink

    static let service = GATTService(.peripheralServer, uuid: [UInt8](repeating: 7, count: 16))

    init(buffer: Int = 0, mtu: Int = 515, faults: [RadioFault] = []) throws {
        let air = RadioMedium(clock: clock, buffer: buffer)
        let service = try #require(Pair.service)
        (server, client) = (air.radio(), air.radio(mtu: mtu, faults: faults))
        (up, down) = (server.advertise(service), client.connect(to: service))
    }

    /// Closes all links and returns the server's events from the fourth on.
    func receivedEvents() async -> [LinkEvent] {
        down.close()
        var events: [LinkEvent] = []
        for await event in up.events {
            events.append(event)
            if case .disconnected = event { up.close() }
        }
        return Array(events.dropFirst(2).dropLast(2))
    }
}

@Suite(.timeLimit(.minutes(10))) struct RadioMediumTests {
    private static let peer = LinkPeer(1)

    @Test func `two devices connect, agree on the smaller MTU, and disconnect`() async throws {
        let pair = try Pair(mtu: 185)
        try await pair.down.subscribe(.serverToClient)
        try await pair.down.send([1], on: .state, to: .server)
        try await pair.up.send([0, 5], on: .serverToClient, to: Self.peer)
        pair.down.close()
        var heard: [LinkEvent] = []
        for await event in pair.down.events { heard.append(event) }
        #expect(
            heard == [
                .connected(.server), .valueLimit(182, .server), .received([0, 5], .serverToClient, .server),
                .closed(.here),
            ])
        pair.up.close()
        heard = []
        for await event in pair.up.events { heard.append(event) }
        #expect(
            heard == [
                .connected(Self.peer), .valueLimit(182, Self.peer), .subscribed(.serverToClient, Self.peer),
                .received([1], .state, Self.peer), .disconnected(Self.peer, .peer), .closed(.here),
            ])
        #expect(pair.server.use == .none && pair.client.use == .none)
    }

    @Test(
        arguments: [
            (.drop, [[10, 11], [30, 31], [40, 41]]),
            (.duplicate, [[10, 11], [20, 21], [20, 21], [30, 31], [40, 41]]),
            (.reorder, [[10, 11], [30, 31], [20, 21], [40, 41]]),
            (.corrupt(byte: 0), [[10, 11], [21, 21], [30, 31], [40, 41]]),
            (.corrupt(byte: 9), [[10, 11], [20, 20], [30, 31], [40, 41]]),
            (.truncate(to: 1), [[10, 11], [20], [30, 31], [40, 41]]),
            (.truncate(to: 0), [[10, 11], [], [30, 31], [40, 41]]),
        ] as [(RadioFault.Kind, [[UInt8]])])
    func `a fault affects its value only, once`(what: RadioFault.Kind, values: [[UInt8]]) async throws {
        let pair = try Pair(faults: [RadioFault(what, at: 1)])
        for value in [[10, 11], [20, 21], [30, 31], [40, 41]] as [[UInt8]] {
            try await pair.down.send(value, on: .clientToServer, to: .server)
        }
        #expect(await pair.receivedEvents() == values.map { .received($0, .clientToServer, Self.peer) })
    }

    @Test func `a fault on a characteristic counts only that characteristic's values`() async throws {
        let pair = try Pair(faults: [
            RadioFault(.drop, at: 1, on: .state), RadioFault(.wrongRole, at: 0, on: .clientToServer),
        ])
        for value in 1...3 as ClosedRange<UInt8> {
            try await pair.down.send([value], on: .state, to: .server)
            try await pair.down.send([value], on: .clientToServer, to: .server)
        }
        #expect(
            await pair.receivedEvents() == [
                .received([1], .state, Self.peer), .received([1], .serverToClient, Self.peer),
                .received([2], .clientToServer, Self.peer), .received([3], .state, Self.peer),
                .received([3], .clientToServer, Self.peer),
            ])
    }

    @Test(arguments: [0, 2])
    func `a stalled radio accepts as many values as its buffer holds, and resumes`(buffer: Int) async throws {
        let pair = try Pair(buffer: buffer, faults: [RadioFault(.stall, at: 1)])
        let (taken, take) = AsyncStream<UInt8>.makeStream()
        let sending = Task {
            for value in 1...5 as ClosedRange<UInt8> {
                try await pair.down.send([value], on: .clientToServer, to: .server)
                take.yield(value)
            }
            take.finish()
        }
        var count = 0
        for await _ in taken {
            count += 1
            if count == 1 + buffer { break }
        }
        await pair.client.struck()
        #expect(pair.client.sent <= 2 + buffer)
        pair.client.resume()
        try await sending.value
        #expect(await pair.receivedEvents() == (1...5).map { .received([$0], .clientToServer, Self.peer) })
    }

    @Test func `a lost connection is reported to both sides after the supervision timeout, not before`() async throws {
        let pair = try Pair(faults: [RadioFault(.loss, at: 1)])
        try await pair.down.send([1], on: .clientToServer, to: .server)
        let lost = Task { try await pair.down.send([2], on: .clientToServer, to: .server) }
        await pair.clock.waitForNaps(1)
        pair.clock.advance(by: .milliseconds(4_999))
        #expect(pair.server.use.connected == 1 && pair.client.use.connected == 1)
        pair.clock.advance(by: .milliseconds(1))
        await #expect { try await lost.value } throws: { ($0 as? TransportError)?.reason == .disconnected }
        var heard: [LinkEvent] = []
        for await event in pair.down.events { heard.append(event) }
        #expect(heard.suffix(2) == [.disconnected(.server, .lost), .closed(.lost)])
        heard = []
        pair.up.close()
        for await event in pair.up.events { heard.append(event) }
        #expect(
            heard.suffix(3) == [
                .received([1], .clientToServer, Self.peer), .disconnected(Self.peer, .lost), .closed(.here),
            ])
    }

    @Test func `a value that is too long, unconnected or not subscribed to is refused`() async throws {
        let pair = try Pair(mtu: 23)
        let cases: [(any ProximityLink, [UInt8], GATTCharacteristic, LinkPeer, TransportError.Reason)] = [
            (pair.down, text(21), .clientToServer, .server, .tooLarge),
            (pair.down, [1], .clientToServer, Self.peer, .disconnected),
            (pair.up, [1], .serverToClient, Self.peer, .unusable), (pair.up, [1], .channel, Self.peer, .unusable),
            (pair.up, [1], .serverToClient, LinkPeer(9), .disconnected),
        ]
        for (link, value, characteristic, peer, reason) in cases {
            await #expect { try await link.send(value, on: characteristic, to: peer) } throws: {
                ($0 as? TransportError)?.reason == reason
            }
        }
        try await pair.down.send(text(20), on: .clientToServer, to: .server)
        for characteristic in GATTCharacteristic.allCases {
            await #expect { try await pair.down.read(characteristic) } throws: {
                ($0 as? TransportError)?.reason == .unusable
            }
        }
        await #expect(throws: TransportError.self) { try await pair.down.openChannel(0x85) }
    }

    @Test func `a client that expects the other mode finds the service unusable`() async throws {
        let air = RadioMedium(clock: ManualClock())
        let uuid = [UInt8](repeating: 7, count: 16)
        let server = air.radio()
        let link = server.advertise(try #require(GATTService(.centralClient, uuid: uuid, ident: uuid)))
        let wrong = air.radio().connect(to: try #require(GATTService(.peripheralServer, uuid: uuid)))
        var heard: [LinkEvent] = []
        for await event in wrong.events { heard.append(event) }
        #expect(heard == [.closed(.unusable)])
        #expect(server.use == LocalRadio.Use(advertising: 1))
        link.close()
    }

    @Test func `several devices share a medium, and each pair receives only its own values`() async throws {
        let air = RadioMedium(clock: ManualClock())
        let pairs = try (0..<4).map { number -> (any ProximityLink, any ProximityLink) in
            let service = try #require(
                GATTService(.peripheralServer, uuid: [UInt8](repeating: UInt8(number), count: 16)))
            return (air.radio().advertise(service), air.radio().connect(to: service))
        }
        for (number, (_, down)) in pairs.enumerated() {
            try await down.send([UInt8(number)], on: .clientToServer, to: .server)
            down.close()
        }
        for (number, (up, _)) in pairs.enumerated() {
            var values: [[UInt8]] = []
            for await event in up.events {
                if case .received(let value, _, _) = event { values.append(value) }
                if case .disconnected = event { up.close() }
            }
            #expect(values == [[UInt8(number)]])
        }
    }

    @Test func `a person is asked once for the radio, and its state is reported`() async {
        let air = RadioMedium(clock: ManualClock())
        for answer in [RadioState.poweredOn, .unauthorized] {
            let radio = air.radio(state: .notDetermined, answer: answer)
            var states = radio.states().makeAsyncIterator()
            #expect(await radio.state() == .notDetermined)
            #expect(await radio.requestAuthorization() == answer)
            #expect(await states.next() == answer)
            #expect(await radio.requestAuthorization() == answer)
            radio.become(.poweredOff)
            #expect(await states.next() == .poweredOff)
            #expect(await radio.state() == .poweredOff)
        }
    }

    @Test func `a radio that is not on opens no link`() async throws {
        let service = try #require(Pair.service)
        for state in [RadioState.poweredOff, .unauthorized, .notDetermined, .unsupported, .resetting] {
            let radio = RadioMedium(clock: ManualClock()).radio(state: state)
            for link in [radio.advertise(service), radio.connect(to: service)] {
                var heard: [LinkEvent] = []
                for await event in link.events { heard.append(event) }
                #expect(heard == [.closed(.radio(state))])
            }
            #expect(radio.use == .none)
        }
    }
}
