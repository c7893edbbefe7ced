import JourneyBase
import JourneyCrypto
import MobileDocument
import Synchronization
import TestSupport
import Testing

/// A scanner for a transaction's keys in the memory of this process. Each key was found once while it existed.
final class KeyMemoryScanner: Sendable {
    private struct Search: @unchecked Sendable {
        // Used by one test, one call after the other.
        let name: String
        let count: () throws -> Int
    }

    private let searches = Mutex<[Search]>([])

    /// Returns a new ephemeral key and watches it.
    func key(_ curve: EllipticCurve) throws -> EphemeralKey {
        let key = try P256AgreementKey()
        let scan = NumberScan(try key.scalar())
        try add("the ephemeral private key", scan.count)
        return .p256(key)
    }

    /// Returns a reader's new key for `engagement` and watches all derived keys: the session keys, and the MAC key for
    /// `device`.
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

    /// Watches the secret that both ephemeral keys share, and the two session keys, which the reader has now.
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

    /// Returns the names of keys that are still in memory.
    func found() throws -> [String] {
        try searches.withLock(\.self).filter { try $0.count() > 0 }.map(\.name)
    }

    var count: Int { searches.withLock(\.count) }
}
