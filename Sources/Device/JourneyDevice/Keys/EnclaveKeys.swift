internal import JourneyBase
internal import JourneyCrypto

/// The keys of one installation in an enclave, wrapped in a store. None that is lost is replaced silently: whoever trusts it would
/// not know the new one.
struct EnclaveKeys: Sendable {
    let enclave: any KeyEnclave
    let store: any SecretStore

    /// Signed to find out whether a key signs; the signature goes nowhere.
    private static let probe = Array("journeykit key check".utf8)

    /// The key of the installation; the first call makes it. Throws `KEY_UNUSABLE` when this enclave cannot use the one in the
    /// store, and `STORE_FAILED`.
    func instanceKey() async throws -> any SigningKey {
        let name = try name("instance-key")
        guard let wrapped = try await store.load(name) else {
            let key = try enclave.makeKey(.unlocked)
            try await store.save(key.wrapped, for: name)
            return key
        }
        let key = try enclave.key(wrapped: wrapped, .unlocked)
        let signature = try? await key.sign(EnclaveKeys.probe)
        try Task.checkCancellation()
        guard let signature, key.publicKey.verifies(signature, of: EnclaveKeys.probe) else {
            throw EnclaveKeys.unusable("instance-key")
        }
        return key
    }

    /// The key that signs what the person approves; `nil` where none was made yet. Nobody is asked. Throws `KEY_UNUSABLE` and
    /// `STORE_FAILED`.
    func approvalKey() async throws -> (any EnclaveSigningKey)? {
        guard let wrapped = try await store.load(try name("approval-key")) else { return nil }
        return try enclave.key(wrapped: wrapped, .biometry)
    }

    func makeApprovalKey() async throws -> any EnclaveSigningKey {
        let record = ApprovalKeyRecord(enclave.enrolment())
        let key = try enclave.makeKey(.biometry)
        // Before the key: a key without its record would be asked for in vain.
        try await store.save(record.bytes, for: try name(EnclaveKeys.record))
        try await store.save(key.wrapped, for: try name("approval-key"))
        return key
    }

    /// What is known of the approval key. One that cannot be read is as good as none: the key itself has the last word.
    func approvalRecord() async throws -> ApprovalKeyRecord {
        let bytes = try await store.load(try name(EnclaveKeys.record))
        return bytes.flatMap { ApprovalKeyRecord($0) } ?? ApprovalKeyRecord(nil)
    }

    func save(_ record: ApprovalKeyRecord) async throws {
        try await store.save(record.bytes, for: try name(EnclaveKeys.record))
    }

    /// Erased with the key, by whoever erases what is named so.
    private static let record = "approval-key.enrolment"

    private func name(_ text: String) throws(JourneyError) -> StoreKey {
        guard let name = StoreKey(text) else { throw JourneyError(.storeFailed, "'\(text)' cannot name a key.") }
        return name
    }

    static func unusable(_ name: String) -> JourneyError {
        JourneyError(
            .keyUnusable,
            "Using '\(name)' failed: this device's Secure Enclave does not sign with it. Erase it.")
    }
}
