/// A link in a `RadioMedium`.
final class LocalLink: ProximityLink {
    let isServer: Bool
    let service: GATTService
    let radio: LocalRadio
    let events: AsyncStream<LinkEvent>
    private let continuation: AsyncStream<LinkEvent>.Continuation
    private let air: RadioMedium

    init(_ service: GATTService, isServer: Bool, radio: LocalRadio, air: RadioMedium) {
        self.service = service
        self.isServer = isServer
        self.radio = radio
        self.air = air
        (events, continuation) = AsyncStream.makeStream()
    }

    func tell(_ event: LinkEvent) {
        continuation.yield(event)
        if case .closed = event { continuation.finish() }
    }

    func send(_ value: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer) async throws(TransportError) {
        let parcel = RadioChannel.Packet(value: value, characteristic: characteristic)
        let error = await withCheckedContinuation { air.send(parcel, from: self, to: peer, $0) }
        if let error { throw error }
    }

    func read(_ characteristic: GATTCharacteristic) async throws(TransportError) -> [UInt8] {
        try air.read(characteristic, by: self)
    }

    func subscribe(_ characteristic: GATTCharacteristic) async throws(TransportError) {
        try air.subscribe(characteristic, by: self)
    }

    func openChannel(_ number: UInt16) async throws(TransportError) { try air.openChannel(number, by: self) }

    func stopAdvertising() { air.stopAdvertising(self) }

    func close() { air.close(self, .here) }
}
