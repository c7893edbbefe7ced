import CredentialSharing

/// Two ends that send the same bytes in the same chunks over the same radio processes. They read only the first byte of each
/// chunk; nothing is assembled, encrypted or checked.
struct BareRadio {
    let holder: RadioProcess
    let reader: RadioProcess
    let service: GATTService
    let request: [UInt8]
    let response: [UInt8]

    /// Runs the server: waits for the whole request and responds. Ends when the client disconnects.
    func serve() -> Task<Void, any Error> {
        let link = holder.advertise(service)
        return Task {
            for await event in link.events {
                switch event {
                case .received(let value, .clientToServer, let peer) where value.first == 0:
                    link.stopAdvertising()
                    try await BareRadio.send(response, on: .serverToClient, to: peer, link)
                case .disconnected: link.close()
                default: continue
                }
            }
        }
    }

    /// Runs the client and returns the time from connecting to the last byte of the response.
    func ask() async throws -> Duration {
        let clock = ContinuousClock()
        let begin = clock.now
        let link = reader.connect(to: service)
        defer { link.close() }
        for await event in link.events {
            switch event {
            case .connected(let peer):
                try await link.subscribe(.state)
                try await link.subscribe(.serverToClient)
                try await link.send([1], on: .state, to: peer)
                try await BareRadio.send(request, on: .clientToServer, to: peer, link)
            case .received(let value, .serverToClient, _) where value.first == 0: return clock.now - begin
            default: continue
            }
        }
        throw BenchError(what: "The bare link was disconnected.")
    }

    private static func send(
        _ message: [UInt8], on characteristic: GATTCharacteristic, to peer: LinkPeer, _ link: any ProximityLink
    ) async throws {
        var rest = message[...]
        while !rest.isEmpty {
            let part = rest.prefix(511)
            rest = rest.dropFirst(511)
            try await link.send([rest.isEmpty ? 0 : 1] + part, on: characteristic, to: peer)
        }
    }
}
