import JourneyBase
import JourneyCBOR
import JourneyCrypto
import MobileDocument
import Testing

@testable import CredentialSharing

/// A reader built from the library's parts, which sends whatever a test wants.
actor Inspector {
    let transport: BluetoothTransport
    let engagement: Engagement
    private let handle: ConnectionHandle
    private var channel: ReaderChannel
    let key: EphemeralKey
    let transcript: SessionTranscript

    /// Connects to the holder of `engagement` at once.
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

    /// Returns the next event of the connection.
    func next() async -> ConnectionEvent? { await handle.next }

    /// Waits for the connection. Returns `false` when it ends before.
    func connects() async -> Bool { await next() == .connected }

    private var hasAsked = false

    /// Returns the message with a request.
    func sealed(_ request: [UInt8]) throws -> [UInt8] {
        hasAsked = true
        return try channel.send(request)
    }

    func send(_ message: [UInt8]) async throws { try await transport.send(message, over: handle) }

    /// Sends a request and returns all messages until the connection ends, decrypted where possible.
    func ask(_ request: [UInt8]) async throws -> Answer {
        try await send(sealed(request))
        return try await answer()
    }

    /// The messages received until the end.
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
                    // A reader without a readable request can receive a status only.
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

    /// Returns the next message, decrypted.
    func receive() async throws -> SessionInput? {
        guard case .received(let message)? = await next() else { return nil }
        return try channel.receive(message)
    }

    func terminate() -> [UInt8]? { channel.terminate() }
    func leave() { transport.disconnect(handle) }
    func finish() async { await transport.finish(handle) }
}
