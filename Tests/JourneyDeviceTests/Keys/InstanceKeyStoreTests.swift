import Foundation
import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyDevice

struct InstanceKeyStoreTests {
    @Test("the key is made once and is the same after a restart")
    func once() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let keys = InstanceKeyStore(store: store)
        let all = try await withThrowingTaskGroup(of: P256PublicKey.self) { group in
            for _ in 0..<8 { group.addTask { try await keys.key().publicKey } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(all.count == 1)
        let again = try await InstanceKeyStore(store: SealedFileStore(directory: scratch.store)).key()
        #expect(all == [again.publicKey])
        let message = Array("session".utf8)
        #expect(again.publicKey.verifies(try await again.sign(message), of: message))
    }

    @Test("an uncached key is read each time: after it was erased, another is made")
    func erased() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let keys = InstanceKeyStore(isRemembered: false) { try await store.signingKey("approval-key") }
        let first = try await keys.key().publicKey
        #expect(try await keys.key().publicKey == first)
        try await store.remove(try #require(StoreKey("approval-key")))
        #expect(try await keys.key().publicKey != first)
    }

    @Test("two installations have different keys")
    func different() async throws {
        let (one, two) = (try Scratch(), try Scratch())
        let first = try await InstanceKeyStore(store: SealedFileStore(directory: one.store)).key()
        let second = try await InstanceKeyStore(store: SealedFileStore(directory: two.store)).key()
        #expect(first.publicKey != second.publicKey)
    }

    @Test("a damaged key, or one that is not a scalar, is STORE_FAILED and is not replaced")
    func damaged() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        _ = try await InstanceKeyStore(store: store).key()
        let good = try scratch.bytes("instance-key")
        let bad = Array(good.dropLast()) + [(good.last ?? 0) ^ 1]
        try scratch.overwrite("instance-key", bad)
        let keys = InstanceKeyStore(store: store)
        #expect(await Loopback.code { try await keys.key().publicKey } == "STORE_FAILED")
        #expect(try scratch.bytes("instance-key") == bad)
        // After a repair, the same store continues.
        try scratch.overwrite("instance-key", good)
        _ = try await keys.key()
        let name = try #require(StoreKey("instance-key"))
        for scalar in [[UInt8](repeating: 0, count: 32), [UInt8](repeating: 255, count: 32), [1]] {
            try await store.saveSecret(Secret(copying: scalar), for: name)
            #expect(await Loopback.code { try await InstanceKeyStore(store: store).key().publicKey } == "STORE_FAILED")
        }
    }
}
