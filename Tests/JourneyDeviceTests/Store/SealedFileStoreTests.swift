import Foundation
import JourneyBase
import Synchronization
import TestSupport
import Testing

@testable import JourneyDevice

struct SealedFileStoreTests {
    let scratch: Scratch
    let a: StoreKey
    let b: StoreKey

    init() throws {
        scratch = try Scratch()
        a = try #require(StoreKey("session.a"))
        b = try #require(StoreKey("session.b"))
    }

    private func secret(_ text: String) -> Secret { Secret(copying: Array(text.utf8)) }

    @Test("items are read back unchanged, after a restart, too", arguments: [0, 1, 31, 4_096, 1 << 20])
    func roundTrip(count: Int) async throws {
        let item = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let first = try SealedFileStore(directory: scratch.store)
        #expect(try await first.load(a) == nil)
        try await first.save([9], for: a)
        try await first.save(item, for: a)
        #expect(try await first.load(a) == item)
        let second = try SealedFileStore(directory: scratch.store + "/")
        #expect(try await second.load(a) == item)
        #expect(try await second.keys() == [a])
        try await second.remove(a)
        try await second.remove(a)
        #expect(try await first.load(a) == nil)
        #expect(try await second.keys() == [])
    }

    @Test("an item that is too long is refused and the old one stays")
    func tooLong() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        try await store.save([1], for: a)
        let long = [UInt8](repeating: 0, count: (1 << 20) + 1)
        #expect(await Loopback.code { try await store.save(long, for: a) } == "STORE_FAILED")
        #expect(try await store.load(a) == [1])
    }

    @Test("the folder is 0700 and its files 0600, whatever the umask")
    func modes() async throws {
        let store = try SealedFileStore(directory: scratch.path + "/deep/er/store")
        try await store.save([1], for: a)
        #expect(try scratch.mode(scratch.path + "/deep") == 0o700)
        #expect(try scratch.mode(scratch.path + "/deep/er/store") == 0o700)
        for name in [".key", a.rawValue] {
            #expect(try scratch.mode(scratch.path + "/deep/er/store/" + name) == 0o600)
        }
    }

    @Test("an item is encrypted on disk, differently each time")
    func sealed() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        let item = Array("a token that must not be seen".utf8)
        try await store.save(item, for: a)
        let first = try scratch.bytes(a.rawValue)
        try await store.save(item, for: a)
        let second = try scratch.bytes(a.rawValue)
        #expect(first != second && first.count == item.count + 32)
        #expect(Data(first).range(of: Data("token".utf8)) == nil)
    }

    @Test("an item changed in any byte, truncated or extended is STORE_FAILED")
    func tampered() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        try await store.save([1, 2, 3], for: a)
        let good = try scratch.bytes(a.rawValue)
        var bad = good.indices.map { index in good.enumerated().map { $0.offset == index ? $0.element ^ 1 : $0.element }
        }
        bad += (0..<good.count).map { Array(good.prefix($0)) }
        bad.append(good + [0])
        for bytes in bad {
            try scratch.overwrite(a.rawValue, bytes)
            #expect(await Loopback.code { try await store.load(a) } == "STORE_FAILED")
            #expect(await Loopback.code { try await store.loadSecret(a) } == "STORE_FAILED")
        }
        try scratch.overwrite(a.rawValue, good)
        #expect(try await store.load(a) == [1, 2, 3])
    }

    @Test("an item moved to another name, or from another store, is STORE_FAILED")
    func swapped() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        try await store.save([1], for: a)
        try await store.save([2], for: b)
        let other = try Scratch()
        let foreign = try SealedFileStore(directory: other.store)
        try await foreign.save([3], for: a)
        for bytes in [try scratch.bytes(b.rawValue), try other.bytes(a.rawValue)] {
            try scratch.overwrite(a.rawValue, bytes)
            #expect(await Loopback.code { try await store.load(a) } == "STORE_FAILED")
        }
    }

    @Test("a secret and an item are not read as each other, and a secret is read back")
    func secrets() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        try await store.saveSecret(secret("hidden"), for: a)
        try await store.save([1], for: b)
        let back = try #require(try await store.loadSecret(a))
        #expect(back.withBytes { Array($0) } == Array("hidden".utf8))
        #expect(await Loopback.code { try await store.load(a) } == "STORE_FAILED")
        #expect(await Loopback.code { try await store.loadSecret(b) } == "STORE_FAILED")
        let none = try #require(StoreKey("none"))
        #expect(try await store.loadSecret(none) == nil)
    }

    @Test(
        "a write that fails at any step leaves the old or the new item whole, and no temporary file",
        arguments: StoreStep.allCases)
    func faults(step: StoreStep) async throws {
        struct Fault: Error {}
        let armed = Mutex(false)
        let store = try SealedFileStore(directory: scratch.store) { now in
            if now == step, armed.withLock({ $0 }) { throw Fault() }
        }
        let (old, new) = ([UInt8](repeating: 1, count: 500), [UInt8](repeating: 2, count: 700))
        try await store.save(old, for: a)
        armed.withLock { $0 = true }
        #expect(await Loopback.code { try await store.save(new, for: a) } == "STORE_FAILED")
        let after = try SealedFileStore(directory: scratch.store)
        #expect(try await after.load(a) == (step == .syncFolder ? new : old))
        #expect(try scratch.names == [".key", a.rawValue])
        armed.withLock { $0 = false }
        try await store.save(new, for: a)
        #expect(try await after.load(a) == new)
    }

    @Test("a temporary file left by a crash is never read and is soon removed", arguments: [0, 20, 100])
    func crash(written: Int) async throws {
        do {
            let store = try SealedFileStore(directory: scratch.store)
            try await store.save([1, 2, 3], for: a)
        }
        // As left by a process that died while writing.
        let left = scratch.file(StoreFolder.temporaryPrefix + "0011223344556677")
        try scratch.place(left, [UInt8](repeating: 7, count: written))
        let store = try SealedFileStore(directory: scratch.store)
        #expect(try await store.load(a) == [1, 2, 3])
        #expect(try await store.keys() == [a])
        #expect(!FileManager.default.fileExists(atPath: left))
    }

    @Test("a second store on the folder does not remove a file that the first is writing")
    func sharedFolder() async throws {
        let path = scratch.store
        let inner = Mutex<SealedFileStore?>(nil)
        let store = try SealedFileStore(directory: path) { step in
            if step == .rename, inner.withLock({ $0 == nil }), FileManager.default.fileExists(atPath: path + "/.key") {
                let second = try SealedFileStore(directory: path)
                inner.withLock { $0 = second }
            }
        }
        try await store.save([5], for: a)
        let second = try #require(inner.withLock { $0 })
        #expect(try await second.load(a) == [5])
    }

    @Test("stores that start concurrently use one key")
    func oneKey() async throws {
        let path = scratch.store
        let stores = try await withThrowingTaskGroup(of: SealedFileStore.self) { group in
            for _ in 0..<16 { group.addTask { try SealedFileStore(directory: path) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        try await stores[0].save([1], for: a)
        for store in stores { #expect(try await store.load(a) == [1]) }
        #expect(try scratch.names == [".key", a.rawValue])
    }

    @Test("a symbolic link, pipe or folder in place of an item is refused, and nothing outside is changed")
    func links() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        let outside = scratch.path + "/outside"
        try scratch.place(outside, Array("mine".utf8))
        try FileManager.default.createSymbolicLink(atPath: scratch.file(a.rawValue), withDestinationPath: outside)
        #expect(await Loopback.code { try await store.load(a) } == "STORE_FAILED")
        try await store.save([1], for: a)
        #expect(try await store.load(a) == [1])
        #expect(try String(contentsOfFile: outside, encoding: .utf8) == "mine")
        mkfifo(scratch.file(b.rawValue), 0o600)
        #expect(await Loopback.code { try await store.load(b) } == "STORE_FAILED")
        try FileManager.default.createDirectory(atPath: scratch.file("folder"), withIntermediateDirectories: false)
        let folder = try #require(StoreKey("folder"))
        #expect(await Loopback.code { try await store.load(folder) } == "STORE_FAILED")
        #expect(await Loopback.code { try await store.save([1], for: folder) } == "STORE_FAILED")
        #expect(await Loopback.code { try await store.remove(folder) } == "STORE_FAILED")
    }

    @Test("a file that others may read is refused")
    func openFile() async throws {
        let store = try SealedFileStore(directory: scratch.store)
        try await store.save([1], for: a)
        chmod(scratch.file(a.rawValue), 0o644)
        #expect(await Loopback.code { try await store.load(a) } == "STORE_FAILED")
    }

    @Test("a folder that is a link, a file, or open to others is refused")
    func badFolders() async throws {
        let real = scratch.path + "/real"
        try FileManager.default.createDirectory(atPath: real, withIntermediateDirectories: false)
        chmod(real, 0o700)
        let link = scratch.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
        let open = scratch.path + "/open"
        try FileManager.default.createDirectory(atPath: open, withIntermediateDirectories: false)
        chmod(open, 0o750)
        let file = scratch.path + "/file"
        try scratch.place(file, [])
        for path in [link, link + "/", open, file, file + "/x", ""] {
            #expect(await Loopback.code { try SealedFileStore(directory: path) } == "STORE_FAILED", "\(path)")
        }
        _ = try SealedFileStore(directory: real)
    }

    @Test("a truncated, empty, linked or open key file is refused, and a changed key opens no item")
    func badKey() async throws {
        do {
            let store = try SealedFileStore(directory: scratch.store)
            try await store.save([1], for: a)
        }
        let good = try scratch.bytes(".key")
        for bytes in [[], Array(good.dropLast()), good + [0]] {
            try scratch.overwrite(".key", bytes)
            #expect(await Loopback.code { try SealedFileStore(directory: scratch.store) } == "STORE_FAILED")
        }
        try scratch.overwrite(".key", good.map { $0 ^ 1 })
        let wrong = try SealedFileStore(directory: scratch.store)
        #expect(await Loopback.code { try await wrong.load(a) } == "STORE_FAILED")
        try scratch.overwrite(".key", good)
        chmod(scratch.file(".key"), 0o640)
        #expect(await Loopback.code { try SealedFileStore(directory: scratch.store) } == "STORE_FAILED")
        try FileManager.default.moveItem(atPath: scratch.file(".key"), toPath: scratch.path + "/moved")
        try FileManager.default.createSymbolicLink(
            atPath: scratch.file(".key"), withDestinationPath: scratch.path + "/moved")
        #expect(await Loopback.code { try SealedFileStore(directory: scratch.store) } == "STORE_FAILED")
    }
}
