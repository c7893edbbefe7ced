import JourneyBase
import JourneyCBOR
import JourneyCrypto

/// The reader's side of a session (ISO/IEC 18013-5, section 9.1.1): one for each engagement, never taken up again.
///
/// A value without clock or transport: messages go in and come out. Not copyable, so that no counter is used twice. What is
/// wrong ends it, and its keys are wiped; `ChannelError.reply` is what the device is told then.
package struct ReaderChannel: ~Copyable {
    private let keyBytes: [UInt8]
    private var isEstablished = false
    private var channel: SecureChannel
    /// What a request's authentication and a response's device authentication are bound to.
    package let transcript: SessionTranscript
    /// The private half of the reader's key, which a device's MAC is checked with; `nil` after the end.
    package private(set) var key: EphemeralKey?

    /// A session with who showed `engagement`, by a key made for it. Throws `ChannelError.badKey` when the two are on
    /// different curves.
    package init(engagement: Engagement, key: EphemeralKey, handover: Handover) throws(ChannelError) {
        let (keyBytes, shared) = try ReaderChannel.parts(key, engagement.key)
        let transcript = SessionTranscript(
            engagementBytes: engagement.engagementBytes, readerKeyBytes: keyBytes, handover: handover)
        self.keyBytes = keyBytes
        self.key = key
        self.transcript = transcript
        channel = SecureChannel(SessionCipher(.reader, shared: shared, transcript: transcript))
    }

    /// EReaderKeyBytes of `key`, and what it shares with `peer`.
    private static func parts(
        _ key: EphemeralKey, _ peer: PublicKey
    ) throws(ChannelError) -> (keyBytes: [UInt8], shared: Secret) {
        guard let value = COSEKey.value(key.publicKey) else { throw ChannelError(.badKey) }
        let keyBytes = CBORWriter.embedding(value.encoded)
        do throws(CryptoError) { return (keyBytes, try key.sharedSecret(with: peer)) } catch {
            throw ChannelError(.badKey)
        }
    }

    /// Whether it is over.
    var isEnded: Bool { channel.isEnded }

    /// The message with `plaintext`, a request: the first establishes the session. With a status, which the first cannot
    /// have, the session is over. Throws `ChannelError`.
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

    /// Takes a message of the device: a response, a status or both. Throws `ChannelError`, with the session ended.
    ///
    /// The ephemeral key stays until `terminate`, because a device's MAC in a last response is checked with it.
    package mutating func receive(_ message: consuming [UInt8]) throws(ChannelError) -> SessionInput {
        guard isEstablished else { throw ChannelError(.notEstablished) }
        do throws(ChannelError) { return try channel.open(message) } catch {
            end()
            throw error
        }
    }

    /// Ends the session, wipes its keys and gives the message that says so; `nil` when it was over.
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
