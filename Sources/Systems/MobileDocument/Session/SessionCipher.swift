import JourneyBase
import JourneyCBOR
import JourneyCrypto

/// The two keys of a session with their counters (ISO/IEC 18013-5, section 9.1.1.5): AES-256-GCM without additional data, a
/// counter for each direction that starts at 1 and is never used twice.
///
/// Not copyable, so that no two messages can have the same counter. Letting go of it wipes the keys.
struct SessionCipher: ~Copyable {
    /// Which side this is.
    enum Role: Sendable { case device, reader }

    private let role: Role
    private let sealing: Secret
    private let opening: Secret
    /// The last counters that were used. 64 bits, so that the end of 32 is seen.
    private var sealed: UInt64 = 0
    private var opened: UInt64 = 0

    /// The keys that follow from the shared secret and the transcript.
    init(_ role: Role, shared: Secret, transcript: SessionTranscript) {
        let salt = transcript.salt
        func key(_ info: String) -> Secret {
            HKDFSHA256.derive(from: shared, salt: salt, info: Array(info.utf8), count: AESGCM.keyCount)
        }
        self.role = role
        (sealing, opening) =
            role == .reader ? (key("SKReader"), key("SKDevice")) : (key("SKDevice"), key("SKReader"))
    }

    /// A cipher that has used so many counters, for tests of the end.
    init(_ role: Role, shared: Secret, transcript: SessionTranscript, used: UInt64) {
        self.init(role, shared: shared, transcript: transcript)
        (sealed, opened) = (used, used)
    }

    /// The nonce: who sends, then the counter.
    private static func nonce(from sender: Role, _ counter: UInt64) -> [UInt8] {
        let identifier: UInt8 = sender == .reader ? 0 : 1
        return [0, 0, 0, 0, 0, 0, 0, identifier]
            + (0..<4).reversed().map { UInt8(truncatingIfNeeded: counter >> (8 * $0)) }
    }

    /// The next counter. Throws when 32 bits have no other.
    private static func next(_ counter: inout UInt64) throws(ChannelError) -> UInt64 {
        guard counter < UInt64(UInt32.max) else { throw ChannelError(.messageLimit, status: .termination) }
        counter += 1
        return counter
    }

    /// Seals the last bytes of `message`, `count` of them and room for the tag, where they stand.
    mutating func seal(_ message: inout [UInt8], count: Int) throws(ChannelError) {
        // Whether it works or not, this counter was used.
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

    /// Opens what stands at `place` of `message` there, and gives where the plaintext is.
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
