import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

/// A reader made of the library's parts: it does what a test tells it, right or wrong.
actor Inspector {
    let transport: BluetoothTransport
    let engagement: Engagement
    private let handle: ConnectionHandle
    private var channel: ReaderChannel
    let key: EphemeralKey
    let transcript: SessionTranscript

    /// Looks for the holder of `engagement` at once.
    init(_ engagement: Engagement, over transport: BluetoothTransport, key: EphemeralKey? = nil) throws {
        self.transport = transport
        self.engagement = engagement
        let own = try key ?? EphemeralKey(matching: engagement.key)
        self.key = own
        let channel = try ReaderChannel(engagement: engagement, key: own, handover: .qr)
        transcript = channel.transcript
        self.channel = channel
        handle = transport.open(try ConnectionPlan(reader: engagement))
    }

    /// What happens next on the connection.
    func next() async -> ConnectionEvent? { await handle.next }

    /// Connects; `false` when that ends before.
    func connects() async -> Bool { await next() == .connected }

    private var hasAsked = false

    /// The message with a request in it.
    func sealed(_ request: [UInt8]) throws -> [UInt8] {
        hasAsked = true
        return try channel.send(request)
    }

    func send(_ message: [UInt8]) async throws { try await transport.send(message, over: handle) }

    /// Asks, and gives all messages until the connection ends, opened where they open.
    func ask(_ request: [UInt8]) async throws -> Answer {
        try await send(sealed(request))
        return try await answer()
    }

    /// What came until the end.
    struct Answer {
        var responses: [[UInt8]] = []
        var statuses: [SessionStatus] = []
        var end: ConnectionEnd?
    }

    func answer() async throws -> Answer {
        var answer = Answer()
        while let event = await next() {
            switch event {
            case .connected: break
            case .received(let message):
                guard hasAsked else {
                    // Only a status can come to who has asked nothing that could be read.
                    let status = try #require(CBORReader.item(in: message[...])["status"]?.unsigned)
                    answer.statuses.append(SessionStatus(status))
                    continue
                }
                let input = try channel.receive(message)
                if let plaintext = input.plaintext { answer.responses.append(Array(plaintext)) }
                if let status = input.status { answer.statuses.append(status) }
            case .disconnected(let end): answer.end = end
            }
        }
        return answer
    }

    /// The next message, opened.
    func hear() async throws -> SessionInput? {
        guard case .received(let message)? = await next() else { return nil }
        return try channel.receive(message)
    }

    func terminate() -> [UInt8]? { channel.terminate() }
    func leave() { transport.disconnect(handle) }
    func finish() async { await transport.finish(handle) }
}
