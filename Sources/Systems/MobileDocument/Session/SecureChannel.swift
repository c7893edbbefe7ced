import JourneyBase
import JourneyCBOR
import JourneyCrypto

/// What both sides of a session do alike once the keys are there: data and statuses, sealed and opened, until one ends it.
struct SecureChannel: ~Copyable {
    /// The keys; `nil` before they are there and after the end.
    private var cipher: SessionCipher?
    private(set) var isEnded = false

    var isEstablished: Bool { cipher != nil }

    /// Without keys yet.
    init() { cipher = nil }

    init(_ cipher: consuming SessionCipher) { self.cipher = consume cipher }

    mutating func establish(_ cipher: consuming SessionCipher) { self.cipher = consume cipher }

    /// Wipes the keys. Nothing is sent or taken any more.
    mutating func end() {
        cipher = nil
        isEnded = true
    }

    /// A message with `plaintext` sealed behind `head`, whose last item is the data's head, and a status behind it.
    mutating func seal(
        _ plaintext: [UInt8], status: SessionStatus?, readerKeyBytes: [UInt8]? = nil
    ) throws(ChannelError) -> [UInt8] {
        try checkOpen()
        let count = plaintext.count + AESGCM.tagCount
        var writer = CBORWriter(capacity: count + (readerKeyBytes?.count ?? 0) + 48)
        writer.map(status == nil && readerKeyBytes == nil ? 1 : 2)
        if let readerKeyBytes { writer.member("eReaderKey", raw: readerKeyBytes) }
        // Deterministic encoding has the shorter key first: "data" before "status", and before "eReaderKey" too. The
        // standard's own examples have the reader's key first, and order is free.
        writer.text("data")
        writer.bytesHead(count)
        writer.raw(plaintext)
        writer.raw(repeatElement(0, count: AESGCM.tagCount))
        var message = writer.finish()
        do throws(ChannelError) { try cipher?.seal(&message, count: plaintext.count) } catch {
            end()
            throw error
        }
        if let status {
            message += CBORValue.text("status").encoded + CBORValue.unsigned(status.number).encoded
            end()
        }
        return message
    }

    /// What a message says; its data is opened where it stands. Any fault, and any status, ends the session.
    mutating func open(_ message: consuming [UInt8]) throws(ChannelError) -> SessionInput {
        try checkOpen()
        do throws(ChannelError) {
            let parsed = try SessionMessage.data(message)
            guard let place = parsed.data else {
                end()
                return SessionInput(plaintext: nil, status: parsed.status)
            }
            let plaintext = try open(&message, at: place)
            if parsed.status != nil { end() }
            return SessionInput(plaintext: message[plaintext], status: parsed.status)
        } catch {
            end()
            throw error
        }
    }

    mutating func open(_ message: inout [UInt8], at place: Range<Int>) throws(ChannelError) -> Range<Int> {
        guard let range = try cipher?.open(&message, at: place) else { throw ChannelError(.notEstablished) }
        return range
    }

    private func checkOpen() throws(ChannelError) {
        guard !isEnded else { throw ChannelError(.ended) }
        guard cipher != nil else { throw ChannelError(.notEstablished) }
    }
}

/// What came from the peer.
public struct SessionInput: Sendable {
    /// A request or a response, decrypted where it arrived; `nil` for a status alone.
    package let plaintext: ArraySlice<UInt8>?
    /// What the peer says of the session, which is over then: process the data first.
    package let status: SessionStatus?
}
