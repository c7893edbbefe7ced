import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct TransportTests {
    @Test(arguments: ConnectionFixture.Offer.allCases, [true, false])
    func `whole messages pass both ways in every mode, whichever side opens first`(
        offer: ConnectionFixture.Offer, isHolderFirst: Bool
    ) async throws {
        let meeting = try ConnectionFixture(offer)
        let early = isHolderFirst ? try meeting.openHolder() : try meeting.openReader()
        let late = isHolderFirst ? try meeting.openReader() : try meeting.openHolder()
        let (holder, reader) = isHolderFirst ? (early, late) : (late, early)
        #expect(await holder.next == .connected)
        #expect(await reader.next == .connected)
        for (count, other) in [(1, 30_000), (511, 512), (1_022, 1), (65_536, 100_000)] {
            try await meeting.reader.send(text(count), over: reader)
            #expect(await holder.next == .received(text(count)))
            try await meeting.holder.send(text(other, seed: 9), over: holder)
            #expect(await reader.next == .received(text(other, seed: 9)))
        }
        #expect(meeting.holderRadio.use == LocalRadio.Use(connected: 1))
        #expect(meeting.readerRadio.use == LocalRadio.Use(connected: 1))
        meeting.reader.disconnect(reader)
        #expect(await reader.next == .disconnected(.here))
        #expect(await holder.end == .disconnected)
        #expect(await holder.next == nil)
        meeting.expectQuiet()
    }

    @Test(arguments: [20, 23, 185, 247, 515, 517])
    func `whole messages pass over every MTU, and no value exceeds it`(mtu: Int) async throws {
        let meeting = try ConnectionFixture(mtu: max(mtu, 23))
        let (holder, reader) = try await meeting.connect()
        try await meeting.holder.send(text(5_000), over: holder)
        #expect(await reader.next == .received(text(5_000)))
        let payload = min(max(mtu, 23) - 3, 512) - 1
        #expect(meeting.holderRadio.sent == (5_000 + payload - 1) / payload)
    }

    @Test func `a message of the maximum length reaches a reader, and one byte more does not`() async throws {
        let meeting = try ConnectionFixture()
        let (holder, reader) = try await meeting.connect()
        let message = [UInt8](repeating: 7, count: 4 << 20)
        try await meeting.holder.send(message, over: holder)
        #expect(await reader.next == .received(message))
        await #expect { try await meeting.holder.send(message + [7], over: holder) } throws: {
            ($0 as? TransportError)?.reason == .tooLarge
        }
        // Nothing of it was sent, so the next message is.
        try await meeting.holder.send([8], over: holder)
        #expect(await reader.next == .received([8]))
    }

    @Test func `concurrent messages are sent one after the other`() async throws {
        let meeting = try ConnectionFixture(mtu: 23)
        let (holder, reader) = try await meeting.connect()
        await withTaskGroup(of: Void.self) { group in
            for seed in 0..<16 {
                group.addTask { try? await meeting.holder.send(text(200, seed: UInt8(seed)), over: holder) }
            }
        }
        var received: Set<[UInt8]> = []
        for _ in 0..<16 { if case .received(let message) = await reader.next { received.insert(message) } }
        #expect(received == Set((0..<16).map { text(200, seed: UInt8($0)) }))
    }

    @Test func `the end waits for queued data, and the link closes after a delay`() async throws {
        let meeting = try ConnectionFixture(mtu: 23, holderFaults: [RadioFault(.stall, at: 3)])
        let (holder, reader) = try await meeting.connect()
        async let sent: Void = meeting.holder.send(text(200), over: holder)
        await meeting.holderRadio.struck()
        async let finished: Void = meeting.holder.finish(holder)
        await meeting.clock.waitForNaps(1)
        #expect(meeting.clock.naps == [.seconds(5)], "how long it waits for the radio")
        meeting.holderRadio.resume()
        #expect(await reader.next == .received(text(200)))
        #expect(await reader.next == .disconnected(.finished))
        _ = try await (sent, finished)
        #expect(await holder.next == .disconnected(.here))
        meeting.expectQuiet()
    }

    @Test func `a peer that stays after the end is disconnected after half a second`() async throws {
        // The end does not arrive, so the reader stays.
        let meeting = try ConnectionFixture(holderFaults: [RadioFault(.drop, at: 0, on: .state)])
        let (holder, reader) = try await meeting.connect()
        async let finished: Void = meeting.holder.finish(holder)
        await meeting.waits(.milliseconds(500))
        #expect(meeting.holderRadio.use.connected == 1)
        meeting.clock.advance(by: .milliseconds(499))
        #expect(meeting.holderRadio.use.connected == 1)
        meeting.clock.advance(by: .milliseconds(1))
        await finished
        #expect(await holder.next == .disconnected(.here))
        #expect(await reader.end == .disconnected)
        meeting.expectQuiet()
    }

    @Test func `a value that the radio never accepts does not block closing or cancelling`() async throws {
        for isCancelled in [false, true] {
            let meeting = try ConnectionFixture(mtu: 23, holderFaults: [RadioFault(.stall, at: 3)])
            let (holder, reader) = try await meeting.connect()
            let first = Task { try await meeting.holder.send(text(500), over: holder) }
            await meeting.holderRadio.struck()
            let second = Task { try await meeting.holder.send([1], over: holder) }
            #expect(holder.progress.total == 500 && holder.progress.sent == 76)
            if isCancelled { first.cancel() } else { meeting.holder.disconnect(holder) }
            for task in [first, second] {
                await #expect { try await task.value } throws: { ($0 as? TransportError)?.reason == .closed }
            }
            #expect(await holder.next == .disconnected(.here))
            #expect(await reader.end == .disconnected)
            meeting.expectQuiet()
        }
    }

    @Test func `a peer out of range is lost on both sides after the supervision timeout`() async throws {
        let meeting = try ConnectionFixture()
        let (holder, reader) = try await meeting.connect()
        meeting.readerRadio.vanish()
        let sending = Task { try await meeting.holder.send([1], over: holder) }
        await meeting.clock.waitForNaps(1)
        meeting.clock.advance(by: .seconds(7))
        await #expect { try await sending.value } throws: { ($0 as? TransportError)?.reason == .disconnected }
        #expect(await holder.end == .disconnected)
        #expect(await reader.end == .disconnected)
        meeting.expectQuiet()
    }

    @Test(arguments: [RadioState.poweredOff, .unauthorized, .resetting, .unsupported])
    func `a radio that is switched off, or is off from the start, ends the connection`(state: RadioState)
        async throws
    {
        let meeting = try ConnectionFixture()
        let (holder, reader) = try await meeting.connect()
        meeting.holderRadio.become(state)
        #expect(await holder.end == .unavailable)
        await meeting.clock.waitForNaps(1)
        meeting.clock.advance(by: .seconds(7))
        #expect(await reader.end == .disconnected)
        let late = try meeting.openHolder()
        #expect(await late.end == .unavailable)
        meeting.expectQuiet()
    }

    @Test func `a second reader finds no holder, and one that connected before is ignored`() async throws {
        let meeting = try ConnectionFixture()
        let holder = try meeting.openHolder()
        let lurking = meeting.air.radio()
        let service = try #require(try ConnectionPlan(reader: meeting.engagement).options.first?.service)
        // Connected, but not ready.
        let link = lurking.connect(to: service)
        var events = link.events.makeAsyncIterator()
        #expect(await events.next() == .connected(.server))
        try await link.subscribe(.serverToClient)
        let reader = try meeting.openReader()
        #expect(await holder.next == .connected)
        try await link.send([1], on: .state, to: .server)
        try await link.send([0, 66], on: .clientToServer, to: .server)
        try await meeting.reader.send([7], over: reader)
        #expect(await holder.next == .received([7]))
        try await link.send([2], on: .state, to: .server)
        let third = meeting.air.radio()
        let late = third.connect(to: service)
        #expect(third.use == LocalRadio.Use(looking: 1))
        late.close()
        try await meeting.holder.send([8], over: holder)
        #expect(await reader.next == .connected)
        #expect(await reader.next == .received([8]))
    }

    @Test(arguments: RadioMedium.Channels.allCases, ConnectionFixture.Offer.allCases)
    func `messages use a channel where both sides support it, and characteristics otherwise`(
        channels: RadioMedium.Channels, offer: ConnectionFixture.Offer
    ) async throws {
        let meeting = try ConnectionFixture(offer, mtu: 23, channels: channels)
        let (holder, reader) = try await meeting.connect()
        try await meeting.reader.send(text(3_000), over: reader)
        #expect(await holder.next == .received(text(3_000)))
        try await meeting.holder.send(text(3_000), over: holder)
        #expect(await reader.next == .received(text(3_000)))
        #expect((meeting.holderRadio.sent < 10) == (channels == .offered))
        async let finished: Void = meeting.holder.finish(holder)
        if channels == .offered {
            await meeting.pass(.milliseconds(500))
        }
        await finished
        #expect(await holder.next == .disconnected(.here))
        #expect(await reader.next == .disconnected(.finished))
        meeting.expectQuiet()
    }

    @Test func `five hundred consecutive transactions leave nothing open`() async throws {
        let meeting = try ConnectionFixture()
        for count in 1...500 {
            let (holder, reader) = try await meeting.connect()
            try await meeting.reader.send(text(count), over: reader)
            #expect(await holder.next == .received(text(count)))
            try await meeting.holder.send(text(1_000), over: holder)
            #expect(await reader.next == .received(text(1_000)))
            async let finished: Void = meeting.holder.finish(holder)
            #expect(await reader.next == .disconnected(.finished))
            await finished
            meeting.expectQuiet()
        }
    }
}
