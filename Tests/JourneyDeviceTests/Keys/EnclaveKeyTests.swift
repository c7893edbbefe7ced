import JourneyBase
import JourneyCrypto
import TestSupport
import Testing

@testable import JourneyDevice

@Suite("Secure Enclave keys")
struct EnclaveKeyTests {
    private let scratch: Scratch
    private let store: SealedFileStore
    private let enclave = ScriptedEnclave()
    private static let message = Array("pay".utf8)

    init() throws {
        scratch = try Scratch()
        store = try SealedFileStore(directory: scratch.store)
    }

    private var approvalKey: EnclaveApprovalKey { EnclaveApprovalKey(enclave, store: store) }

    /// Returns how the key is unlocked and signs, or the code of its error.
    private func approve(_ statement: String = "GBP 1.00") async throws -> String {
        do {
            let key = try await approvalKey.unlock(showing: statement)
            let signature = try await key.sign(Self.message)
            return key.publicKey.verifies(signature, of: Self.message) ? "signed" : "wrong"
        } catch let error as JourneyError { return error.code.rawValue }
    }

    private func instanceKey() async throws -> any SigningKey {
        try await InstanceKeyStore(enclave: enclave, store: store).key()
    }

    // MARK: The installation's key

    @Test("the instance key is made once and is the same after a restart")
    func instance() async throws {
        let first = try await instanceKey()
        let second = try await instanceKey()
        #expect(first.publicKey == second.publicKey)
        #expect(first.publicKey.verifies(try await second.sign(Self.message), of: Self.message))
        #expect(enclave.prompts.isEmpty)
    }

    @Test(
        "the instance key on a restored device is KEY_UNUSABLE, and is not replaced",
        arguments: ScriptedEnclave.Discovery.allCases)
    func restored(discovery: ScriptedEnclave.Discovery) async throws {
        let first = try await instanceKey().publicKey
        enclave.change { ($0.seed, $0.discovery) = (2, discovery) }
        for _ in 0..<2 {
            let error = await #expect(throws: JourneyError.self) { _ = try await self.instanceKey() }
            #expect(error?.code == .keyUnusable)
        }
        #expect(try await store.load(try #require(StoreKey("instance-key"))) == [1])
        // The old enclave returns, as when a backup is restored to its own device.
        enclave.change { $0.seed = 1 }
        #expect(try await instanceKey().publicKey == first)
    }

