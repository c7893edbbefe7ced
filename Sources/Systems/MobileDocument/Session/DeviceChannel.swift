import JourneyBase
package import JourneyCrypto

/// The holder's side of a session (ISO/IEC 18013-5, section 9.1.1): one per engagement, never resumed.
///
/// A value without clock or transport: messages go in and out. It is not copyable, so that no counter is used twice. An
/// error ends the session and wipes its keys; `ChannelError.reply` is the message for the reader.
public struct DeviceChannel: ~Copyable {
    private let engagement: Engagement
    private let handover: Handover
    private var key: EphemeralKey?
    private var channel = SecureChannel()
    /// The session transcript, once the reader's key is known.
    public private(set) var transcript: SessionTranscript?
    /// The reader's ephemeral key, for which a device's MAC is created.
    package private(set) var readerKey: PublicKey?

    /// Creates the session of an engagement.
    ///
    /// - Parameters:
    ///   - engagement: The engagement that the holder shows.
    ///   - key: The private half of the engagement's key.
    ///   - handover: The handover of the engagement.
    public init(engagement: Engagement, key: EphemeralKey, handover: Handover) {
        self.engagement = engagement
        self.key = key
        self.handover = handover
    }

    /// `true` while an established session is open.
    package var isEstablished: Bool { channel.isEstablished }
    /// `true` once the session has ended.
    package var isEnded: Bool { channel.isEnded }

    /// Handles a message of the reader: the first establishes the session and contains a request, later ones contain
    /// data or a status.
    ///
    /// - Parameter message: The message.
    /// - Returns: The decrypted data, the status, or both.
    /// - Throws: `ChannelError`; the session has ended then.
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
        // The ephemeral key has served its purpose.
        self.key = nil
        self.transcript = transcript
        readerKey = establishment.key
        return try channel.open(&message, at: establishment.data)
    }

    /// Encrypts a response.
    ///
    /// - Parameters:
    ///   - plaintext: The response.
    ///   - status: A status, which ends the session; `nil` for none.
    /// - Returns: The message for the reader.
    /// - Throws: `ChannelError`.
    public mutating func send(
        _ plaintext: [UInt8], status: SessionStatus? = nil
    ) throws(ChannelError) -> [UInt8] {
        try channel.seal(plaintext, status: status)
    }

    /// Ends the session, wipes its keys and returns the termination message; `nil` when it had ended.
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
