import JourneyBase
import JourneyCBOR
public import JourneyCrypto

/// The reader's side of a session (ISO/IEC 18013-5, section 9.1.1): one per engagement, never resumed.
///
/// A value without clock or transport: messages go in and out. It is not copyable, so that no counter is used twice. An
/// error ends the session and wipes its keys; `ChannelError.reply` is the message for the device.
package struct ReaderChannel: ~Copyable {
    private let keyBytes: [UInt8]
    private var isEstablished = false
    private var channel: SecureChannel
    /// The session transcript, to which reader authentication and device authentication are bound.
    package let transcript: SessionTranscript
    /// The private half of the reader's ephemeral key, which verifies a device's MAC; `nil` after the end.
    package private(set) var key: EphemeralKey?

    /// Creates a session with the holder who showed `engagement`, using a fresh key. Throws `ChannelError.badKey` when
    /// the keys are on different curves.
    package init(engagement: Engagement, key: EphemeralKey, handover: Handover) throws(ChannelError) {
        let (keyBytes, shared) = try ReaderChannel.parts(key, engagement.key)
        let transcript = SessionTranscript(
            engagementBytes: engagement.engagementBytes, readerKeyBytes: keyBytes, handover: handover)
        self.keyBytes = keyBytes
        self.key = key
        self.transcript = transcript
        channel = SecureChannel(SessionCipher(.reader, shared: shared, transcript: transcript))
    }

    /// Returns EReaderKeyBytes of `key`, and the secret shared with `peer`.
    private static func parts(
        _ key: EphemeralKey, _ peer: PublicKey
    ) throws(ChannelError) -> (keyBytes: [UInt8], shared: Secret) {
        guard let value = COSEKey.value(key.publicKey) else { throw ChannelError(.badKey) }
        let keyBytes = CBORWriter.embedding(value.encoded)
        do throws(CryptoError) { return (keyBytes, try key.sharedSecret(with: peer)) } catch {
            throw ChannelError(.badKey)
        }
    }

    /// `true` once the session has ended.
    var isEnded: Bool { channel.isEnded }

    /// Encrypts a request and returns the message; the first establishes the session. A status, which the first message
    /// cannot have, ends the session. Throws `ChannelError`.
    package mutating func send(
        _ plaintext: [UInt8], status: SessionStatus? = nil
    ) throws(ChannelError) -> [UInt8] {
        guard isEstablished || status == nil else { throw ChannelError(.notEstablished) }
        do throws(ChannelError) {
            let message = try channel.seal(plaintext, status: status, readerKeyBytes: isEstablished ? nil : keyBytes)
            isEstablished = true
            if status != nil { end() }
            return message
        } catch {
            end()
            throw error
        }
    }

    /// Handles a message of the device: a response, a status or both. Throws `ChannelError` and has ended the session
    /// then.
    ///
    /// The ephemeral key stays until `terminate`: it verifies a device's MAC in the last response.
    package mutating func receive(_ message: consuming [UInt8]) throws(ChannelError) -> SessionInput {
        guard isEstablished else { throw ChannelError(.notEstablished) }
        do throws(ChannelError) { return try channel.open(message) } catch {
            end()
            throw error
        }
    }

    /// Ends the session, wipes its keys and returns the termination message; `nil` when it had ended.
    package mutating func terminate() -> [UInt8]? {
        let wasEnded = channel.isEnded
        end()
        return wasEnded ? nil : SessionMessage.status(.termination)
    }

    private mutating func end() {
        key = nil
        channel.end()
    }
}
