import JourneyBase
import Synchronization

/// One use of a radio process, over its own connection to the socket. Releasing the link closes the connection, which
/// ends the process's work for it.
final class RadioLink: ProximityLink {
    private let conversation: RadioConversation
    let events: AsyncStream<LinkEvent>

    init(_ request: RadioRequest, path: String, dependencies: Dependencies, answerTimeout: Duration) {
        let (events, continuation) = AsyncStream.makeStream(
            of: LinkEvent.self, bufferingPolicy: .bufferingOldest(RadioConversation.mostEvents))
        self.events = events
        conversation = RadioConversation(
            isServer: request.isAdvertising, events: continuation, dependencies: dependencies,
            answerTimeout: answerTimeout)
        conversation.start(request, path: path)
    }

    deinit { conversation.close() }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        // Channel data may be cut anywhere.
        guard !value.isEmpty, characteristic == .channel || value.count <= RadioFrame.longestValue else {
            throw TransportError(
                .tooLarge, "The value has \(value.count) bytes; 1 to \(RadioFrame.longestValue) are allowed.")
        }
        for start in stride(from: 0, to: value.count, by: RadioFrame.longestValue) {
            let end = min(start + RadioFrame.longestValue, value.count)
            try await send(piece: Array(value[start..<end]), on: characteristic, to: peer)
        }
    }

    private func send(
        piece value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer
    ) async throws(TransportError) {
        try conversation.check(peer)
        _ = try await conversation.ask(.value(value, characteristic, peer), .sent)
        // A value to a peer that has disconnected meanwhile was not delivered.
        try conversation.check(peer)
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        try await conversation.ask(.read(characteristic), .read(characteristic))
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) {
        _ = try await conversation.ask(.subscribe(characteristic), .subscription(characteristic))
    }

    func openChannel(_ number: UInt16) async throws(TransportError) {
        _ = try await conversation.ask(.openChannel(number), .channel)
    }

    func stopAdvertising() { conversation.send(.stopAdvertising) }

    func close() { conversation.close() }
}

extension RadioRequest {
    fileprivate var isAdvertising: Bool { if case .advertise = self { true } else { false } }
}
