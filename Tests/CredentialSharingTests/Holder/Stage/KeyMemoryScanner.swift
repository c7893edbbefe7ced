import JourneyBase
import JourneyCrypto
import MobileDocument
import Synchronization
import TestSupport
import Testing

/// Looks for a transaction's keys in the memory of this process. Each was found once, when it was there.
final class KeyMemoryScanner: Sendable {
    private struct Search: @unchecked Sendable {
        // One test uses it, one call after the other.
        let name: String
        let count: () throws -> Int
    }

    private let searches = Mutex<[Search]>([])

    /// A new ephemeral key, which is watched.
    func key(_ curve: EllipticCurve) throws -> EphemeralKey {
        let key = try P256AgreementKey()
        let scan = NumberScan(try key.scalar())
        try add("the ephemeral private key", scan.count)
        return .p256(key)
    }

    /// A reader's new key for `engagement`, with all that follows from it: the session's keys, and the key of a MAC by `device`.
    func key(for engagement: Engagement, device: PublicKey) throws -> EphemeralKey {
        let key = try key(.p256)
        let channel = try ReaderChannel(engagement: engagement, key: key, handover: .qr)
        let transcript = channel.transcript
        try add(key, engagement, transcript)
        let shared = try key.sharedSecret(with: device)
        let mac = HKDFSHA256.derive(from: shared, salt: transcript.salt, info: Array("EMacKey".utf8), count: 32)
        try add("the key of a MAC", MemoryScan(for: mac).count)
        return key
    }

    /// The secret that both ephemeral keys share, and the session's two keys. The reader has them now.
    func add(_ reader: EphemeralKey, _ engagement: Engagement, _ transcript: SessionTranscript) throws {
        let shared = try reader.sharedSecret(with: engagement.key)
        try add("the shared secret", MemoryScan(for: shared).count)
        for info in ["SKReader", "SKDevice"] {
            let key = HKDFSHA256.derive(from: shared, salt: transcript.salt, info: Array(info.utf8), count: 32)
            try add(info, MemoryScan(for: key).count)
        }
    }

    private func add(_ name: String, _ count: @escaping () throws -> Int) throws {
        #expect(try count() > 0, "\(name) is not found where it is")
        searches.withLock { $0.append(Search(name: name, count: count)) }
    }

    /// Those that are in memory still.
    func found() throws -> [String] {
        try searches.withLock(\.self).filter { try $0.count() > 0 }.map(\.name)
    }

    var count: Int { searches.withLock(\.count) }
}
