import JourneyBase
import TestSupport
import Testing

@testable import JourneyCrypto

/// Checks that OpenSSL's contexts, which hold copies of keys, leave none when they are freed.
@Suite(
    "Keys in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct KeyMemoryTests {
    /// Returns a memory scan for the content of `secret`, without retaining it.
    private func scan(_ secret: Secret) -> MemoryScan { MemoryScan(for: secret) }

    @Test("a derived key, its source secret and a MAC key are wiped with their owners")
    func derived() throws {
        var own: P256AgreementKey? = try P256AgreementKey()
        let peer = try P256AgreementKey().publicKey
        var shared: Secret? = try #require(own).sharedSecret(with: peer)
        var key: Secret? = HKDFSHA256.derive(from: try #require(shared), salt: [1], info: [2], count: 48)
        let (sharedScan, keyScan) = (try scan(#require(shared)), try scan(#require(key)))
        #expect(HMACSHA256.tag([1, 2, 3], key: try #require(key)).count == 32)
        #expect(try sharedScan.count() == 1)
        #expect(try keyScan.count() == 1)
        (own, shared, key) = (nil, nil, nil)
        #expect(own == nil && shared == nil && key == nil)
        #expect(try sharedScan.count() == 0)
        #expect(try keyScan.count() == 0)
    }

    @Test("a sealing key is wiped with its owner")
    func sealing() throws {
        var key: Secret? = Secret(count: 32) { memory in
            for index in memory.indices { memory[index] = UInt8.random(in: 0...255) }
        }
        let keyScan = try scan(#require(key))
        let nonce = [UInt8](repeating: 1, count: 12)
        let sealed = try AESGCM.seal([1, 2, 3], key: #require(key), nonce: nonce, aad: [])
        #expect(try AESGCM.open(sealed, key: #require(key), nonce: nonce, aad: []) == [1, 2, 3])
        #expect(try keyScan.count() == 1)
        key = nil
        #expect(try keyScan.count() == 0)
    }

    @Test("a private scalar is wiped with its key, in either byte order")
    func privateScalar() throws {
        var key: P256PrivateKey? = try P256PrivateKey.generate()
        var scalar: Secret? = try #require(key).scalar()
        // OpenSSL stores big numbers with the lowest byte first.
        var reversed: Secret? = Secret(count: 32) { memory in
            scalar?.withBytes { bytes in for index in 0..<32 { memory[index] = bytes[31 - index] } }
        }
        let (big, little) = (try scan(#require(scalar)), try scan(#require(reversed)))
        (scalar, reversed) = (nil, nil)
        #expect(scalar == nil && reversed == nil)
        #expect(try #require(key).sign([1, 2, 3]).count == 64)
        #expect(try big.count() == 0)
        #expect(try little.count() == 1)
        key = nil
        #expect(try little.count() == 0)
    }
}
