import JourneyTesting
import Testing

@testable import CredentialSharing

/// The effect of a fault in one value of a transaction, at the level of messages: the request has three chunks, the
/// response thirty. A message arrives whole, changed or not at all; other tests check its content.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
    enum Got: Hashable { case whole, another }

    /// The messages that one side received, and its end.
    struct Side: Equatable {
        var got: [Got] = []
        var end: ConnectionEnd?

        var reason: TransportError.Reason? { if case .dropped(let error) = end { error.reason } else { nil } }
    }

    static let request = text(57)
    static let response = text(570, seed: 3)
    static let faults: [RadioFault.Kind] = [
        .drop, .stall, .duplicate, .reorder, .corrupt(byte: 0), .corrupt(byte: 5), .truncate(to: 0), .truncate(to: 1),
        .wrongRole, .loss,
    ]

    /// The side whose values the fault affects.
    enum Sender { case holder, reader }

    /// Runs a transaction until both sides have ended.
    ///
    /// A fault of the reader's data ends the reader with the request: it does not wait for an answer. A stalled side
    /// disconnects once the stall has begun. After a loss the supervision timeout passes; `wait` is a further duration
    /// that has to pass.
    private static func run(
        _ offer: ConnectionFixture.Offer, _ fault: RadioFault, of sender: Sender, answers: Bool = true,
        wait: Duration? = nil
    ) async throws -> (holder: Side, reader: Side) {
        let meeting = try ConnectionFixture(
            offer, mtu: 23, holderFaults: sender == .holder ? [fault] : [],
            readerFaults: sender == .reader ? [fault] : [])
        let (holder, reader) = (try meeting.openHolder(), try meeting.openReader())
        async let held = follow(holder, expecting: request) { event in
            guard case .received = event, answers else { return }
            try? await meeting.holder.send(response, over: holder)
            await meeting.holder.finish(holder)
        }
        async let read = follow(reader, expecting: response) { event in
            guard event == .connected else { return }
            try? await meeting.reader.send(request, over: reader)
            if !answers { await meeting.reader.finish(reader) }
        }
        if fault.kind == .stall {
            await (sender == .holder ? meeting.holderRadio : meeting.readerRadio).struck()
            meeting.holder.disconnect(holder)
            meeting.reader.disconnect(reader)
        }
        if fault.kind == .loss { await meeting.pass(.seconds(7)) }
        if let wait { await meeting.pass(wait) }
        let sides = await (held, read)
        meeting.expectQuiet()
        return sides
    }

    private static func follow(
        _ handle: ConnectionHandle, expecting message: [UInt8],
        _ act: @escaping @Sendable (ConnectionEvent) async -> Void
    ) async -> Side {
        await withTaskGroup(of: Void.self) { group in
            var side = Side()
            for await event in handle.events {
                #expect(side.end == nil, "the end is the last")
                switch event {
                case .connected: break
                case .received(let bytes): side.got.append(bytes == message ? .whole : .another)
                case .disconnected(let end): side.end = end
                }
                group.addTask { await act(event) }
            }
            return side
        }
    }

    /// Returns the messages received, and the receiver's end, when the `index`-th of `count` chunks has a fault.
    private static func outcome(_ fault: RadioFault.Kind, at index: Int, of count: Int) -> (got: [Got], isFault: Bool) {
        let isLast = index == count - 1
        return switch fault {
        case .drop: (isLast ? [] : [.another], false)
        case .duplicate: (isLast ? [.whole, .another] : [.another], false)
        case .reorder: (isLast ? [] : [.another], false)
        // The byte that says whether more chunks follow.
        case .corrupt(byte: 0): (isLast ? [] : [.another, .another], false)
        case .corrupt: ([.another], false)
        case .truncate(to: 0), .wrongRole: ([], true)
        case .truncate: isLast ? ([.another], false) : ([], true)
        case .stall, .loss: ([], false)
        }
    }

    @Test(arguments: faults, [ConnectionFixture.Offer.peripheral, .central])
    func `a response fault at each chunk has its outcome`(fault: RadioFault.Kind, offer: ConnectionFixture.Offer)
        async throws
    {
        for index in 0..<30 {
            let data: GATTCharacteristic = offer == .peripheral ? .serverToClient : .clientToServer
            let (holder, reader) = try await Self.run(offer, RadioFault(fault, at: index, on: data), of: .holder)
            let expected = Self.outcome(fault, at: index, of: 30)
            #expect(holder.got == [.whole], "chunk \(index)")
            #expect(reader.got == expected.got, "chunk \(index)")
            if expected.isFault {
                #expect(reader.reason == .protocolFault, "chunk \(index)")
                #expect(holder.end == .here || holder.reason == .disconnected, "chunk \(index)")
            } else if fault == .stall {
                #expect(holder.end == .here, "chunk \(index)")
                #expect(reader.end == .here || reader.reason == .disconnected, "chunk \(index)")
            } else if fault == .loss {
                #expect(holder.reason == .disconnected && reader.reason == .disconnected, "chunk \(index)")
            } else {
                #expect(reader.end == .finished && holder.end == .here, "chunk \(index)")
            }
        }
    }

    @Test(arguments: faults, [ConnectionFixture.Offer.peripheral, .central])
    func `a request fault at each chunk has its outcome`(fault: RadioFault.Kind, offer: ConnectionFixture.Offer)
        async throws
    {
        for index in 0..<3 {
            let data: GATTCharacteristic = offer == .peripheral ? .clientToServer : .serverToClient
            let (holder, reader) = try await Self.run(
                offer, RadioFault(fault, at: index, on: data), of: .reader, answers: false)
            let expected = Self.outcome(fault, at: index, of: 3)
            #expect(holder.got == expected.got, "chunk \(index)")
            #expect(reader.got == [])
            if expected.isFault {
                #expect(holder.reason == .protocolFault, "chunk \(index)")
                #expect(reader.end == .here || reader.reason == .disconnected, "chunk \(index)")
            } else if fault == .stall {
                #expect(holder.end == .here, "chunk \(index)")
                #expect(reader.end == .here || reader.reason == .disconnected, "chunk \(index)")
            } else if fault == .loss {
                #expect(holder.reason == .disconnected && reader.reason == .disconnected, "chunk \(index)")
            } else {
                #expect(holder.end == .finished && reader.end == .here, "chunk \(index)")
            }
        }
    }

    @Test(
        arguments: [
            (.drop, true), (.duplicate, true), (.reorder, true), (.corrupt(byte: 0), true), (.truncate(to: 0), true),
            (.truncate(to: 1), false), (.wrongRole, false),
        ] as [(RadioFault.Kind, Bool)])
    func `a fault of the start is a protocol fault if it changes the value`(
        fault: RadioFault.Kind, isFault: Bool
    ) async throws {
        let (holder, reader) = try await Self.run(.peripheral, RadioFault(fault, at: 0, on: .state), of: .reader)
        if isFault {
            #expect(holder.got == [] && holder.reason == .protocolFault)
            #expect(reader.got == [] && reader.reason == .disconnected)
        } else {
            #expect(holder == Side(got: [.whole], end: .here) && reader == Side(got: [.whole], end: .finished))
        }
    }

    @Test(
        arguments: [
            (.drop, .disconnected), (.reorder, .disconnected), (.duplicate, nil), (.corrupt(byte: 0), .protocolFault),
            (.truncate(to: 0), .protocolFault), (.truncate(to: 1), nil), (.wrongRole, nil), (.loss, .disconnected),
        ] as [(RadioFault.Kind, TransportError.Reason?)], [ConnectionFixture.Offer.peripheral, .central])
    func `a fault of the end does not undo the response`(
        fault: (what: RadioFault.Kind, reason: TransportError.Reason?), offer: ConnectionFixture.Offer
    ) async throws {
        // In central mode the holder has written the start before.
        let index = offer == .peripheral ? 0 : 1
        let isUnheard = fault.what == .drop || fault.what == .reorder
        let (holder, reader) = try await Self.run(
            offer, RadioFault(fault.what, at: index, on: .state), of: .holder,
            wait: isUnheard ? .milliseconds(500) : nil)
        #expect(holder == Side(got: [.whole], end: .here))
        #expect(reader.got == [.whole])
        #expect(reader.reason == fault.reason && (fault.reason != nil || reader.end == .finished))
    }
}
