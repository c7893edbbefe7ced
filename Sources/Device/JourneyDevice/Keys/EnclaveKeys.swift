internal import JourneyBase
internal import JourneyCrypto

/// The keys of one installation in an enclave, wrapped in a store. A lost key is not silently replaced, because its verifiers
/// would not know the new one.
struct EnclaveKeys: Sendable {
    let enclave: any KeyEnclave
    let store: any SecretStore

    /// The message that is signed to check a key; the signature is discarded.
    private static let probe = Array("journeykit key check".utf8)

    /// Returns the installation's key; the first call makes it. Throws `KEY_UNUSABLE` when this enclave can't use the stored key,
    /// and `STORE_FAILED`.
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

    /// Returns the key that signs approvals; `nil` where none was made. Shows no prompt. Throws `KEY_UNUSABLE` and
    /// `STORE_FAILED`.
    func approvalKey() async throws -> (any EnclaveSigningKey)? {
        guard let wrapped = try await store.load(try name("approval-key")) else { return nil }
        return try enclave.key(wrapped: wrapped, .biometry)
    }

    func makeApprovalKey() async throws -> any EnclaveSigningKey {
        let record = ApprovalKeyRecord(enclave.enrolment())
        let key = try enclave.makeKey(.biometry)
        // Stored before the key: a key without its record would be asked for in vain.
        try await store.save(record.bytes, for: try name(EnclaveKeys.record))
        try await store.save(key.wrapped, for: try name("approval-key"))
        return key
    }

    /// Returns the state of the approval key. An unreadable record counts as a new one: the key itself decides.
    func approvalRecord() async throws -> ApprovalKeyRecord {
        let bytes = try await store.load(try name(EnclaveKeys.record))
        return bytes.flatMap { ApprovalKeyRecord($0) } ?? ApprovalKeyRecord(nil)
    }

    func save(_ record: ApprovalKeyRecord) async throws {
        try await store.save(record.bytes, for: try name(EnclaveKeys.record))
    }

    /// The record's name, which is erased together with the key.
    private static let record = "approval-key.enrolment"

    private func name(_ text: String) throws(JourneyError) -> StoreKey {
        guard let name = StoreKey(text) else { throw JourneyError(.storeFailed, "'\(text)' is not a valid key name.") }
        return name
    }

    static func unusable(_ name: String) -> JourneyError {
        JourneyError(
            .keyUnusable,
            "Using '\(name)' failed: this device's Secure Enclave does not sign with it. Erase it.")
    }
}
