import JourneyCrypto
import MobileDocument
import Synchronization

/// The keys of one transaction: the reader's ephemeral key and the session keys. They never leave this object.
///
/// It belongs to one `ReaderSession`, which wipes it at the end of the transaction, even while others hold references.
final class ReaderContext: Sendable {
    fileprivate struct Contents: ~Copyable {
        var channel: ReaderChannel
        var finalMessage: [UInt8]?
        /// `true` once the holder was told, or has signalled, that the session is over.
        var isEndSignalled = false
        var hasSent = false
    }

    /// The scanned engagement.
    let engagement: Engagement
    /// The session transcript that both sides share.
    let transcript: SessionTranscript
    private let contents: Mutex<Contents>

    /// Creates the keys for the holder who showed `engagement` as a QR code. Throws `ReaderError.request`.
    init(_ engagement: Engagement, key: EphemeralKey) throws(ReaderError) {
        self.engagement = engagement
        let channel: ReaderChannel
        do throws(ChannelError) {
            channel = try ReaderChannel(engagement: engagement, key: key, handover: .qr)
        } catch { throw ReaderError(.request) }
        transcript = channel.transcript
        contents = Mutex(Contents(channel: channel))
    }

    deinit { wipe() }

    /// The private key that verifies a device's MAC; `nil` once the session is over.
    var readerKey: AgreementKey? { contents.withLock { $0.channel.key } }

    /// Returns the encrypted message with `request`, which establishes the session.
    func seal(_ request: [UInt8]) throws(ChannelError) -> [UInt8] {
        try contents.withLock { contents throws(ChannelError) in
            contents.hasSent = true
            return try contents.channel.send(request)
        }
    }

    /// Handles a message of the holder. An error ends the session and queues a status for the holder.
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

    /// Ends the session and wipes its keys. Queued messages stay until they are taken.
    func wipe() {
        contents.withLock { contents in
            let end = contents.channel.terminate()
            // A holder that never received a request has no session to end.
            if contents.hasSent { contents.queue(end) }
        }
    }

    /// Returns the message to send before the connection is closed; each is returned once.
    func dequeueFinalMessage() -> [UInt8]? {
        contents.withLock { contents in
            defer { contents.finalMessage = nil }
            return contents.finalMessage
        }
    }
}

extension ReaderContext.Contents {
    fileprivate mutating func queue(_ reply: [UInt8]?) {
        guard let reply, !isEndSignalled else { return }
        finalMessage = reply
        isEndSignalled = true
    }
}
