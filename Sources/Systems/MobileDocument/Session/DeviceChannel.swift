import JourneyBase
package import JourneyCrypto

/// The holder's side of a session (ISO/IEC 18013-5, section 9.1.1): one for each engagement, never taken up again.
///
/// A value without clock or transport: messages go in and come out. Not copyable, so that no counter is used twice. What is
/// wrong ends it, and its keys are wiped; `ChannelError.reply` is what the reader is told then.
public struct DeviceChannel: ~Copyable {
    private let engagement: Engagement
    private let handover: Handover
    private var key: EphemeralKey?
    private var channel = SecureChannel()
    /// The transcript, when the reader's key is there.
    public private(set) var transcript: SessionTranscript?
    /// The reader's key, which a device's MAC depends on.
    package private(set) var readerKey: PublicKey?

    /// A session by `engagement`, whose private half `key` is.
    public init(engagement: Engagement, key: EphemeralKey, handover: Handover) {
        self.engagement = engagement
        self.key = key
        self.handover = handover
    }

    /// Whether keys were agreed on and the session goes on.
    package var isEstablished: Bool { channel.isEstablished }
    /// Whether it is over.
    package var isEnded: Bool { channel.isEnded }

    /// Takes a message of the reader: the first establishes the session and has a request, others have data or a status.
    /// Throws `ChannelError`, with the session ended.
    public mutating func receive(_ message: consuming [UInt8]) throws(ChannelError) -> SessionInput {
        guard !channel.isEstablished, !channel.isEnded else { return try channel.open(message) }
        do throws(ChannelError) {
            let establishment = try SessionMessage.establishment(message)
            let plaintext = try establish(establishment, &message)
            return SessionInput(plaintext: message[plaintext], status: nil)
        } catch {
            end()
            throw error
        }
    }

    private mutating func establish(
        _ establishment: SessionMessage.Establishment, _ message: inout [UInt8]
    ) throws(ChannelError) -> Range<Int> {
        guard let key else { throw ChannelError(.ended) }
        let transcript = SessionTranscript(
            engagementBytes: engagement.engagementBytes, readerKeyBytes: establishment.keyBytes, handover: handover)
        let shared: Secret
        do throws(CryptoError) { shared = try key.sharedSecret(with: establishment.key) } catch {
            throw ChannelError(.badKey, status: .encryptionError)
        }
        channel.establish(SessionCipher(.device, shared: shared, transcript: transcript))
        // It has done what it was made for.
        self.key = nil
        self.transcript = transcript
        readerKey = establishment.key
        return try channel.open(&message, at: establishment.data)
    }

    /// The message with `plaintext`, a response; with a status the session is over. Throws `ChannelError`.
    public mutating func send(
        _ plaintext: [UInt8], status: SessionStatus? = nil
    ) throws(ChannelError) -> [UInt8] {
        try channel.seal(plaintext, status: status)
    }

    /// Ends the session, wipes its keys and gives the message that says so; `nil` when it was over.
    package mutating func terminate() -> [UInt8]? {
        guard !channel.isEnded else { return nil }
        end()
        return SessionMessage.status(.termination)
    }

    private mutating func end() {
        key = nil
        channel.end()
    }
}
