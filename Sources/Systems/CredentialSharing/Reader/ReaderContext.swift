import JourneyCrypto
import MobileDocument
import Synchronization

/// The keys of one transaction: the reader's ephemeral key and the session's. They never leave it.
///
/// It belongs to one `ReaderSession`, which wipes it when the transaction ends, however many hold on to it.
final class ReaderContext: Sendable {
    fileprivate struct Contents: ~Copyable {
        var channel: ReaderChannel
        var farewell: [UInt8]?
        /// Whether the holder has been told, or has said, that it is over.
        var isTold = false
        var hasSent = false
    }

    /// What was scanned.
    let engagement: Engagement
    /// What both sides have seen.
    let transcript: SessionTranscript
    private let contents: Mutex<Contents>

    /// Keys for the holder who showed `engagement` as a QR code. Throws `ReaderError.request`.
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

    /// The private half that a device's MAC is checked with; `nil` when the session is over.
    var readerKey: AgreementKey? { contents.withLock { $0.channel.key } }

    /// The message with `request`, which establishes the session.
    func seal(_ request: [UInt8]) throws(ChannelError) -> [UInt8] {
        try contents.withLock { contents throws(ChannelError) in
            contents.hasSent = true
            return try contents.channel.send(request)
        }
    }

    /// Takes a message of the holder. What is wrong with it ends the session, and is told at the end.
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

    /// Ends the session and wipes its keys. What the holder is to be told stays until somebody asks for it.
    func wipe() {
        contents.withLock { contents in
            let end = contents.channel.terminate()
            // Who never got a request has no session to end.
            if contents.hasSent { contents.note(end) }
        }
    }

    /// The message that the holder is to get before the connection is let go; it is given once.
    func flushTelemetry() -> [UInt8]? {
        contents.withLock { contents in
            defer { contents.farewell = nil }
            return contents.farewell
        }
    }
}

extension ReaderContext.Contents {
    fileprivate mutating func note(_ reply: [UInt8]?) {
        guard let reply, !isTold else { return }
        farewell = reply
        isTold = true
    }
}
