import JourneyBase
import JourneyCBOR
import JourneyCrypto

/// The part of a session that both sides share once the keys are established: encrypted data and statuses, until one
/// side ends it.
struct SecureChannel: ~Copyable {
    /// The session keys; `nil` before they are established and after the end.
    private var cipher: SessionCipher?
    private(set) var isEnded = false

    var isEstablished: Bool { cipher != nil }

    /// Creates a channel without keys.
    init() { cipher = nil }

    init(_ cipher: consuming SessionCipher) { self.cipher = consume cipher }

    mutating func establish(_ cipher: consuming SessionCipher) { self.cipher = consume cipher }

    /// Wipes the keys. No message is sent or accepted any more.
    mutating func end() {
        cipher = nil
        isEnded = true
    }

    /// Returns a message with `plaintext`, encrypted in place, and an optional status. `readerKeyBytes` makes it a
    /// session establishment.
    mutating func seal(
        _ plaintext: [UInt8], status: SessionStatus?, readerKeyBytes: [UInt8]? = nil
    ) throws(ChannelError) -> [UInt8] {
        try checkOpen()
        let count = plaintext.count + AESGCM.tagCount
        var writer = CBORWriter(capacity: count + (readerKeyBytes?.count ?? 0) + 48)
        writer.map(status == nil && readerKeyBytes == nil ? 1 : 2)
        if let readerKeyBytes { writer.member("eReaderKey", raw: readerKeyBytes) }
        // Deterministic encoding puts the shorter key first: "data" before "status" and "eReaderKey". The standard's
        // own examples put the reader's key first; the order is free.
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

    /// Parses a message and decrypts its data in place. Any error, and any status, ends the session.
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

/// A message of the peer.
public struct SessionInput: Sendable {
    /// A request or response, decrypted in place; `nil` for a status alone.
    package let plaintext: ArraySlice<UInt8>?
    /// The peer's status, which ends the session: process the data first.
    package let status: SessionStatus?
}
