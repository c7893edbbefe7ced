import JourneyBase
import TestSupport
import Testing

@testable import JourneyDevice

/// Checks that an encrypted store leaves nothing in memory.
@Suite(
    "A store's key and secrets in memory", .serialized,
    .enabled(if: MemoryScan.isPossible, "\(MemoryScan.impossible)"))
struct StoreMemoryTests {
    private let name: StoreKey

    init() throws { name = try #require(StoreKey("token")) }

    @Test("the key is in memory once while its store is open, and is wiped afterwards")
    func key() async throws {
        let scratch = try Scratch()
        var store: SealedFileStore? = try SealedFileStore(directory: scratch.store)
        let scan = MemoryScan(for: try Secret(file: scratch.file(".key")))
        #expect(try scan.count() == 1)
        store = nil
        #expect(try scan.count() == 0)
        store = try SealedFileStore(directory: scratch.store)
        try await store?.save([1, 2, 3], for: name)
        #expect(try await store?.load(name) == [1, 2, 3])
        #expect(try scan.count() == 1)
        store = nil
        #expect(try scan.count() == 0)
    }

    @Test("a secret item is in memory once per owner, and is wiped after its release", arguments: [16, 4_000])
    func item(count: Int) async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let scan = try await keep(Secret.letters(count), in: store)
        #expect(try scan.count() == 0)
        try await load(from: store, scan)
        #expect(try scan.count() == 0)
    }

    private func keep(_ secret: Secret, in store: SealedFileStore) async throws -> MemoryScan {
        try await store.saveSecret(secret, for: name)
        let scan = MemoryScan(for: secret)
        #expect(try scan.count() == 1)
        return scan
    }

    private func load(from store: SealedFileStore, _ scan: MemoryScan) async throws {
        let secret = try #require(try await store.loadSecret(name))
        #expect(try scan.count() == 1)
        withExtendedLifetime(secret) {}
    }
}