    @Test("an erased instance key, which needs no usable key, is replaced at the next start")
    func erased() async throws {
        let first = try await instanceKey().publicKey
        enclave.change { $0.seed = 2 }
        try await store.remove(try #require(StoreKey("instance-key")))
        #expect(try await instanceKey().publicKey != first)
    }

    // MARK: The approval key

    @Test("each approval shows a prompt and is signed by the same key")
    func approvals() async throws {
        try await approvalKey.requireUsable()
        #expect(try await store.keys().isEmpty, "asking whether it can be used makes none")
        let first = try await approvalKey.unlock(showing: "GBP 1.00").publicKey
        let second = try await approvalKey.unlock(showing: "GBP 2.00").publicKey
        #expect(first == second && enclave.prompts == ["GBP 1.00", "GBP 2.00"])
        #expect(try await approve() == "signed")
    }

    @Test("concurrent first approvals get the same key")
    func together() async throws {
        let key = approvalKey
        let all = try await withThrowingTaskGroup(of: P256PublicKey.self) { group in
            for _ in 0..<8 { group.addTask { try await key.unlock(showing: "Pay").publicKey } }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(all.count == 1)
    }

    @Test("a changed enrolment is ENROLMENT_CHANGED every time, without a prompt")
    func enrolled() async throws {
        #expect(try await approve() == "signed")
        enclave.change { $0.enrolment = 2 }
        for _ in 0..<3 {
            #expect(try await approve() == "ENROLMENT_CHANGED")
            let error = await #expect(throws: JourneyError.self) { try await self.approvalKey.requireUsable() }
            #expect(error?.code == .enrolmentChanged)
        }
        #expect(enclave.prompts.count == 1, "the one that had signed")
        // The finger is removed again: the key unlocks as before.
        enclave.change { $0.enrolment = 1 }
        #expect(try await approve() == "signed")
    }

    @Test("an erased approval key and its record are replaced at the next approval")
    func renewed() async throws {
        let before = try await approvalKey.unlock(showing: "Pay").publicKey
        enclave.change { $0.enrolment = 2 }
        for key in try await store.keys() where key.rawValue.hasPrefix("approval-key") { try await store.remove(key) }
        let after = try await approvalKey.unlock(showing: "Pay").publicKey
        #expect(after != before)
        #expect(try await approve() == "signed")
    }

    @Test(
        "the approval key on a restored device is KEY_UNUSABLE after three prompts at most",
        arguments: zip(ScriptedEnclave.Discovery.allCases, [0, 3]))
    func restoredApproval(discovery: ScriptedEnclave.Discovery, prompts: Int) async throws {
        #expect(try await approve() == "signed")
        enclave.change { ($0.seed, $0.discovery, $0.prompts) = (2, discovery, []) }
        let codes = try await [approve(), approve(), approve(), approve(), approve()]
        #expect(codes.last == "KEY_UNUSABLE" && !codes.contains("signed"))
        #expect(enclave.prompts.count == prompts)
        // Without the installation's key there is no host, and so no approval.
        if discovery == .whenOpened { #expect(Set(codes) == ["KEY_UNUSABLE"]) }
    }

    @Test("a system update that changes the enrolment digest costs one prompt and keeps the key")
    func upgraded() async throws {
        #expect(try await approve() == "signed")
        enclave.change { ($0.system, $0.dialect) = (19, 100) }
        #expect(try await approve() == "signed")
        // From then on the new version's digest counts.
        enclave.change { $0.enrolment = 2 }
        #expect(try await approve() == "ENROLMENT_CHANGED")
        #expect(enclave.prompts.count == 2)
    }

    @Test("an enrolment that changed with a system update costs one prompt, and none afterwards")
    func upgradedAndEnrolled() async throws {
        #expect(try await approve() == "signed")
        enclave.change { ($0.system, $0.dialect, $0.enrolment) = (19, 100, 2) }
        for _ in 0..<3 { #expect(try await approve() == "ENROLMENT_CHANGED") }
        #expect(enclave.prompts.count == 2)
    }

    @Test("a system without enrolment state: the key is KEY_UNUSABLE after three prompts without a signature")
    func silentSystem() async throws {
        enclave.change { $0.tellsEnrolment = false }
        #expect(try await approve() == "signed")
        enclave.change { $0.enrolment = 2 }
        let codes = try await [approve(), approve(), approve(), approve(), approve()]
        #expect(codes == ["SCA_REQUIRED", "SCA_REQUIRED", "KEY_UNUSABLE", "KEY_UNUSABLE", "KEY_UNUSABLE"])
        #expect(enclave.prompts.count == 4)
    }

    @Test("a later signature resets the count of failed ones")
    func lockedOnce() async throws {
        #expect(try await approve() == "signed")
        for _ in 0..<3 {
            enclave.change { $0.isLocked = true }
            #expect(try await approve() == "SCA_REQUIRED")
            #expect(try await approve() == "SCA_REQUIRED")
            enclave.change { $0.isLocked = false }
            #expect(try await approve() == "signed")
        }
    }

    @Test(
        "a failed prompt or an unavailable sensor does not change the key",
        arguments: [
            (BiometricVerdict.cancelled, "USER_CANCELLED"), (.failed, "SCA_REQUIRED"), (.unavailable, "SCA_REQUIRED"),
        ])
    func refused(verdict: BiometricVerdict, code: String) async throws {
        #expect(try await approve() == "signed")
        enclave.change { $0.verdict = verdict }
        for _ in 0..<4 { #expect(try await approve() == code) }
        enclave.change { ($0.verdict, $0.sensor) = (.passed, JourneyError(.scaRequired, "Nothing is enrolled.")) }
        let before = enclave.prompts.count
        #expect(try await approve() == "SCA_REQUIRED")
        #expect(enclave.prompts.count == before)
        enclave.change { $0.sensor = nil }
        #expect(try await approve() == "signed")
    }

    @Test("no key is made where no prompt is possible")
    func notMade() async throws {
        enclave.change { $0.sensor = JourneyError(.scaRequired, "There is no sensor.") }
        #expect(try await approve() == "SCA_REQUIRED")
        #expect(try await store.keys().isEmpty)
    }

    @Test("a key record is read exactly as it was written, and malformed ones are refused")
    func records() {
        for record in [
            ApprovalKeyRecord(nil), ApprovalKeyRecord(KeyEnrolment(state: [1, 2, 255], system: 18)),
            ApprovalKeyRecord(KeyEnrolment(state: [], system: 0)),
        ] {
            var failed = record
            failed.refused()
            #expect(ApprovalKeyRecord(record.bytes) == record && ApprovalKeyRecord(failed.bytes) == failed)
            #expect(failed != record)
        }
        for text in ["", "{}", "[]", #"{"refusals":-1}"#, #"{"refusals":"0"}"#, #"{"refusals":1.5}"#, "\u{0}"] {
            #expect(ApprovalKeyRecord(Array(text.utf8)) == nil, "\(text)")
        }
    }
}
