/// A link in a `RadioMedium`.
final class LocalLink: ProximityLink {
    let isServer: Bool
    let service: GATTService
    let radio: LocalRadio
    let events: AsyncStream<LinkEvent>
    private let continuation: AsyncStream<LinkEvent>.Continuation
    private let medium: RadioMedium

    init(_ service: GATTService, isServer: Bool, radio: LocalRadio, medium: RadioMedium) {
        self.service = service
        self.isServer = isServer
        self.radio = radio
        self.medium = medium
        (events, continuation) = AsyncStream.makeStream()
    }

    func notify(_ event: LinkEvent) {
        continuation.yield(event)
        if case .closed = event { continuation.finish() }
    }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        let packet = RadioChannel.Packet(value: value, characteristic: characteristic)
        let error = await withCheckedContinuation { medium.send(packet, from: self, to: peer, $0) }
        if let error { throw error }
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        try medium.read(characteristic, by: self)
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) {
        try medium.subscribe(characteristic, by: self)
    }

    func openChannel(_ number: UInt16) async throws(TransportError) { try medium.openChannel(number, by: self) }

    func stopAdvertising() { medium.stopAdvertising(self) }

    func close() { medium.close(self, .here) }
}
