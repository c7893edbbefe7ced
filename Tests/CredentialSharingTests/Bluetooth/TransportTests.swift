import JourneyTesting
import MobileDocument
import Testing

@testable import CredentialSharing

@Suite(.timeLimit(.minutes(1))) struct TransportTests {
    @Test(arguments: Meeting.Offer.allCases, [0, 1])
    func `messages go whole both ways, whatever the mode and whoever comes first`(offer: Meeting.Offer, first: Int)
        async throws
    {
        let meeting = try Meeting(offer)
        var holder: ConnectionHandle
        var reader: ConnectionHandle
        if first == 0 {
            (holder, reader) = (try meeting.openHolder(), try meeting.openReader())
        } else {
            reader = try meeting.openReader()
            holder = try meeting.openHolder()
        }
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
        guard case .disconnected(.dropped(let error)) = await holder.next else {
            Issue.record("the holder did not hear that")
            return
        }
        #expect(error.reason == .disconnected)
        #expect(await holder.next == nil)
        #expect(meeting.holderRadio.use == .none && meeting.readerRadio.use == .none)
        #expect(meeting.holder.openConnections == 0 && meeting.reader.openConnections == 0)
    }

    @Test func `the end is sent after what is queued, and the link goes a moment later`() async throws {
        let meeting = try Meeting()
        let (holder, reader) = (try meeting.openHolder(), try meeting.openReader())
        #expect(await holder.next == .connected)
        let finished = Task { await meeting.holder.finish(holder) }
        #expect(await reader.next == .connected)
        #expect(await reader.next == .disconnected(.finished))
        await finished.value
        #expect(await holder.next == .disconnected(.here))
        #expect(meeting.holderRadio.use == .none && meeting.readerRadio.use == .none)
    }
}
