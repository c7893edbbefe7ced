import Glibc
import JourneyBase
import TestSupport
import Testing

@testable import JourneyDevice

/// Kills a separate process before each step of a write: no handler runs, nothing is flushed, nothing is removed.
struct SealedFileStoreKillTests {
    private static let old: [UInt8] = Array(repeating: 1, count: 70_000)
    private static let new: [UInt8] = Array(repeating: 2, count: 90_000)

    @Test(
        "a process killed at any step of a write leaves the old or the new item, and the store stays usable",
        arguments: StoreStep.allCases.indices)
    func killed(step: Int) async throws {
        let scratch = try Scratch()
        let key = try #require(StoreKey("session.a"))
        let directory = scratch.store
        try await SealedFileStore(directory: directory).save(Self.old, for: key)

        await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, step] in
            let fatal = StoreStep.allCases[step]
            let store = try SealedFileStore(directory: directory) { if $0 == fatal { kill(getpid(), SIGKILL) } }
            try await store.save(Self.new, for: #require(StoreKey("session.a")))
        }

        let store = try SealedFileStore(directory: directory)
        // Only steps after the rename leave the new item.
        #expect(try await store.load(key) == (StoreStep.allCases[step] == .syncFolder ? Self.new : Self.old))
        #expect(try scratch.names == [".key", "session.a"], "what the dead process had begun is gone")
        try await store.save([3], for: key)
        #expect(try await store.load(key) == [3])
    }

    @Test(
        "a process that is killed while it makes the store leaves one that the next start can use",
        arguments: StoreStep.allCases.indices)
    func killedAtTheStart(step: Int) async throws {
        let scratch = try Scratch()
        let key = try #require(StoreKey("session.a"))
        let directory = scratch.store

        await #expect(processExitsWith: .signal(SIGKILL)) { [directory = directory as String, step] in
            let fatal = StoreStep.allCases[step]
            _ = try SealedFileStore(directory: directory) { if $0 == fatal { kill(getpid(), SIGKILL) } }
        }

        let store = try SealedFileStore(directory: directory)
        try await store.save([3], for: key)
        #expect(try await SealedFileStore(directory: directory).load(key) == [3])
        #expect(try scratch.names == [".key", "session.a"])
    }
}
