import JourneyBase
import JourneyCrypto
import MobileDocument
import Synchronization

/// The keys of one transaction: the ephemeral key, and the session's keys once the reader's is there. They never leave it.
///
/// It belongs to one `HolderSession`, which wipes it when the transaction ends, however many hold on to it.
final class CryptoContext: Sendable {
    fileprivate struct Contents: ~Copyable {
        var channel: DeviceChannel
        var farewell: [[UInt8]] = []
        /// Whether the reader has been told, or has said, that it is over.
        var isTold = false
    }

    /// What the reader scans.
    let engagement: Engagement
    private let contents: Mutex<Contents>

    /// The context of an engagement by QR code, whose private half `key` is.
    init(engagement: Engagement, key: EphemeralKey) {
        self.engagement = engagement
        contents = Mutex(Contents(channel: DeviceChannel(engagement: engagement, key: key, handover: .qr)))
    }

    deinit { wipe() }

    /// What both sides have seen, once the session is established.
    var transcript: SessionTranscript? { contents.withLock { $0.channel.transcript } }
    /// The reader's ephemeral key, once the session is established.
    var readerKey: PublicKey? { contents.withLock { $0.channel.readerKey } }
    /// Whether a session was established and goes on.
    var isEstablished: Bool { contents.withLock { $0.channel.isEstablished } }

    /// Takes a message of the reader. What is wrong with it ends the session, and is told at the end.
    func receive(_ message: [UInt8]) throws(ChannelError) -> SessionInput {
        try contents.withLock { contents throws(ChannelError) in
            do throws(ChannelError) {
                let input = try contents.channel.receive(message)
                if input.status != nil { contents.isTold = true }
                return input
            } catch {
                contents.note(error.reply)
                throw error
            }
        }
    }

    /// The message with `plaintext`, a response.
    func seal(_ plaintext: [UInt8]) throws(ChannelError) -> [UInt8] {
        try contents.withLock { contents throws(ChannelError) in
            do throws(ChannelError) { return try contents.channel.send(plaintext) } catch {
                contents.note(error.reply)
                throw error
            }
        }
    }

    /// Has `response` sent as the last word before the end, where a session stands.
    func sealFarewell(_ response: [UInt8]) {
        contents.withLock { contents in
            guard let message = try? contents.channel.send(response) else { return }
            contents.farewell.append(message)
        }
    }

    /// Ends the session and wipes its keys. What the reader is to be told stays until somebody asks for it.
    func wipe() {
        contents.withLock { contents in
            let end = contents.channel.terminate()
            if !contents.isTold { contents.note(end) }
        }
    }

    /// The messages that the reader is to get before the connection is let go; each is given once.
    func flushTelemetry() -> [[UInt8]] {
        contents.withLock { contents in
            defer { contents.farewell = [] }
            return contents.farewell
        }
    }
}

extension CryptoContext.Contents {
    fileprivate mutating func note(_ reply: [UInt8]?) {
        guard let reply else { return }
        farewell.append(reply)
        isTold = true
    }
}
