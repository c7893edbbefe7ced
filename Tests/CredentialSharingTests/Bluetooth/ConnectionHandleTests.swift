import JourneyTesting
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(10))) struct ConnectionHandleTests {
    /// The state of a connection when its handle is released.
    enum Moment: CaseIterable {
        case unmet, connected, receiving, sent, leaving, ended
    }

    @Test(arguments: Moment.allCases, ConnectionFixture.Offer.allCases)
    func `releasing the handle frees the radio in every connection state`(
        moment: Moment, offer: ConnectionFixture.Offer
    )
        async throws
    {
        for isHolder in [true, false] {
            let meeting = try ConnectionFixture(offer, mtu: 23)
            let (transport, radio) =
                isHolder ? (meeting.holder, meeting.holderRadio) : (meeting.reader, meeting.readerRadio)
            var own: ConnectionHandle? = isHolder ? try meeting.openHolder() : try meeting.openReader()
            let events = try #require(own).events
            var peer: ConnectionHandle?
            if moment != .unmet {
                let other = isHolder ? try meeting.openReader() : try meeting.openHolder()
                #expect(await own?.next == .connected)
                #expect(await other.next == .connected)
                peer = other
            } else {
                #expect(radio.use != .none)
            }
            let peerTransport = isHolder ? meeting.reader : meeting.holder
            switch moment {
            case .unmet, .connected: break
            case .receiving: try await peerTransport.send(text(500), over: #require(peer))
            case .sent: try await transport.send(text(500), over: #require(own))
            case .leaving:
                let (handle, task) = (peer, Task { [own] in await transport.finish(try #require(own)) })
                #expect(await handle?.next == .disconnected(.finished))
                try await task.value
            case .ended: transport.disconnect(try #require(own))
            }
            own = nil
            var last: ConnectionEvent?
            for await event in events { last = event }
            #expect(last == .disconnected(.here))
            #expect(radio.use == .none && transport.openConnections == 0)
            if let peer {
                var end: ConnectionEvent?
                for await event in peer.events { end = event }
                if moment != .leaving { #expect(end?.isDrop == true) }
                meeting.expectQuiet()
            }
        }
    }

    @Test func `releasing a handle during a message ends the connection`() async throws {
        let meeting = try ConnectionFixture(mtu: 23, readerFaults: [RadioFault(.stall, at: 3)])
        var holder: ConnectionHandle? = try meeting.openHolder()
        let reader = try meeting.openReader()
        #expect(await holder?.next == .connected)
        let sending = Task { try await meeting.reader.send(text(500), over: reader) }
        await meeting.readerRadio.struck()
        #expect(holder?.progress.received == 38, "the start, two chunks, and then nothing more")
        let events = try #require(holder).events
        holder = nil
        for await event in events { #expect(event == .disconnected(.here)) }
        await #expect { try await sending.value } throws: { ($0 as? TransportError)?.reason == .disconnected }
        #expect(await reader.next == .connected)
        #expect(await reader.end == .disconnected)
        meeting.expectQuiet()
    }

    @Test func `cancelling a sending task releases the handle`() async throws {
        let meeting = try ConnectionFixture(mtu: 23, holderFaults: [RadioFault(.stall, at: 0)])
        let (holder, reader) = try await meeting.connect()
        let (events, sending) = (holder.events, Task { try await meeting.holder.send([1], over: holder) })
        await meeting.holderRadio.struck()
        sending.cancel()
        for await event in events { #expect(event == .disconnected(.here)) }
        #expect(await reader.end == .disconnected)
        meeting.expectQuiet()
    }

    @Test func `a handle does not retain its transport, whose release ends its connections`() async throws {
        let meeting = try ConnectionFixture()
        var transport: BluetoothTransport? = BluetoothTransport(meeting.holderRadio)
        let seen = { [weak transport] in transport }
        let plan = try ConnectionPlan(holder: meeting.engagement)
        let handle = try #require(transport?.open(plan))
        #expect(meeting.holderRadio.use.advertising == 1)
        transport = nil
        #expect(seen() == nil)
        #expect(await handle.next == .disconnected(.here))
        #expect(meeting.holderRadio.use == .none)
    }

    @Test func `a transport ignores another transport's handle`() async throws {
        let meeting = try ConnectionFixture()
        let (holder, reader) = try await meeting.connect()
        await #expect { try await meeting.holder.send([1], over: reader) } throws: {
            ($0 as? TransportError)?.reason == .closed
        }
        meeting.holder.disconnect(reader)
        await meeting.holder.finish(reader)
        try await meeting.holder.send([1], over: holder)
        #expect(await reader.next == .received([1]))
    }

    @Test func `ending a connection twice, or after its end, has no effect`() async throws {
        let meeting = try ConnectionFixture()
        let holder = try meeting.openHolder()
        meeting.holder.disconnect(holder)
        meeting.holder.disconnect(holder)
        await meeting.holder.finish(holder)
        await #expect { try await meeting.holder.send([1], over: holder) } throws: {
            ($0 as? TransportError)?.reason == .closed
        }
        #expect(await holder.story == [.disconnected(.here)])
        #expect(holder.progress == TransferProgress())
        meeting.expectQuiet()
    }
}

extension ConnectionEvent {
    fileprivate var isDrop: Bool { if case .disconnected(.dropped) = self { true } else { false } }
}
