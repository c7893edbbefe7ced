import JourneyBase
import JourneyCBOR
import JourneyCrypto

/// The two keys of a session with their counters (ISO/IEC 18013-5, section 9.1.1.5): AES-256-GCM without additional
/// data, and for each direction a counter that starts at 1 and is never reused.
///
/// It is not copyable, so that no two messages have the same counter. Releasing it wipes the keys.
struct SessionCipher: ~Copyable {
    /// The side that uses the cipher.
    enum Role: Sendable { case device, reader }

    private let role: Role
    private let sealing: Secret
    private let opening: Secret
    /// The last counters that were used. They have 64 bits to detect the end of 32.
    private var sealed: UInt64 = 0
    private var opened: UInt64 = 0

    /// Derives the keys from the shared secret and the transcript.
    init(_ role: Role, shared: Secret, transcript: SessionTranscript) {
        let salt = transcript.salt
        func key(_ info: String) -> Secret {
            HKDFSHA256.derive(from: shared, salt: salt, info: Array(info.utf8), count: AESGCM.keyCount)
        }
        self.role = role
        (sealing, opening) =
            role == .reader ? (key("SKReader"), key("SKDevice")) : (key("SKDevice"), key("SKReader"))
    }

    /// Creates a cipher that has used this many counters, for tests of the limit.
    init(_ role: Role, shared: Secret, transcript: SessionTranscript, used: UInt64) {
        self.init(role, shared: shared, transcript: transcript)
        (sealed, opened) = (used, used)
    }

    /// Returns the nonce: the sender's identifier, followed by the counter.
    private static func nonce(from sender: Role, _ counter: UInt64) -> [UInt8] {
        let identifier: UInt8 = sender == .reader ? 0 : 1
        return [0, 0, 0, 0, 0, 0, 0, identifier]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
    }

    /// Advances the counter. Throws once 32 bits are exhausted.
    private static func next(_ counter: inout UInt64) throws(ChannelError) -> UInt64 {
        guard counter < UInt64(UInt32.max) else { throw ChannelError(.messageLimit, status: .termination) }
        counter += 1
        return counter
    }

    /// Encrypts the last `count` bytes of `message`, which are followed by room for the tag, in place.
    mutating func seal(_ message: inout [UInt8], count: Int) throws(ChannelError) {
        // The counter counts as used even if encryption fails.
        let nonce = SessionCipher.nonce(from: role, try SessionCipher.next(&sealed))
        let start = message.count - count - AESGCM.tagCount
        do throws(CryptoError) {
            try message.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
                let memory = UnsafeMutableRawBufferPointer(bytes)
                try AESGCM.seal(
                    inPlace: UnsafeMutableRawBufferPointer(rebasing: memory[start...]), key: sealing, nonce: nonce,
                    aad: [])
            }
        } catch { throw ChannelError(.unavailable) }
    }

    /// Decrypts the bytes at `place` in place and returns the range of the plaintext.
    mutating func open(_ message: inout [UInt8], at place: Range<Int>) throws(ChannelError) -> Range<Int> {
        let nonce = SessionCipher.nonce(from: role == .reader ? .device : .reader, try SessionCipher.next(&opened))
        do throws(CryptoError) {
            let count = try message.withUnsafeMutableBufferPointer { bytes throws(CryptoError) in
                let memory = UnsafeMutableRawBufferPointer(bytes)
                return try AESGCM.open(
                    inPlace: UnsafeMutableRawBufferPointer(rebasing: memory[place]), key: opening, nonce: nonce, aad: []
                )
            }
            return place.lowerBound..<place.lowerBound + count
        } catch { throw ChannelError(.undecryptable, status: .encryptionError) }
    }
}
