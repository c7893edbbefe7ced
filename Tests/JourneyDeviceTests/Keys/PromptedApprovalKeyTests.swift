import JourneyBase
import JourneyCrypto
import Synchronization
import TestSupport
import Testing

@testable import JourneyDevice

@Suite("Approval key behind a prompt")
struct PromptedApprovalKeyTests {
    /// Returns its verdicts in order, the last one forever, and records the prompts.
    final class Verdicts: BiometricAuthenticator {
        private let left: Mutex<[BiometricVerdict]>
        let shown = Mutex<[String]>([])

        init(_ verdicts: [BiometricVerdict]) { left = Mutex(verdicts) }

        func authenticate(reason: String) async -> BiometricVerdict {
            shown.withLock { $0.append(reason) }
            return left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .unavailable }
        }
    }

    private func code(_ body: () async throws -> any SigningKey) async -> String {
        do {
            _ = try await body()
            return "opened"
        } catch let error as JourneyError { return error.code.rawValue } catch { return "\(error)" }
    }

    @Test("each signature prompts with its own text, and each unlocked key signs once")
    func once() async throws {
        let scratch = try Scratch()
        let verdicts = Verdicts([.passed])
        let keys = PromptedApprovalKey(store: try SealedFileStore(directory: scratch.store), authenticator: verdicts)
        let message = Array("pay".utf8)
        let first = try await keys.unlock(showing: "GBP 1.00")
        #expect(first.publicKey.verifies(try await first.sign(message), of: message))
        await #expect(throws: JourneyError.self) { _ = try await first.sign(message) }
        let second = try await keys.unlock(showing: "GBP 2.00")
        #expect(second.publicKey == first.publicKey)
        #expect(verdicts.shown.withLock { $0 } == ["GBP 1.00", "GBP 2.00"])
    }

    @Test(
        "a failed prompt gives no key and makes none",
        arguments: [
            (BiometricVerdict.cancelled, "USER_CANCELLED"), (.unavailable, "SCA_REQUIRED"), (.failed, "SCA_REQUIRED"),
        ])
    func refused(verdict: BiometricVerdict, expected: String) async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let keys = PromptedApprovalKey(store: store, authenticator: Verdicts([verdict]))
        #expect(await code { try await keys.unlock(showing: "Pay") } == expected)
        #expect(try await store.keys().isEmpty)
    }

    @Test("checking usability neither prompts nor makes a key")
    func usable() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let verdicts = Verdicts([.passed])
        let keys = PromptedApprovalKey(store: store, authenticator: verdicts)
        try await keys.requireUsable()
        #expect(try await store.keys().isEmpty)
        _ = try await keys.unlock(showing: "Pay")
        try await keys.requireUsable()
        #expect(verdicts.shown.withLock { $0 } == ["Pay"])
        #expect(!keys.drawsAboveScreens)
    }

    @Test("the key is made once, survives a restart, and differs from the instance key")
    func kept() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        let keys = PromptedApprovalKey(store: store, authenticator: Verdicts([.passed]))
        let all = try await withThrowingTaskGroup(of: P256PublicKey.self) { group in
            for _ in 0..<8 { group.addTask { try await keys.unlock(showing: "Pay").publicKey } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(all.count == 1)
        let later = PromptedApprovalKey(
            store: try SealedFileStore(directory: scratch.store), authenticator: Verdicts([.passed]))
        #expect(all == [try await later.unlock(showing: "Pay").publicKey])
        #expect(all != [try await InstanceKeyStore(store: store).key().publicKey])
    }

    @Test("a damaged key is STORE_FAILED without a prompt, and is not replaced")
    func damaged() async throws {
        let scratch = try Scratch()
        let store = try SealedFileStore(directory: scratch.store)
        try await store.saveSecret(Secret(copying: [1, 2, 3]), for: try #require(StoreKey("approval-key")))
        let verdicts = Verdicts([.passed])
        let keys = PromptedApprovalKey(store: store, authenticator: verdicts)
        for _ in 0..<2 { #expect(await code { try await keys.unlock(showing: "Pay") } == "STORE_FAILED") }
        #expect(verdicts.shown.withLock { $0 }.isEmpty)
    }
}
