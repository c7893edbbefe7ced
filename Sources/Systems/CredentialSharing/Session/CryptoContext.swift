import JourneyBase
import JourneyCrypto
import MobileDocument
import Synchronization

/// The keys of one transaction: the ephemeral key, and the session keys once the reader's key is known. They never
/// leave this object.
///
/// It belongs to one `HolderSession`, which wipes it at the end of the transaction, even while others hold references.
final class CryptoContext: Sendable {
    fileprivate struct Contents: ~Copyable {
        var channel: DeviceChannel
        var finalMessages: [[UInt8]] = []
        /// `true` once the reader was told, or has signalled, that the session is over.
        var isEndSignalled = false
    }

    /// The engagement that the reader scans.
    let engagement: Engagement
    private let contents: Mutex<Contents>

    /// Creates the context of an engagement by QR code, whose private key is `key`.
    init(engagement: Engagement, key: EphemeralKey) {
        self.engagement = engagement
        contents = Mutex(Contents(channel: DeviceChannel(engagement: engagement, key: key, handover: .qr)))
    }

    deinit { wipe() }

    /// The session transcript that both sides share, once the session is established.
    var transcript: SessionTranscript? { contents.withLock { $0.channel.transcript } }
    /// The reader's ephemeral key, once the session is established.
    var readerKey: PublicKey? { contents.withLock { $0.channel.readerKey } }
    /// `true` while an established session is open.
    var isEstablished: Bool { contents.withLock { $0.channel.isEstablished } }

    /// Handles a message of the reader. An error ends the session and queues a status for the reader.
    func receive(_ message: [UInt8]) throws(ChannelError) -> SessionInput {
        try contents.withLock { contents throws(ChannelError) in
            do throws(ChannelError) {
                let input = try contents.channel.receive(message)
                if input.status != nil { contents.isEndSignalled = true }
                return input
            } catch {
                contents.queue(error.reply)
                throw error
            }
        }
    }

    /// Returns the encrypted message with `plaintext`, a response.
    func seal(_ plaintext: [UInt8]) throws(ChannelError) -> [UInt8] {
        try contents.withLock { contents throws(ChannelError) in
            do throws(ChannelError) { return try contents.channel.send(plaintext) } catch {
                contents.queue(error.reply)
                throw error
            }
        }
    }

    /// Queues `response` as the last message before the end, if a session is established.
    func queueFinalResponse(_ response: [UInt8]) {
        contents.withLock { contents in
            guard let message = try? contents.channel.send(response) else { return }
            contents.finalMessages.append(message)
        }
    }

    /// Ends the session and wipes its keys. Queued messages stay until they are taken.
    func wipe() {
        contents.withLock { contents in
            let end = contents.channel.terminate()
            if !contents.isEndSignalled { contents.queue(end) }
        }
    }

    /// Returns the messages to send before the connection is closed; each is returned once.
    func dequeueFinalMessages() -> [[UInt8]] {
        contents.withLock { contents in
            defer { contents.finalMessages = [] }
            return contents.finalMessages
        }
    }
}

extension CryptoContext.Contents {
    fileprivate mutating func queue(_ reply: [UInt8]?) {
        guard let reply else { return }
        finalMessages.append(reply)
        isEndSignalled = true
    }
}
