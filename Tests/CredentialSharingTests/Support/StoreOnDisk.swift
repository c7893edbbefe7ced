import Foundation
import JourneyBase
import JourneyTesting
import Synchronization
import TestSupport

@testable import CredentialSharing
@testable import JourneyDevice

/// A store of sealed files whose writes stop where the test says.
final class StoreOnDisk: Sendable {
    struct Stopped: Error {}

    let scratch: Scratch
    let files: SealedFileStore
    /// The number of write steps that still succeed; `nil` for all.
    private let left = Mutex<Int?>(nil)
    private let steps = Mutex(0)
    private let last = Mutex<CredentialStore?>(nil)

    init() throws {
        scratch = try Scratch()
        let box = Box()
        files = try SealedFileStore(directory: scratch.path + "/store") { _ in try box.owner?.step() }
        box.owner = self
    }

    /// Forwards the store's steps to this object, which is created after the store.
    private final class Box: Sendable {
        private let kept = Mutex<Weak?>(nil)
        var owner: StoreOnDisk? {
            get { kept.withLock { $0?.value } }
            set { kept.withLock { $0 = newValue.map(Weak.init) } }
        }
    }

    private struct Weak: Sendable {
        weak let value: StoreOnDisk?
    }

    private func step() throws {
        steps.withLock { $0 += 1 }
        try left.withLock { left in
            guard let count = left else { return }
            guard count > 0 else { throw Stopped() }
            left = count - 1
        }
    }

    /// Lets `count` more steps succeed and all others fail; `nil` lets all succeed.
    func stop(after count: Int?) { left.withLock { $0 = count } }

    /// The number of write steps so far.
    var stepCount: Int { steps.withLock { $0 } }

    /// Returns the store as a new process finds it; the previous one has ended.
    func credentials(_ dependencies: Dependencies = .fixed()) async -> CredentialStore {
        let next = CredentialStore(store: files, dependencies: dependencies)
        let last = last.withLock { last in
            defer { last = next }
            return last
        }
        await last?.close()
        return next
    }

    var path: String { scratch.path + "/store" }

    /// Returns the names of items with a prefix.
    func names(_ prefix: String) async throws -> [String] {
        try await files.keys().map(\.rawValue).filter { $0.hasPrefix(prefix) }
    }
}
